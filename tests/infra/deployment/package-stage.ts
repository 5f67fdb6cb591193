/**
 * Runner of `serverless package` and `serverless deploy` for one stage. Each run has a temporary folder, so that tests
 * can run in parallel with each other and with a developer's own packaging.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { inject } from 'vitest';
import { STAGE_PARTS, type StagePart } from '../../../infra/parts/plan.ts';
import { shareBetweenWorkers } from './share-between-workers.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

/**
 * Local-stack settings and secrets in the environment of the packaging, to prove that no deployment takes a value from
 * there.
 */
export const STRAY_ENVIRONMENT = {
  SANDBOX: 'true',
  STAGE: 'stray-stage',
  TABLE_NAME: 'stray-table',
  API_URL: 'https://stray.example',
  PASSWORD_PEPPERS: '{"1":"stray-pepper"}',
  LINK_KEYS: 'stray-link-key',
  CURSOR_KEYS: 'stray-cursor-key',
  RESPONSE_KEYS: 'stray-response-key',
  LOG_KEYS: 'stray-log-key',
  WEBHOOK_KEYS: 'stray-webhook-key',
  TURNSTILE_SECRET: 'stray-turnstile-secret',
  STRIPE_URL: 'https://stray-stripe.example',
  STRIPE_SECRET_KEY: 'stray-stripe-secret-key',
  STRIPE_WEBHOOK_SECRETS: 'stray-webhook-secrets',
};

/** The files that a deployment of all parts of a stage would upload. */
interface StagePackage {
  readonly templates: Readonly<Record<StagePart, string>>;
  /** The text of all JSON files that would be uploaded. */
  readonly text: string;
}

/** The zips by function name. `size` is in bytes; `files` maps file names to contents. */
export type StageZips = ReadonlyMap<
  string,
  { readonly size: number; readonly files: Readonly<Record<string, Uint8Array>> }
>;

/**
 * Packages all parts of a stage.
 * @param change edits the copied project before packaging
 * @param zipFolder folder into which the zips are copied
 * @throws Error with the output of Serverless when packaging fails
 */
export async function packageStage(
  stage: string,
  change: (folder: string) => void = () => {},
  zipFolder?: string,
): Promise<StagePackage> {
  return runInCopy(async folder => {
    change(folder);
    for (const part of STAGE_PARTS)
      await runServerless(folder, 'package', '--stage', stage, '--param', `part=${part}`, '--package', part);
    if (zipFolder)
      for (const zip of globSync(join(folder, '*', '*.zip'))) cpSync(zip, join(zipFolder, basename(zip)));
    return readPackage(folder);
  });
}

const getZipFolder = () => join(inject('scratch'), 'zips');

/** Packages production with its real functions, once for all test files. */
export const packageProduction = (): Promise<StagePackage> =>
  shareBetweenWorkers('production', () => packageStage('production', () => {}, getZipFolder()));

/** Reads the zips of production. */
export async function readProductionZips(): Promise<StageZips> {
  await packageProduction();
  const names = readdirSync(getZipFolder());
  return new Map(
    names.map(name => {
      const bytes = readFileSync(join(getZipFolder(), name));
      return [basename(name, '.zip'), { size: bytes.length, files: unzipSync(bytes) }] as const;
    }),
  );
}

/**
 * Runs `serverless deploy` without AWS credentials, so that the deployment fails.
 * @returns the error of Serverless, and whether bundling had begun before the error
 */
export async function deployExpectingFailure(
  stage: string,
  ...part: string[]
): Promise<{ complaint: string; begun: boolean }> {
  return runInCopy(async folder => {
    const deployment = runServerless(folder, 'deploy', '--stage', stage, ...part);
    const deploymentError = await deployment.catch(error => error);
    return { complaint: String(deploymentError), begun: existsSync(join(folder, '.esbuild')) };
  });
}

/**
 * Replaces the functions of a copied project by empty ones, so that tests that read only the template need not bundle
 * them.
 */
export function emptyFunctions(folder: string): void {
  const files = globSync('functions/**/*.ts', { cwd: folder });
  rmSync(join(folder, 'functions'));
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), 'export const handler = () => {};\n');
  }
}

/** Runs an action in a temporary folder that contains everything that Serverless reads. */
async function runInCopy<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'deployment-'));
  try {
    for (const name of ['serverless.yml', 'package.json', 'tsconfig.json'])
      cpSync(join(ROOT, name), join(folder, name));
    for (const name of ['functions', 'lib', 'node_modules'])
      symlinkSync(join(ROOT, name), join(folder, name));
    cpSync(join(ROOT, 'infra'), join(folder, 'infra'), { recursive: true });
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Runs Serverless in a folder, without AWS credentials and with the same folder as home directory.
 * @throws Error with the standard output of Serverless, which contains the error messages
 */
async function runServerless(cwd: string, ...command: string[]): Promise<void> {
  const program = join(ROOT, 'node_modules/serverless/bin/serverless.js');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: cwd,
    TMPDIR: cwd,
    AWS_EC2_METADATA_DISABLED: 'true',
    // Serverless compiles the schema of its configuration once, instead of for each part. That halves the time.
    SLS_SCHEMA_CACHE_BASE_DIR: join(ROOT, 'node_modules/.cache'),
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
    ...STRAY_ENVIRONMENT,
  };
  await promisify(execFile)(process.execPath, [program, ...command], { cwd, env }).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

/** Reads the package of each part from the subfolder with its name. */
function readPackage(folder: string): StagePackage {
  const files = STAGE_PARTS.flatMap(part =>
    readdirSync(join(folder, part)).map(file => join(folder, part, file)),
  );
  const texts = files.filter(file => file.endsWith('.json')).map(file => readFileSync(file, 'utf8'));
  const templates = STAGE_PARTS.map(part => {
    const file = join(folder, part, 'cloudformation-template-update-stack.json');
    return [part, readFileSync(file, 'utf8')] as const;
  });
  return {
    templates: Object.fromEntries(templates) as StagePackage['templates'],
    text: texts.join('\n'),
  };
}
