/**
 * Entry point of `npm run deploy`, `remove`, `package` and `stage`, for all parts of a stage
 * (infra/docs/deployment.md).
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SSMClient } from '@aws-sdk/client-ssm';
import { Argument, Command } from 'commander';
import { parse } from 'yaml';
import { findDeploymentFault } from './deployment-checks.ts';
import { type DeploymentCommand, planDeployment, planPackaging, planRemoval } from './plan.ts';
import { createMissingValues, parseValues, setValues } from './set-values.ts';
import { STAGE_VALUES } from './state-values.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const STAGES = globSync('infra/stages/*.yml', { cwd: ROOT })
  .map(file => basename(file, '.yml'))
  .filter(stage => stage !== 'local')
  .sort();

interface Options {
  readonly stage?: string;
  readonly region?: string;
  readonly unproven?: string;
  readonly dryRun?: boolean;
}

const program = new Command('npm run')
  .description(
    'Deploy, remove or package the parts of a stage, in order. Prints each command before it runs.',
  )
  .configureHelp({ showGlobalOptions: true });

program
  .command('deploy')
  .description("Deploy a stage: its state, its API, its jobs and the operators' API.")
  .requiredOption('--stage <name>', `One of ${STAGES.join(', ')}.`, parseStage)
  .option('--region <region>', 'AWS region, if it is not the one in serverless.yml.')
  .option('--unproven <reason>', 'Deploy production although the smoke test has not passed for this commit.')
  .option('--dry-run', 'Print the commands only.')
  .action(async (options: Options & { stage: string }) => {
    if (!options.dryRun) {
      const fault = findDeploymentFault(ROOT, options.stage, options.unproven);
      if (fault) program.error(`error: ${fault}`);
      await createMissingValues(createClient(options), options.stage);
    }
    run(planDeployment(options), options);
  });

program
  .command('remove')
  .description('Remove the sandbox. Its table, bucket, log group and SES identities stay in the account.')
  .requiredOption('--stage <name>', 'The stage to remove.', parseStage)
  .option('--region <region>', 'AWS region, if it is not the one in serverless.yml.')
  .option('--dry-run', 'Print the commands only.')
  .action((options: Options & { stage: string }) => {
    if (options.stage === 'production')
      program.error('error: production is protected: see infra/docs/deployment.md#the-next-deployment');
    run(planRemoval(options), options);
  });

program
  .command('package')
  .description('Package all parts of all stages into .package/, without credentials.')
  .addArgument(new Argument('[stages...]', 'Stages to package.').default(STAGES))
  .option('--dry-run', 'Print the commands only.')
  .action((stages: readonly string[], options: Options) => run(planPackaging(stages), options));

const stageCommand = program
  .command('stage')
  .description('Change a stage.')
  .action(() => stageCommand.help({ error: true }));

const valueHelp = Object.entries(STAGE_VALUES).map(([name, { description }]) => `  ${name}: ${description}`);
stageCommand
  .command('set')
  .description('Set values that all later deployments of a stage keep. The next deployment applies them.')
  .argument('<stage>', 'The stage.', parseStage)
  .argument('<name=value...>', 'Values; "none" removes one.')
  .option('--region <region>', 'AWS region, if it is not the one in serverless.yml.')
  .addHelpText('after', `\nValues:\n${valueHelp.join('\n')}`)
  .action(async (stage: string, texts: readonly string[], options: Options) => {
    const values = parseValues(texts);
    await setValues(createClient(options), stage, values);
    console.log(`Set ${Object.keys(values).join(', ')}. Deploy the stage to apply.`);
  });

await program.parseAsync().catch((error: Error) => program.error(`error: ${error.message}`));

function createClient({ region }: Options): SSMClient {
  const { provider } = parse(readFileSync(new URL('../../serverless.yml', import.meta.url), 'utf8'));
  return new SSMClient({ region: region ?? provider.region });
}

function run(steps: readonly DeploymentCommand[], { dryRun = false }: Options): void {
  for (const { part, command } of steps) {
    console.log(`${part}: npx ${command.map(quote).join(' ')}`);
    if (dryRun) continue;
    const { status } = spawnSync('npx', command, { cwd: ROOT, stdio: 'inherit' });
    if (status !== 0) {
      console.error(`${part} failed. The parts after it were not touched.`);
      process.exit(1);
    }
  }
  console.log(dryRun ? 'Nothing was done: --dry-run.' : 'Done.');
}

function quote(text: string): string {
  return /^[\w./:=,@-]+$/.test(text) ? text : `'${text}'`;
}

function parseStage(stage: string): string {
  if (!STAGES.includes(stage))
    program.error(`error: there is no stage ${stage}, only ${STAGES.join(' and ')}`);
  return stage;
}
