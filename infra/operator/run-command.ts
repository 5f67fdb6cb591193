/** Runs a command: sends its requests and formats its output. */
import type { ResponseData } from '../../lib/http/response/success-response.ts';
import { type ApiResponse, EXIT_CODES, OperatorError, type SendRequest } from './api-client.ts';
import { createRecordColumns, createSections, createTableColumns } from './columns.ts';
import { isExport, isRecordOfList, type OperatorCommand, type Values } from './commands.ts';
import { createRequest, fetchItems, fetchPages } from './requests.ts';
import { fetchSubjects, formatSubjects, sumEuros } from './subjects.ts';
import { type CsvForm, formatCsv, formatJson, formatRecord, formatTable } from './terminal-output.ts';

export interface CommandInput {
  /** Values of the command's options and argument, by the names of their fields. */
  readonly values: Values;
  readonly csv?: CsvForm;
  readonly all?: true;
  readonly json?: true;
  /** Runs the command without asking for a confirmation. */
  readonly yes?: true;
  /** Shows the request and the resulting ledger entries of a command that writes, and changes nothing. */
  readonly dryRun?: true;
}

/**
 * Runs a command.
 * @returns the text to print
 * @throws OperatorError when a request fails
 */
export async function runCommand(
  command: OperatorCommand,
  { values, csv, all, json }: CommandInput,
  send: SendRequest,
): Promise<string> {
  const { method, schema, operationId } = command;
  if (csv && json)
    throw new OperatorError(EXIT_CODES.wrongUsage, 'Add either --csv or --json: they are two formats.');
  if (isExport(command)) return formatJson({ data: await fetchExport(command, values, send) });
  if (csv) {
    const rows = addTotals(operationId, await fetchItems(command, values, send));
    return formatCsv(createTableColumns(schema, operationId), rows, csv);
  }
  // The subject is read before the response, so the printed revision of an expert is never newer than the printed
  // scans.
  const isSubjectShown = method === 'GET' && !json;
  const subjects = isSubjectShown ? formatSubjects(command, await fetchSubjects(command, values, send)) : [];
  const response: ApiResponse = all
    ? { data: await fetchItems(command, values, send) }
    : await send(createRequest(command, values));
  if (json) return formatJson(response);
  const nextCursor = response.meta?.next_cursor;
  const hint = `There are more results. Add --all, or for the next page\n--cursor ${nextCursor}`;
  return [
    ...(method === 'GET' ? subjects : ['Done.']),
    ...formatData(command, response.data),
    ...(nextCursor ? [hint] : []),
  ].join('\n\n');
}

/**
 * Fetches all pages of an export as one document. The export route cannot read audit entries, so the command adds them
 * from the history of the user. The entries do not name the operators, as in the export that users make themselves.
 */
async function fetchExport(command: OperatorCommand, values: Values, send: SendRequest): Promise<object> {
  const result: Record<string, unknown> = {};
  for await (const { data } of fetchPages(command, values, send)) {
    for (const [name, value] of Object.entries(data as Values)) {
      const earlier = result[name] ?? value;
      result[name] = name in result && Array.isArray(value) ? [earlier, value].flat() : earlier;
    }
  }
  const history = await send({ method: 'GET', path: `/history?id=${values.id}` });
  const entries = (history.data as ResponseData<'OperatorHistory'>).audit;
  return { ...result, audit: entries.map(({ who, ...entry }) => entry).reverse() };
}

/** Adds a last line to the accounting, with the change of the balance at Stripe. */
function addTotals(operationId: string, rows: readonly unknown[]): readonly unknown[] {
  if (operationId !== 'operatorListAccounting') return rows;
  const amounts = (rows as readonly ResponseData<'AccountingLine'>[]).map(
    ({ from, to, amount }) => amount * (Number(from === 'provider') - Number(to === 'provider')),
  );
  return [...rows, { kind: 'change of the balance at Stripe', amount: sumEuros(amounts) }];
}

function formatData(command: OperatorCommand, data: unknown): string[] {
  if (!Array.isArray(data)) return formatDetails(command, data);
  if (data.length === 0) return ['None.'];
  const { schema, operationId } = command;
  if (isRecordOfList(command)) return data.flatMap(record => formatDetails(command, record));
  return [formatTable(createTableColumns(schema, operationId), data)];
}

const formatDetails = (command: OperatorCommand, record: unknown): string[] => [
  ...[formatRecord(createRecordColumns(command.schema), record)].filter(Boolean),
  ...formatSections(command, record),
];

/** Formats the tables below a record. */
export const formatSections = ({ schema }: OperatorCommand, record: unknown): string[] =>
  createSections(schema).map(({ title, member, columns }) => {
    const rows = (record as Readonly<Record<string, readonly unknown[] | undefined>>)[member];
    return `${title}\n${rows?.length ? formatTable(columns, rows, { inFull: true }) : 'None.'}`;
  });
