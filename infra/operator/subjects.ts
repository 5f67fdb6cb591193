/** Subjects: the records that a command concerns, which the operator sees before the command is carried out. */
import type { SendRequest } from './api-client.ts';
import { createRecordColumns, createTableColumns } from './columns.ts';
import type { OperatorCommand, Values } from './commands.ts';
import { SUBJECT_MEMBERS } from './exceptions.ts';
import { fetchItems } from './requests.ts';
import { formatRecord, formatTable, formatValue } from './terminal-output.ts';

/** Maximum number of records that are shown before a question. */
const MAX_SHOWN_RECORDS = 20;

export async function fetchSubjects(
  { subject }: OperatorCommand,
  values: Values,
  send: SendRequest,
): Promise<unknown[]> {
  if (!subject) return [];
  const { command, equalFields } = subject;
  const records = await fetchItems(command, { id: values.id }, send);
  const columns = createRecordColumns(command.schema).filter(({ member }) => member in equalFields);
  return records.filter(record =>
    columns.every(({ member, read }) => read(record) === values[equalFields[member] ?? '']),
  );
}

/** Formats subjects as a list with one text. The list is empty for a command without a subject. */
export function formatSubjects({ subject }: OperatorCommand, records: readonly unknown[]): string[] {
  if (!subject) return [];
  const { schema, operationId } = subject.command;
  if (records.length === 0) return ['No record found.'];
  if (records.length === 1) return [formatRecord(createRecordColumns(schema), records[0])];
  const shown = records.slice(0, MAX_SHOWN_RECORDS);
  const hidden = records.length - shown.length;
  const table = formatTable(createTableColumns(schema, operationId), shown);
  return [hidden > 0 ? `${table}\nand ${hidden} more` : table];
}

/** Describes a single subject by its members, or several subjects by their number and the sums of their amounts. */
export function nameSubjects({ subject }: OperatorCommand, records: readonly unknown[]): string[] {
  const columns = subject ? createRecordColumns(subject.command.schema) : [];
  const names = columns.flatMap(({ member, title, kind, read }) => {
    const values = records.map(read).filter(value => value !== null && value !== undefined);
    const isNamed = SUBJECT_MEMBERS.split(' ').includes(member) && values.length > 0;
    if (!isNamed || (records.length > 1 && kind !== 'amount')) return [];
    const value = kind === 'amount' ? sumEuros(values.map(Number)) : values[0];
    return `${title.toLowerCase()} ${formatValue({ kind }, value)}`;
  });
  return records.length > 1 ? [`${records.length} records`, ...names] : names;
}

/** Sums amounts in euros, in whole cents. */
export const sumEuros = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
