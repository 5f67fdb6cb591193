/** Text as a terminal may show it, in at most `WIDTH` columns. */
export const WIDTH = 100;
const GAP = '  ';

export interface Column<Row> {
  readonly title: string;
  text(row: Row): string;
  /** May be cut when the table would grow too wide. */
  readonly elastic?: true;
}

/** One line, without characters that could steer the terminal: experts choose their names themselves. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

/** What `plain` would replace is written as JSON's own escapes: the value stays the same. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu, character =>
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map(row => columns.map(column => plain(column.text(row)))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map(cells => lengthOf(cells[index] ?? ''))));
  narrow(widths, columns);
  return lines
    .map(cells => cells.map((cell, index) => cut(cell, widths[index] ?? 0)).join(GAP))
    .map(line => line.trimEnd())
    .join('\n');
}

/** Label and value, one below the other. */
export function list(pairs: readonly (readonly [label: string, value: string])[]): string {
  const labelWidth = Math.max(...pairs.map(([label]) => lengthOf(label))) + GAP.length;
  return pairs
    .map(([label, value]) => label.padEnd(labelWidth) + indented(value, labelWidth).trimStart())
    .join('\n');
}

/** Wrapped between words, or within one that is longer than a line. */
export function indented(text: string, columns: number): string {
  const room = WIDTH - columns;
  const lines = plain(text).match(new RegExp(`\\S.{0,${room - 1}}(?= |$)|\\S{1,${room}}`, 'gu')) ?? [];
  return lines.map(line => ' '.repeat(columns) + line).join('\n');
}

/** Takes from the widest elastic column until the table fits. */
function narrow(widths: number[], columns: readonly Column<never>[]): void {
  const elastic = [...widths.keys()].filter(index => columns[index]?.elastic);
  const total = () => widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  while (elastic.length > 0 && total() > WIDTH) {
    const widest = elastic.reduce((one, other) => (at(other) > at(one) ? other : one));
    widths[widest] = at(widest) - 1;
  }
  function at(index: number) {
    return widths[index] ?? 0;
  }
}

function cut(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text + ' '.repeat(width - characters.length);
  return `${characters.slice(0, width - 1).join('')}…`;
}

export const minute = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? '-';

const lengthOf = (text: string) => [...text].length;

export const day = (time: string | null): string => time?.slice(0, 10) ?? '-';
