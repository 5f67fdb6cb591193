/** Formats the lines as a plain-text table. */
import type { Line } from './judgement.ts';

const HEADERS = ['', 'floor', 'measured', 'ratio', 'min', 'max', 'limit', ''];

export function formatReport(lines: readonly Line[]): string {
  const rows = [HEADERS, ...lines.map(cellsOf)];
  const widths = HEADERS.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map(row => row.map(pad).join('  ').trimEnd()).join('\n');
}

function cellsOf({ name, floor = '', measured, ratio, limit = '', verdict }: Line): string[] {
  const ratios = ratio
    ? [ratio.median, ratio.min, ratio.max].map(value => `${value.toFixed(2)}×`)
    : ['', '', ''];
  return [name, floor, measured, ...ratios, limit, verdict === 'ok' ? '' : verdict.toUpperCase()];
}
