/** Formats the report as a plain-text table. */
import type { ReportLine } from './measurement-results.ts';

const COLUMN_TITLES = ['', 'floor', 'measured', 'ratio', 'min', 'max', 'limit', ''];

/** Returns the table with a row of titles and a row for each line. */
export function formatReport(lines: readonly ReportLine[]): string {
  const rows = [COLUMN_TITLES, ...lines.map(formatCells)];
  const widths = COLUMN_TITLES.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map(row => row.map(pad).join('  ').trimEnd()).join('\n');
}

function formatCells({ name, floor = '', measured, ratio, limit = '', verdict }: ReportLine): string[] {
  const ratios = ratio
    ? [ratio.median, ratio.min, ratio.max].map(value => `${value.toFixed(2)}×`)
    : ['', '', ''];
  return [name, floor, measured, ...ratios, limit, verdict === 'ok' ? '' : verdict.toUpperCase()];
}
