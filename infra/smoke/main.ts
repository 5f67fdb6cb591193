/** Entry point of `npm run smoke`, the checks of a deployed stage (infra/docs/deployment.md#the-first-deployment). */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { parse } from 'yaml';
import { createApiClient } from '../operator/api-client.ts';
import { readCommit } from '../parts/commit.ts';
import { type CheckContext, SkippedError, SMOKE_CHECKS, UnprovenError } from './checks.ts';
import { findStage } from './deployed-stage.ts';
import { createSampleAccounts, type SampleAccounts } from './sample-accounts.ts';

interface Options {
  readonly stage?: string;
  readonly region: string;
  readonly url: string;
  readonly mailDomain: string;
}

const options = new Command('npm run smoke --')
  .description(
    'Check a deployed stage with your own AWS credentials. In a sandbox, creates two accounts and closes them, and rings one alarm. In production, only reads.',
  )
  .option('--stage <name>', 'Stage on AWS. Without it, the checks run against the local stack.')
  .option('--region <region>', 'Region of the stage.', 'eu-central-1')
  .option('--url <url>', 'Local stack.', 'http://localhost:3000')
  .option('--mail-domain <domain>', 'Domain of the accounts, which must accept mail.', 'klienti.sk')
  .parse()
  .opts<Options>();

const resultFile = `.smoke/${options.stage}.json`;
if (options.stage) rmSync(resultFile, { force: true });

const stage = options.stage ? await findStage(options.stage, options.region) : undefined;
const url = (stage?.url ?? options.url).replace(/\/$/, '');
const operatorsUrl = stage?.operatorsUrl ?? url;
const stageFile = new URL(`../stages/${options.stage ?? 'local'}.yml`, import.meta.url);
const { origins } = parse(readFileSync(stageFile, 'utf8'), { logLevel: 'silent' });
const sendAsOperator = createApiClient({ url: new URL(operatorsUrl), region: options.region });
let accounts: SampleAccounts | undefined;
const context: CheckContext = {
  get accounts() {
    if (accounts) return accounts;
    throw new Error('There are no accounts.');
  },
  commit: readCommit(import.meta.dirname),
  operatorsUrl,
  url,
  origins,
  askOperator: async path => (await sendAsOperator({ method: 'GET', path })).data,
  ...(stage && { stage }),
};

if (!stage)
  console.log('The local stack has no IAM: a check that passes proves only that the script works.\n');

type Result = 'passed' | 'failed' | 'skipped' | 'unproven';
const results: { check: string; result: Result; details: string }[] = [];
async function runCheck(check: string, proves: string, run: () => Promise<void>): Promise<void> {
  const [result, details] = await run().then(
    () => ['passed', proves] as const,
    error => [classifyError(error), String(error.message)] as const,
  );
  results.push({ check, result, details });
  console.log(`${result.padEnd(8)} ${check.padEnd(16)} ${details}`);
}

/** Classifies the error of a check. A skipped check counts as failed, except in the local stack. */
function classifyError(error: unknown): Result {
  if (error instanceof UnprovenError) return 'unproven';
  return error instanceof SkippedError && !stage ? 'skipped' : 'failed';
}

const isReadOnly = stage?.isSandbox === false;
if (!isReadOnly)
  await runCheck('accounts', 'people can register, and links in mails verify their addresses', async () => {
    accounts = await createSampleAccounts(url, options.mailDomain);
  });
const checks = SMOKE_CHECKS.filter(check => !isReadOnly || check.isReadOnly);
for (const { name, proves, run } of checks) await runCheck(name, proves, () => run(context));
if (accounts) await runCheck('cleanup', 'the accounts are closed', () => context.accounts.close());

const passed = results.every(({ result }) => result !== 'failed');
if (stage) {
  const unproven = results.filter(({ result }) => result === 'unproven').map(({ check }) => check);
  mkdirSync('.smoke', { recursive: true });
  const outcome = { commit: stage.commits.api, passed, unproven, results };
  writeFileSync(resultFile, JSON.stringify(outcome, null, 2));
}
process.exitCode = passed ? 0 : 1;
