/**
 * Serverless functions and their IAM roles, created from the entries of `infra/functions/*.yml`.
 *
 * The name of an entry is the path of its function: `me-show` is `functions/me/show.ts`. Operators' functions are in
 * subfolders, which their names leave out. An entry declares its route, and the resources and settings that its
 * function needs (`needs`), in addition to those that several functions share (`uses`, from `shared/needs.yml`). The
 * permissions (`permissions.ts`) and the environment variables of a function are both derived from its needs.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { readLegalLinks } from '../../lib/legal-links.ts';
import type { StagePart } from '../parts/plan.ts';
import type { Serverless, UntypedServerless } from '../parts/serverless-types.ts';
import { getOptionalValue } from '../parts/state-values.ts';
import type { FunctionEntry, FunctionNeeds } from './function-entry.ts';
import { createRole } from './permissions.ts';
import { isSandboxStage, readStage, type Stage, TABLE_REFERENCES } from './stage.ts';

type DeclaredEntry = Omit<FunctionEntry, 'handler'> & { readonly route?: string; readonly uses?: string[] };

const FOLDER = fileURLToPath(new URL('./', import.meta.url));

const readYaml = (...path: string[]): UntypedServerless =>
  parse(readFileSync(join(FOLDER, ...path), 'utf8'), { merge: true });

const SHARED_NEEDS: Record<string, FunctionNeeds> = readYaml('shared', 'needs.yml');

/** Paths of the functions by name, without extension. */
const FUNCTION_PATHS = new Map(
  globSync('functions/**/*.ts', { cwd: join(FOLDER, '../..') }).map(file => {
    const path = file.replace(/\.ts$/, '');
    const [, folder, ...rest] = path.split('/');
    return [[folder, ...rest.slice(-1)].join('-'), path];
  }),
);

/**
 * Part of the stage that contains the functions of a YAML file. Functions of all other files belong to the part `api`.
 */
const PARTS: Readonly<Record<string, StagePart>> = {
  'approvals.yml': 'jobs',
  'jobs.yml': 'jobs',
  'operator.yml': 'operators',
};

/** Entries of all YAML files in this folder, by function name. */
export const ENTRIES: Readonly<Record<string, FunctionEntry>> = Object.fromEntries(
  globSync('*.yml', { cwd: FOLDER })
    .sort()
    .flatMap(file =>
      Object.entries<DeclaredEntry>(readYaml(file)).map(([name, declared]) => [
        name,
        { ...completeEntry(name, declared), part: PARTS[file] ?? 'api' },
      ]),
    ),
);

/**
 * Adds the handler, the event of the route and the shared needs to an entry. Operators' routes get API Gateway's IAM
 * authorizer.
 */
function completeEntry(name: string, { route, uses = [], ...entry }: DeclaredEntry): FunctionEntry {
  const [method, url] = route?.split(' ') ?? [];
  const httpApi = url?.startsWith('/api/v1/operator/')
    ? { method, path: url, authorizer: { type: 'aws_iam' } }
    : route;
  const needs = uses.map(each => {
    if (SHARED_NEEDS[each]) return SHARED_NEEDS[each];
    throw new Error(`${name} uses ${each}, which shared/needs.yml does not have`);
  });
  const complete = {
    handler: `${FUNCTION_PATHS.get(name)}.handler`,
    ...(route && { events: [{ httpApi }] }),
    ...entry,
  };
  return needs.reduce(addNeeds, complete);
}

/**
 * Lists the entries of the functions that are deployed to a stage, or to the part of it that is being packaged. A stage
 * that is not a sandbox gets no sandbox functions and no additional sandbox needs of other functions. In such a stage,
 * the sandbox routes therefore return 404 (infra/docs/api/sandbox.md).
 * @param entries by default all entries of this folder
 */
export function listFunctionEntries(
  stage: Stage,
  entries: Readonly<Record<string, FunctionEntry>> = ENTRIES,
): [string, FunctionEntry][] {
  const sandbox = isSandboxStage(stage);
  return Object.entries(entries)
    .filter(([, entry]) => !entry.sandboxOnly || sandbox)
    .filter(([, { part }]) => part === stage.part || (stage.part ?? 'all') === 'all')
    .map(([name, { inSandbox, ...entry }]) => [
      name,
      sandbox && inSandbox ? addNeeds(entry, inSandbox) : entry,
    ]);
}

function addNeeds({ needs = {}, ...entry }: FunctionEntry, further: FunctionNeeds): FunctionEntry {
  const all: FunctionNeeds = { ...needs };
  for (const kind of ['settings', 'secrets'] as const) {
    if (further[kind]) all[kind] = unite(needs[kind], further[kind]);
  }
  for (const kind of ['table', 'objects'] as const) {
    const own = needs[kind] ?? {};
    const added = Object.entries(further[kind] ?? {}).map(([key, actions]) => [
      key,
      unite(own[key], actions),
    ]);
    if (added.length > 0) all[kind] = { ...own, ...Object.fromEntries(added) };
  }
  return { ...entry, needs: all };
}

