/**
 * Serverless functions and their IAM roles, created from the entries of `infra/functions/*.yml`.
 *
 * The name of an entry is the path of its function: `me-show` is `functions/me/show.ts`. Operators' functions are in
 * subfolders, which their names leave out. An entry declares its route, and the resources and settings that its
 * function needs (`needs`), in addition to those that several functions share (`uses`, from `shared/needs.yml`). The
 * permissions (`permissions.cjs`) and the environment variables of a function are both derived from its needs.
 */
const { globSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parse } = require('yaml');
const { createRole } = require('./permissions.cjs');
const { getOptionalValue } = require('../parts/state-values.cjs');
const { isSandbox, readStage, TABLE } = require('./stage.cjs');

/**
 * @typedef {object} FunctionNeeds
 * @property {string[]} [settings] names of the settings that the function reads from the stage
 * @property {Record<string, string[]>} [table] item actions by partition key; a transaction needs those of its parts;
 *   `UpdateItem(a, b)` allows updates of these attributes only, `Query(a, b)` queries that select these by name
 * @property {string[]} [index] partition keys of the index that the function may query
 * @property {Record<string, string[]>} [objects] object actions by key prefix in the bucket
 * @property {boolean} [mail] whether the function sends mail
 * @property {boolean} [mailQuota] whether the function reads how much mail the account may send
 * @property {string[]} [secrets] names of SSM parameters
 * @property {number} [lookups] names of servers of others that the function resolves at the same time. Each lookup occupies a
 *   thread until the name server responds, and Node.js uses half of its threads for lookups, two by default
 * @property {boolean} [approvesInSandbox] whether the function invokes the approval function in sandbox stages
 *
 * @typedef {object} FunctionEntry
 * @property {string} handler
 * @property {any[]} [events]
 * @property {{ patterns: string[] }} [package] additional files in the function's zip file
 * @property {number} [timeout] seconds
 * @property {FunctionNeeds} [needs]
 * @property {'api' | 'operators'} [part] the part of the stage that deploys the function
 * @property {boolean} [sandboxOnly] whether the function is deployed in sandbox stages only
 * @property {FunctionNeeds} [inSandbox] additional needs in sandbox stages
 *
 * @typedef {Omit<FunctionEntry, 'handler'> & { route?: string, uses?: string[] }} DeclaredEntry entry of a YAML file
 *
 * @typedef {import('./stage.cjs').Stage} Stage
 * @typedef {{ resolveConfigurationProperty: (property: string[]) => Promise<any> }} Serverless
 */

/** @type {(...path: string[]) => any} */
const readYaml = (...path) => parse(readFileSync(join(__dirname, ...path), 'utf8'), { merge: true });

/** @type {Record<string, FunctionNeeds>} */
const SHARED_NEEDS = readYaml('shared', 'needs.yml');

/** Paths of the functions by name, without extension. */
const FUNCTION_PATHS = new Map(
  globSync('functions/**/*.ts', { cwd: join(__dirname, '../..') }).map(file => {
    const path = file.replace(/\.ts$/, '');
    const [, folder, ...rest] = path.split('/');
    return [[folder, ...rest.slice(-1)].join('-'), path];
  }),
);

/** The file with the functions of the part `operators`. Those of all other files belong to the part `api`. */
const OPERATORS_FILE = 'operator.yml';

/**
 * Reads the entries of all YAML files in this folder.
 *
 * @returns {Record<string, FunctionEntry>} entries by function name
 */
function readEntries() {
  const files = readdirSync(__dirname)
    .filter(file => file.endsWith('.yml'))
    .sort();
  return Object.fromEntries(
    files.flatMap(file =>
      Object.entries(readYaml(file)).map(([name, declared]) => [
        name,
        { ...completeEntry(name, declared), part: file === OPERATORS_FILE ? 'operators' : 'api' },
      ]),
    ),
  );
}

/**
 * Adds the handler, the event of the route and the shared needs to an entry. API Gateway authorizes operators.
 *
 * @param {string} name
 * @param {DeclaredEntry} declared
 * @returns {FunctionEntry}
 */
