/** Entry point of `npm run restore`, the commands for an administrator after a restore (infra/docs/restore.md). */
import { Command, InvalidArgumentError, Option } from 'commander';
import { openRestoreDependencies, replayJournal, reportOrphans } from './commands.ts';

interface Target {
  readonly table: string;
  readonly bucket: string;
  readonly scansKeptDays: string;
}

/** Exit code when a command leaves something for an operator to do. */
const LEFT_FOR_OPERATOR = 1;

const program = new Command('npm run restore --')
  .description(
    'Bring a restored table up to date. Runs with your own AWS credentials and AWS_REGION, past the API.',
  )
  .requiredOption('--table <name>', 'Name of the restored table.')
  .requiredOption('--bucket <name>', 'Name of the bucket.')
  .addOption(new Option('--scans-kept-days <days>', 'SCANS_KEPT_DAYS of the stage.').default('90'))
  .configureHelp({ showGlobalOptions: true });

program
  .command('replay')
  .description('Close accounts again, and apply decisions that the restored table does not contain.')
  .requiredOption('--from <time>', 'Moment that the table was restored to, in UTC.', parseTime)
  .option('--dry-run', 'Print what would be done, and write nothing.')
  .action((options: { from: string; dryRun?: boolean }) =>
    run(deps => replayJournal(options, deps, console.log)),
  );

program
  .command('orphans')
  .description('List objects without an owner and owners without an object.')
  .option('--erase-scans', 'Erase scans of identity documents without an owner, in all versions.')
  .action((options: { eraseScans?: boolean }) => run(deps => reportOrphans(options, deps, console.log)));

await program.parseAsync();

async function run(
  command: (deps: ReturnType<typeof openRestoreDependencies>) => Promise<boolean>,
): Promise<void> {
  const { table, bucket, scansKeptDays } = program.opts<Target>();
  const isDone = await command(
    openRestoreDependencies({
      ...process.env,
      TABLE_NAME: table,
      BUCKET_NAME: bucket,
      SCANS_KEPT_DAYS: scansKeptDays,
    }),
  );
  if (!isDone) process.exitCode = LEFT_FOR_OPERATOR;
}

function parseTime(text: string): string {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('A time looks like 2026-01-31T11:59:00Z, in UTC.');
  return time.toISOString();
}
