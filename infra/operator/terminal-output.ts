/** Text for a terminal: tables, records and JSON. */
const COLUMN_GAP = '  ';

export interface Column<Row> {
  readonly title: string;
  /** Nothing is shown as a dash. */
  text(row: Row): string | null | undefined;
  /** How many characters of the text a table shows; a UUID's 36 when not given. */
  readonly width?: number;
}

/** Returns a line of titles and one line for each row. Cells longer than their column's width are cut. */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return alignColumns([
    columns.map(({ title }) => title.toUpperCase()),
    ...rows.map(row => columns.map(column => truncateText(formatCell(column, row), column.width ?? 36))),
  ]);
}

/** Returns one line for each column, the title in front of the text. Nothing is cut. */
export function formatRecord<Row>(columns: readonly Column<Row>[], row: Row): string {
  return alignColumns(columns.map(column => [column.title, formatCell(column, row)]));
}

/** Replaces characters that could steer the terminal, since experts choose their names themselves. One line. */
export function sanitizeText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

/** Escapes what `plain` would replace, so the values stay the same. */
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

/** Pads every cell to the width of its column. */
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
