const MAX_LINE_LENGTH = 90;

export interface ValueStyle {
  writeText(text: string): string;
  writeMember(name: string, value: string): string;
  /** Whether the last member of a value with several lines is followed by a comma. */
  readonly lastComma: '' | ',';
}

/**
 * Writes a value. An object or a list is written on one line when it fits.
 * @param column number of characters before the value on its line
 */
export function writeValue(value: unknown, style: ValueStyle, column = 0, indent = ''): string {
  if (typeof value === 'string') return style.writeText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map(entry => writeValue(entry, style, inner.length, inner))
    : Object.entries(value).map(([name, member]) =>
        style.writeMember(name, writeValue(member, style, inner.length + name.length + 4, inner)),
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${members.join(', ')}${space}${close}`;
  if (!line.includes('\n') && column + line.length <= MAX_LINE_LENGTH) return line;
  const lines = members.map(member => `${inner}${member}`).join(',\n');
  return `${open}\n${lines}${style.lastComma}\n${indent}${close}`;
}
