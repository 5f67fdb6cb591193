/** Formats tables, records and JSON for a terminal. */
const COLUMN_GAP = '  ';

/** A column of a table, or a line of a record. */
export interface Column {
  readonly title: string;
  /** Path of the member that the column shows: `payment.amount`. */
  readonly member: string;
  readonly kind: 'amount' | 'time' | 'value';
  /** Returns the value of the member, or undefined if the row has no such member. */
  read(row: unknown): unknown;
}

/** Maximum width of a column in a table, in characters: the length of a UUID. */
const MAX_WIDTH = 36;

/**
 * Returns a line of titles and one line for each row, without the columns that are empty in all rows. Truncates long
 * texts, but not ids, unless the table is in full.
 */
export function formatTable(
  allColumns: readonly Column[],
  rows: readonly unknown[],
  { inFull = false } = {},
): string {
  const columns = allColumns.filter(({ read }) => rows.some(row => (read(row) ?? null) !== null));
  const formatRow = (row: unknown) =>
    columns.map(column => {
      const text = formatCell(column, row);
      return inFull || /id$/i.test(column.member) ? text : truncateText(text, MAX_WIDTH);
    });
  return alignColumns([columns.map(({ title }) => title.toUpperCase()), ...rows.map(formatRow)]);
}

/** Returns one line for each member that the row has, with the title before the text. Does not truncate texts. */
export function formatRecord(columns: readonly Column[], row: unknown): string {
  return alignColumns(
    columns
      .filter(column => column.read(row) !== undefined)
      .map(column => [column.title, formatCell(column, row)]),
  );
}

/** Formats a value for a terminal. Times are shown to the minute. */
export function formatValue({ kind }: Pick<Column, 'kind'>, value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return kind === 'time'
    ? String(value ?? '')
        .slice(0, 16)
        .replace('T', ' ')
    : formatRawValue(kind, value);
}

const formatRawValue = (kind: Column['kind'], value: unknown): string =>
  kind === 'amount' && typeof value === 'number' ? value.toFixed(2) : String(value ?? '');

/** Forms of CSV: for a Slovak spreadsheet program, which finds the encoding by the byte order mark, or RFC 4180. */
export const CSV_FORMS = {
  slovak: { start: '\ufeff', separator: ';', decimalMark: ',' },
  rfc4180: { start: '', separator: ',', decimalMark: '.' },
} as const;

export type CsvForm = keyof typeof CSV_FORMS;

/**
 * Returns rows as CSV. A text that a spreadsheet would interpret as a formula gets a leading apostrophe, because users
 * choose texts such as their names.
 */
export function formatCsv(columns: readonly Column[], rows: readonly unknown[], form: CsvForm): string {
  const { start, separator, decimalMark } = CSV_FORMS[form];
  const formatRow = (row: unknown) =>
    columns.map(({ kind, read }) => {
      const text = escapeFormula(sanitizeText(formatRawValue(kind, read(row))));
      return kind === 'amount' ? text.replace('.', decimalMark) : text;
    });
  const lines = [columns.map(({ title }) => title), ...rows.map(formatRow)];
  return (
    start + lines.map(cells => cells.map(cell => quoteCell(cell, separator)).join(separator)).join('\r\n')
  );
}

/**
 * Matches the start of a formula. A formula can also follow a separator, even one in quotes: a program that expects the
 * other separator would begin a cell there.
 */
const FORMULA_START = /(?:^|[,;])[\s"]*(?=[=+\-@＝＋－＠])/g;

const escapeFormula = (text: string): string =>
  Number.isNaN(Number(text)) ? text.replace(FORMULA_START, "$&'") : text;

const quoteCell = (text: string, separator: string): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Returns the text as one line without control characters, which users can enter, for example in their names. */
export function sanitizeText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

/** Formats a value as JSON. Escapes the characters that `sanitizeText` replaces, so that values do not change. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu, character =>
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const formatCell = (column: Column, row: unknown) =>
  sanitizeText(formatValue(column, column.read(row))) || '-';

function truncateText(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

/** Pads all cells to the width of their column and joins them to lines. */
function alignColumns(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, index) => Math.max(...lines.map(cells => countCharacters(cells[index]))));
  return lines
    .map(cells =>
      cells.map((text, index) => text + ' '.repeat((widths?.[index] ?? 0) - countCharacters(text))),
    )
    .map(cells => cells.join(COLUMN_GAP).trimEnd())
    .join('\n');
}

const countCharacters = (text = '') => [...text].length;
