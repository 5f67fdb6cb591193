/**
 * Command that reads the whole table. It calls DynamoDB directly with the caller's own AWS credentials, because no
 * function may read the whole table.
 */
import type { Command } from 'commander';
import { openTable } from '../../lib/platform/aws/table/table.ts';
import { checkTable } from '../../lib/platform/aws/table-check.ts';
import { EXIT_CODES, OperatorError } from './api-client.ts';
import { type AwsOptions, selectAwsEnvironment } from './aws-environment.ts';

export function addTableCheckCommand(program: Command, print: (text: string) => void): void {
  program
    .command('table')
    .description('Check the items of the table.')
    .command('check')
    .description('List the items that do not fit the schema of their kind, with the fields at fault.')
    .requiredOption('--table <name>', 'Name of the table.')
    .addHelpText(
      'after',
      `
Reads the table past the API, with your own AWS credentials and --region or AWS_REGION. Writes nothing.

Example:
  npm run operator -- table check --table testimony-production-state-Table-1ABC --region eu-central-1`,
    )
    .action(async (_, command: Command) => {
      const { count, invalidCount } = await printInvalidItems(command.optsWithGlobals(), print);
      if (invalidCount > 0)
        throw new OperatorError(EXIT_CODES.rejected, `${invalidCount} of ${count} items are invalid.`);
      print(`All ${count} items fit their schemas.\n`);
    });
}

async function printInvalidItems(
  { table: name, ...connection }: AwsOptions & { readonly table: string },
  print: (text: string) => void,
) {
  const table = openTable({ ...selectAwsEnvironment(connection), TABLE_NAME: name });
  const counts = { count: 0, invalidCount: 0 };
  try {
    for await (const { count, invalid } of checkTable(table)) {
      counts.count += count;
      counts.invalidCount += invalid.length;
      for (const { pk, sk, fields } of invalid) print(`${pk}  ${sk}  ${fields.join(', ')}\n`);
    }
  } catch (error) {
    throw new OperatorError(EXIT_CODES.unreachable, `Cannot read the table ${name}: ${error}`);
  }
  return counts;
}