function completeEntry(name, { route, uses = [], ...entry }) {
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
 *
 * @param {Stage} stage
 * @param {Record<string, FunctionEntry>} [entries] by default all entries of this folder
 * @returns {[string, FunctionEntry][]}
 */
function listEntries(stage, entries = readEntries()) {
  const sandbox = isSandbox(stage);
  return Object.entries(entries)
    .filter(([, entry]) => !entry.sandboxOnly || sandbox)
    .filter(([, { part }]) => part === stage.part || (stage.part ?? 'all') === 'all')
    .map(([name, { inSandbox, ...entry }]) => [
      name,
      sandbox && inSandbox ? addNeeds(entry, inSandbox) : entry,
    ]);
}

/**
 * Returns the entry with further needs.
 *
 * @param {FunctionEntry} entry
 * @param {FunctionNeeds} further
 * @returns {FunctionEntry}
 */
function addNeeds({ needs = {}, ...entry }, further) {
  /** @type {FunctionNeeds} */
  const all = { ...needs };
  for (const kind of /** @type {const} */ (['settings', 'secrets'])) {
    if (further[kind]) all[kind] = unite(needs[kind], further[kind]);
  }
  for (const kind of /** @type {const} */ (['table', 'objects'])) {
    const own = needs[kind] ?? {};
    const added = Object.entries(further[kind] ?? {}).map(([key, actions]) => [
      key,
      unite(own[key], actions),
    ]);
    if (added.length > 0) all[kind] = { ...own, ...Object.fromEntries(added) };
  }
  return { ...entry, needs: all };
}

/** @type {(one: string[] | undefined, other: string[]) => string[]} */
const unite = (one = [], other) => [...new Set([...one, ...other])];

/**
 * Lists all routes except the catch-all route.
 *
 * @param {Record<string, FunctionEntry>} entries
 * @returns {string[]} `METHOD /path/{parameter}` of every route
 */
function listRoutes(entries) {
  return Object.values(entries)
    .flatMap(entry => entry.events ?? [])
    .map(event => (event.httpApi?.path ? `${event.httpApi.method} ${event.httpApi.path}` : event.httpApi))
    .filter(route => route && route !== '*');
}

/**
 * Creates the environment variables of a function.
 *
 * @param {FunctionNeeds} needs
 * @param {Stage} stage
 * @throws Error when the stage lacks a setting that the function needs
 * @returns {Record<string, unknown>}
 */
function createEnvironment(needs, stage) {
  const names = [
    ...['STAGE', 'LOG_LEVEL', ...(isSandbox(stage) ? ['SANDBOX'] : [])],
    ...(needs.settings ?? []),
    ...(needs.table || needs.index ? ['TABLE_NAME'] : []),
    ...(needs.objects ? ['BUCKET_NAME'] : []),
    ...(needs.mail ? ['MAIL_FROM', 'DIGEST_FROM', 'SUPPORT_EMAIL'] : []),
    ...(needs.approvesInSandbox && isSandbox(stage) ? ['APPROVE_FUNCTION'] : []),
  ];
  const missingNames = names.filter(name => stage.settings[name] === undefined);
  if (missingNames.length > 0) throw new Error(`The stage has no setting ${missingNames.join(', ')}`);
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
 *
 * @param {FunctionNeeds} needs
 * @param {Stage} stage
 */
function createSecretSettings({ secrets: names = [] }, stage) {
  const secrets = [...names].sort();
  if (secrets.length === 0) return {};
  const values = stage.secrets;
  if (!values) return { SECRETS_PATH: `/testimony/${stage.settings.STAGE}/`, SECRETS: secrets.join(',') };
  return {
    SECRETS: secrets.join(','),
    ...Object.fromEntries(secrets.map(name => [name.toUpperCase().replaceAll('-', '_'), values[name]])),
  };
}

/**
 * Creates the environment variables with the state of the stage (infra/parts/stage-state.yml), except in the local
 * stack.
 *
 * @param {FunctionNeeds} needs
 * @param {Stage} stage
 */
const createStateSettings = (needs, { part }) =>
  part !== 'all' && {
    EDGE_KEY_SHA256: getOptionalValue('EdgeKeySha256'),
    ...(needs.table?.['TOKEN#*'] && { TOKENS_VALID_FROM: getOptionalValue('TokensValidFrom') }),
  };

/**
 * Sets the stream of the table, and its parallelization. The account's executions limit how many batches can run
 * at the same time, and that differs between accounts.
 *
 * @param {any} event
 * @param {Stage} stage
 */
function applyStreamSettings(event, stage) {
  if (!event.stream) return event;
  const { streamParallelization: parallelizationFactor } = stage;
  const stream = { ...event.stream, arn: TABLE.stream };
  return { ...event, stream: { ...stream, ...(parallelizationFactor && { parallelizationFactor }) } };
}

/**
 * Creates the functions of the stage, for the `functions` section of serverless.yml.
 *
 * @param {Serverless} serverless
 */
async function functions({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  const entries = listEntries(stage);
  return Object.fromEntries(
    entries.map(([name, { needs = {}, part, sandboxOnly, ...entry }]) => [
      name,
      {
        ...entry,
        disableLogs: true, // no log group of its own: all functions share one (infra/resources/function-logs.yml)
        ...(entry.events && { events: entry.events.map(event => applyStreamSettings(event, stage)) }),
        reservedConcurrency: stage.reservedConcurrency?.[name],
        role: getRoleName(name),
        environment: createEnvironment(needs, stage),
      },
    ]),
  );
}

/**
 * Creates one IAM role per function, for the `resources` section of serverless.yml.
 *
 * @param {Serverless} serverless
 */
async function roles({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  const Resources = Object.fromEntries(
    listEntries(stage).map(([name, entry]) => [
      getRoleName(name),
      addTracing(createRole(name, entry, stage), stage),
    ]),
  );
  return { Resources };
}

/**
 * Attaches AWS's managed X-Ray policy to the role if tracing is on. X-Ray actions cannot be restricted to resources, so
 * they do not fit into the policy of `createRole`, which names the resources of every action.
 *
 * @param {ReturnType<typeof createRole>} role
 * @param {Stage} stage
 */
function addTracing(role, { tracing }) {
  if (!tracing) return role;
  const ManagedPolicyArns = [
    { 'Fn::Sub': `arn:\${AWS::Partition}:iam::aws:policy/AWSXRayDaemonWriteAccess` },
  ];
  return { ...role, Properties: { ...role.Properties, ManagedPolicyArns } };
}

/**
 * Returns the logical id of a function's role: `me-show` → `MeShowRole`.
 *
 * @param {string} name
 */
const getRoleName = name => `${name.replace(/(?:^|-)(\w)/g, (_, first) => first.toUpperCase())}Role`;

module.exports = { functions, roles, readEntries, listEntries, listRoutes };
