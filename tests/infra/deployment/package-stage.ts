/**
 * `serverless package`, run for one stage in a folder of its own, so that tests may run beside each
 * other and beside a developer's own packaging.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** Variables that would change a local stack, and secrets; no deployment may take a value from them. */
export const STRAY_ENVIRONMENT = {
  SANDBOX: 'true',
  STAGE: 'stray-stage',
  TABLE_NAME: 'stray-table',
  API_URL: 'https://stray.example',
  PASSWORD_PEPPERS: '{"1":"stray-pepper"}',
  LINK_KEY: 'stray-link-key',
  TURNSTILE_SECRET: 'stray-turnstile-secret',
  STRIPE_URL: 'https://stray-stripe.example',
  STRIPE_SECRET_KEY: 'stray-stripe-secret-key',
  STRIPE_WEBHOOK_SECRETS: 'stray-webhook-secrets',
};

export interface StagePackage {
  /** The CloudFormation template. */
  readonly template: string;
  /** Everything that would be uploaded as text. */
  readonly text: string;
  /** By the name of the zip: its size, and the contents of its files by their names. */
  readonly zips: ReadonlyMap<string, { size: number; files: Readonly<Record<string, Uint8Array>> }>;
}

/** @param change edits the copied project first; @throws when Serverless refuses */
export async function packageStage(
  stage: string,
  change: (folder: string) => void = () => {},
): Promise<StagePackage> {
  return runInCopy(async folder => {
    change(folder);
    await runServerless(folder, 'package', '--stage', stage, '--package', 'out');
    return readPackage(join(folder, 'out'));
  });
}

/**
 * Runs `serverless deploy`, without credentials.
 *
 * @returns what Serverless complained of, and whether it had begun to bundle by then
 */
export async function deployExpectingFailure(stage: string): Promise<{ complaint: string; begun: boolean }> {
  return runInCopy(async folder => {
    const refused = await runServerless(folder, 'deploy', '--stage', stage).catch(error => error);
    return { complaint: String(refused), begun: existsSync(join(folder, '.esbuild')) };
  });
}

/** A folder of its own with all that Serverless reads. */
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

/** No credentials and no home: what packaging needs is in the folder. Serverless complains on standard output. */
async function runServerless(cwd: string, ...command: string[]): Promise<void> {
  const program = join(ROOT, 'node_modules/serverless/bin/serverless.js');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: cwd,
    TMPDIR: cwd,
    AWS_EC2_METADATA_DISABLED: 'true',
    ...STRAY_ENVIRONMENT,
  };
  await promisify(execFile)(process.execPath, [program, ...command], { cwd, env }).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

function readPackage(out: string): StagePackage {
  const files = readdirSync(out);
  const texts = files
    .filter(file => file.endsWith('.json'))
    .map(file => readFileSync(join(out, file), 'utf8'));
  const template = readFileSync(join(out, 'cloudformation-template-update-stack.json'), 'utf8');
  const zips = files
    .filter(file => file.endsWith('.zip'))
    .map(file => {
      const bytes = readFileSync(join(out, file));
      return [file.replace('.zip', ''), { size: bytes.length, files: unzipSync(bytes) }] as const;
    });
  return { template, text: texts.join('\n'), zips: new Map(zips) };
}
