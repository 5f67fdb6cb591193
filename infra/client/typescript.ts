/** JSON Schema, as our description uses it, in TypeScript. */
import type { JsonSchema } from '../openapi/json-schema.ts';

type Components = Readonly<Record<string, JsonSchema>>;

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/** What is worth a name: objects, choices and alternatives. A text with rules is a text. */
export function isNamed(schema: JsonSchema): boolean {
  return ['properties', 'oneOf', 'enum'].some(key => key in schema);
}

export function typeOf(schema: JsonSchema, components: Components): string {
  const of = (inner: unknown) => typeOf(inner as JsonSchema, components);
  const list = (key: string) => (schema[key] as unknown[]).map(of);
  const { $ref, type } = schema;
  if (typeof $ref === 'string') return referred(REFERENCE.exec($ref)?.[1] ?? '', components);
  if ('const' in schema) return literal(schema.const);
  if ('enum' in schema) return (schema.enum as unknown[]).map(literal).join(' | ');
  if ('anyOf' in schema || 'oneOf' in schema) {
    return [...new Set(list('anyOf' in schema ? 'anyOf' : 'oneOf'))].join(' | ');
  }
  if ('allOf' in schema) return list('allOf').join(' & ');
  if (schema.format === 'binary') return 'Blob';
  if (type === 'array') return `${inParentheses(of(schema.items))}[]`;
  if (type === 'object') return objectOf(schema, components);
  return PLAIN[String(type)] ?? 'unknown';
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function referred(name: string, components: Components): string {
  const schema = components[name] ?? {};
  return isNamed(schema) ? name : typeOf(schema, components);
}

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

const inParentheses = (type: string) => (/[ |&]/.test(type) ? `(${type})` : type);

function objectOf(schema: JsonSchema, components: Components): string {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties) return `Record<string, ${typeOf((additionalProperties as JsonSchema) ?? {}, components)}>`;
  const members = Object.entries(properties as Components).map(([name, member]) =>
    memberOf(name, member, (required as string[]).includes(name), components),
  );
  return `{\n${members.join('\n')}\n}`;
}

/** A line of an object's type, with what its schema says about it. */
export function memberOf(
  name: string,
  schema: JsonSchema,
  required: boolean,
  components: Components,
): string {
  const type = typeOf(schema, components);
  return `${comment(descriptionOf(schema, components))}${name}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'};`;
}

function descriptionOf({ $ref, description }: JsonSchema, components: Components): string {
  const named = components[REFERENCE.exec(String($ref))?.[1] ?? ''];
  return String(description ?? (named && !isNamed(named) ? (named.description ?? '') : ''));
}

export function comment(text: string): string {
  if (text === '') return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map(line => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}
