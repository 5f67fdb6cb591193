/** Entry point of `npm run smoke`, the checks of a deployed sandbox (infra/docs/deployment.md#the-first-deployment). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { createApiClient } from '../operator/api-client.ts';
import { CHECKS, type CheckContext, SkippedError } from './checks.ts';
import { findStage } from './deployed-stage.ts';
import { createAccounts } from './sample-accounts.ts';

interface Options {
  readonly stage?: string;
  readonly region: string;
  readonly url: string;
  readonly mailDomain: string;
}

const options = new Command('npm run smoke --')
  .description(
    'Check a deployed sandbox with your own AWS credentials. Creates two accounts, and closes them. Rings one alarm.',
  )
  .option('--stage <name>', 'Sandbox stage on AWS. Without it, the checks run against the local stack.')
  .option('--region <region>', 'Region of the stage.', 'eu-central-1')
  .option('--url <url>', 'Local stack.', 'http://localhost:3000')
  .option('--mail-domain <domain>', 'Domain of the accounts, which must accept mail.', 'klienti.sk')
  .parse()
  .opts<Options>();

const stage = options.stage ? await findStage(options.stage, options.region) : undefined;
const url = (stage?.url ?? options.url).replace(/\/$/, '');
const operatorsUrl = stage?.operatorsUrl ?? url;
const sendAsOperator = createApiClient({ url: new URL(operatorsUrl), region: options.region });
const accounts = await createAccounts(url, options.mailDomain);
const context: CheckContext = {
  ...{ accounts, url, operatorsUrl },
  askOperator: async path => (await sendAsOperator({ method: 'GET', path })).data,
  ...(stage && { stage }),
};

if (!stage) console.log('No IAM here: what passes proves only that the script works.\n');

const results: { check: string; result: 'passed' | 'failed' | 'skipped'; details: string }[] = [];
async function runCheck(check: string, proves: string, run: () => Promise<void>): Promise<void> {
  const [result, details] = await run().then(
    () => ['passed', proves] as const,
    error => [error instanceof SkippedError ? 'skipped' : 'failed', String(error.message)] as const,
  );
  results.push({ check, result, details });
  console.log(`${result.padEnd(8)} ${check.padEnd(16)} ${details}`);
}
for (const { name, proves, run } of CHECKS) await runCheck(name, proves, () => run(context));
await runCheck('cleanup', 'the accounts are closed', () => accounts.close());

const passed = results.every(({ result }) => result !== 'failed');
if (stage) {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  mkdirSync('.smoke', { recursive: true });
  writeFileSync(`.smoke/${stage.name}.json`, JSON.stringify({ commit, passed, results }, null, 2));
}
process.exitCode = passed ? 0 : 1;
