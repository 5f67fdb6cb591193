/** Renders a Markdown table. It escapes vertical bars in cells, because they would start a new cell. */
export function renderMarkdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const renderRow = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [renderRow(headings), `|${headings.map(() => '---').join('|')}|`, ...rows.map(renderRow)].join('\n');
}
