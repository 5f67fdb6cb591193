/** Formats tables, records and JSON for a terminal. */
const COLUMN_GAP = '  ';

/** A column of a table, or a line of a record. */
export interface Column<Row> {
  readonly title: string;
  /** Returns the text of a cell. A missing or empty text is shown as a dash. */
  text(row: Row): string | null | undefined;
  /** Whether the texts are numbers with a decimal point, which some forms of CSV replace. */
  readonly isDecimal?: true;
  /** Maximum width in a table, in characters. The default is 36, the length of a UUID. */
  readonly width?: number;
}

/** Names of the members that are texts or numbers. */
type TextName<Row> = {
  [Name in keyof Row & string]: Row[Name] extends string | number | null | undefined ? Name : never;
}[keyof Row & string];

type Cell<Row> = TextName<Row> | Column<Row>['text'];

/** Creates columns from their titles, with the member of the row that they show, or a function that returns the text. */
export function createColumns<Row>(
  cells: Readonly<
    Record<string, Cell<Row> | (Omit<Column<Row>, 'text' | 'title'> & { readonly text: Cell<Row> })>
  >,
): readonly Column<Row>[] {
  return Object.entries(cells).map(([title, cell]) => {
    const { text, ...options } = typeof cell === 'object' ? cell : { text: cell };
    return {
      title,
      ...options,
      text: typeof text === 'function' ? text : row => String(row[text as keyof Row] ?? ''),
    };
  });
}

/** Returns a line of titles and one line for each row. Truncates cells to the width of their column. */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return alignColumns([
    columns.map(({ title }) => title.toUpperCase()),
    ...rows.map(row => columns.map(column => truncateText(formatCell(column, row), column.width ?? 36))),
  ]);
}

/** Returns one line for each column, with the column's title before the text. Does not truncate texts. */
export function formatRecord<Row>(columns: readonly Column<Row>[], row: Row): string {
  return alignColumns(columns.map(column => [column.title, formatCell(column, row)]));
}

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
export function formatCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[], form: CsvForm): string {
  const { start, separator, decimalMark } = CSV_FORMS[form];
  const formatValue = (column: Column<Row>, row: Row) => {
    const text = escapeFormula(sanitizeText(column.text(row) ?? ''));
    return column.isDecimal ? text.replace('.', decimalMark) : text;
  };
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map(row => columns.map(column => formatValue(column, row))),
  ];
  return (
    start + lines.map(cells => cells.map(cell => quoteCell(cell, separator)).join(separator)).join('\r\n')
  );
}

/**
 * Matches the start of a formula. A formula can also follow a semicolon, because Slovak spreadsheets use it as the
 * column separator.
 */
const FORMULA_START = /(?:^|;\s*)(?=[=+\-@＝＋－＠])/g;

const escapeFormula = (text: string): string =>
  Number.isNaN(Number(text)) ? text.replace(FORMULA_START, "$&'") : text;

const quoteCell = (text: string, separator: string): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Returns the text as one line without control characters. Users can enter these, for example in their names. */
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

export const formatMinute = (time: string | null) => time?.slice(0, 16).replace('T', ' ');

export const formatDay = (time: string | null) => time?.slice(0, 10);

const formatCell = <Row>(column: Column<Row>, row: Row) => sanitizeText(column.text(row) ?? '') || '-';

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
