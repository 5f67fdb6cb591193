/** Renders a Markdown table. Vertical bars in cells are escaped, because an unescaped bar would start a new cell. */
export function renderMarkdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const renderRow = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [renderRow(headings), `|${headings.map(() => '---').join('|')}|`, ...rows.map(renderRow)].join('\n');
}