function unite(one: string[] = [], other: string[]): string[] {
  return [...new Set([...one, ...other])];
}

/**
 * Returns `METHOD /path/{parameter}` for each route of a function. In `events`, a route with an authorizer is an
 * object, any other route is a string.
 */
export function listRoutes({ events = [] }: FunctionEntry): string[] {
  return events
    .map(({ httpApi }) => (httpApi?.path ? `${httpApi.method} ${httpApi.path}` : httpApi))
    .filter(Boolean);
}

/**
 * Creates the environment variables of a function.
 * @throws Error when the stage lacks a setting that the function needs, or has no URLs for the footer of mails
 */
function createEnvironment(needs: FunctionNeeds, stage: Stage): Record<string, unknown> {
  const names = [
    'STAGE',
    'LOG_LEVEL',
    ...(isSandboxStage(stage) ? ['SANDBOX'] : []),
    ...(needs.settings ?? []),
    ...(needs.table || needs.index ? ['TABLE_NAME'] : []),
    ...(needs.objects ? ['BUCKET_NAME'] : []),
    ...(needs.mail
      ? ['MAIL_FROM', 'DIGEST_FROM', 'SUPPORT_EMAIL', 'TERMS_URL', 'PRIVACY_URL', 'CONTACT']
      : []),
    ...(needs.approvesInSandbox && isSandboxStage(stage) ? ['APPROVE_FUNCTION'] : []),
    ...(needs.startsFileChecks ? ['CHECK_FILES_FUNCTION'] : []),
  ];
  const missingNames = names.filter(name => stage.settings[name] === undefined);
  if (missingNames.length > 0) throw new Error(`The stage has no setting ${missingNames.join(', ')}`);
  if (needs.mail) readLegalLinks(stage.settings);
  return {
    ...Object.fromEntries(names.map(name => [name, stage.settings[name]])),
    ...createStateSettings(needs, stage),
    ...(needs.lookups && { UV_THREADPOOL_SIZE: String(2 * needs.lookups) }),
    ...createSecretSettings(needs, stage),
  };
}

/**
 * Creates the environment variables for secrets. In the local stack, the variables contain the secrets. On AWS, they
 * contain only the names of the SSM parameters, so no CloudFormation template contains a secret.
 */
function createSecretSettings({ secrets: names = [] }: FunctionNeeds, stage: Stage) {
  const secrets = [...names].sort();
  if (secrets.length === 0) return {};
  const values = stage.secrets;
  if (!values) return { SECRETS_PATH: `/testimony/${stage.settings.STAGE}/`, SECRETS: secrets.join(',') };
  return {
    SECRETS: secrets.join(','),
    ...Object.fromEntries(secrets.map(name => [name.toUpperCase().replaceAll('-', '_'), values[name]])),
  };
}

/** Creates the environment variables whose values people set for a deployed stage (infra/parts/state-values.ts). */
const createStateSettings = (needs: FunctionNeeds, { part }: Stage) =>
  part !== 'all' && {
    EDGE_KEY_SHA256: getOptionalValue('EdgeKeySha256'),
    ...(needs.table?.['TOKEN#*'] && { TOKENS_VALID_FROM: getOptionalValue('TokensValidFrom') }),
  };

/**
 * Sets the ARN of the table's stream and limits the number of batches that run at the same time. The limit is a setting
 * of the stage, because the number of concurrent executions differs between accounts.
 */
function applyStreamSettings(event: UntypedServerless, stage: Stage) {
  if (!event.stream) return event;
  const { parallelizationFactor: maximum } = event.stream;
  const parallelizationFactor = Math.min(maximum, stage.streamParallelization ?? maximum);
  return { ...event, stream: { ...event.stream, arn: TABLE_REFERENCES.stream, parallelizationFactor } };
}

/** Creates the functions of the stage, for the `functions` section of serverless.yml. */
export async function functions({ resolveConfigurationProperty }: Serverless) {
  const stage = await readStage(resolveConfigurationProperty);
  const entries = listFunctionEntries(stage);
  return Object.fromEntries(
    entries.map(([name, { needs = {}, part, sandboxOnly, ...entry }]) => [
      name,
      {
        ...entry,
        disableLogs: true, // creates no log group: all functions share one (infra/resources/function-logs.yml)
        ...(entry.events && { events: entry.events.map(event => applyStreamSettings(event, stage)) }),
        role: getRoleName(name),
        environment: createEnvironment(needs, stage),
      },
    ]),
  );
}

/** Creates one IAM role per function, for the `resources` section of serverless.yml. */
export async function roles({ resolveConfigurationProperty }: Serverless) {
  const stage = await readStage(resolveConfigurationProperty);
  const Resources = Object.fromEntries(
    listFunctionEntries(stage).map(([name, entry]) => [getRoleName(name), createRole(name, entry, stage)]),
  );
  return { Resources };
}

/** Returns the logical id of a function's role: `me-show` → `MeShowRole`. */
const getRoleName = (name: string) =>
  `${name.replace(/(?:^|-)(\w)/g, (_, first) => first.toUpperCase())}Role`;
