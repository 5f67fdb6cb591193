import type { Line } from './judgement.ts';

const HEADS = ['', 'floor', 'measured', 'ratio', 'min', 'max', 'limit', ''];

/** The lines as one table of plain text. */
export function report(lines: readonly Line[]): string {
  const rows = [HEADS, ...lines.map(cells)];
  const widths = HEADS.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows
    .map(row => row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join('  '))
    .map(row => row.trimEnd())
    .join('\n');
}

function cells({ name, floor = '', measured, ratio, limit = '', verdict }: Line): string[] {
  const ratios = ratio
    ? [ratio.median, ratio.min, ratio.max].map(value => `${value.toFixed(2)}×`)
    : ['', '', ''];
  return [name, floor, measured, ...ratios, limit, verdict === 'ok' ? '' : verdict.toUpperCase()];
}

/** Names to the left, figures to the right. */
function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
