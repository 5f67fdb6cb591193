/** Refuses what Stripe refuses before it begins: parameters unknown, missing, or of another kind than described. */
import { StripeError } from './call.ts';
import { description, type Operation } from './description.ts';

/** Those that must come whenever their neighbours do: the parent as it may be written, and the last key. */
const REQUIRED = new Map(
  Object.entries(description.parameters).map(([operation, table]) => [
    operation,
    Object.keys(table)
      .filter(name => table[name]?.startsWith('required '))
      .map(name => {
        const [, parent = '', key = name] = /^(.*)\[(\w+)\]$/.exec(name) ?? [];
        return { key, parent: new RegExp(`^${written(parent)}(?=\\[)`), isTop: parent === '' };
      }),
  ]),
);

export function checkParameters(operation: Operation, params: URLSearchParams): void {
  const table = description.parameters[operation];
  for (const [name, value] of params) {
    const kind = table[patternOf(name)] ?? table[patternOf(name).replace(/\[[^\]]*\]$/, '{}')];
    if (!kind) refuse(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
    checkValue(name, value, kind.replace('required ', ''));
  }
  for (const { key, parent, isTop } of REQUIRED.get(operation) ?? []) {
    const prefixes = isTop ? [''] : [...params.keys()].flatMap(name => parent.exec(name)?.[0] ?? []);
    for (const prefix of prefixes) {
      const name = prefix ? `${prefix}[${key}]` : key;
      if (!params.has(name)) refuse(`Missing required param: ${name}.`, name, 'parameter_missing');
    }
  }
}

/** `line_items[0][quantity]` as the description writes it, `line_items[][quantity]`. */
const patternOf = (name: string) => name.replace(/\[\d*\]/g, '[]');

function written(pattern: string): string {
  return pattern
    .split(/(\[\]|\{\})/)
    .map(part =>
      part === '[]' ? '\\[\\d*\\]' : part === '{}' ? '\\[[^\\]]+\\]' : part.replace(/[[\]]/g, '\\$&'),
    )
    .join('');
}

function checkValue(name: string, value: string, kind: string): void {
  if (value === '') {
    if (name.startsWith('metadata')) return;
    refuse(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a field.`,
      name,
      'parameter_invalid_empty',
    );
  }
  if (kind === 'string') return;
  if (kind === 'number') {
    if (!/^-?\d{1,15}$/.test(value)) refuse(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  } else if (kind === 'boolean') {
    if (!/^(true|false)$/.test(value)) refuse(`Invalid boolean: ${value}`, name);
  } else if (!kind.split('|').includes(value)) {
    refuse(`Invalid ${name}: must be one of ${kind.replaceAll('|', ', ')}`, name);
  }
}

function refuse(message: string, param: string, code?: string): never {
  throw new StripeError(400, message, { param, ...(code && { code }) });
}
