/**
 * What CloudFormation would refuse of a template before it makes anything: unknown or missing properties, values of
 * another type or outside of a list, pattern or limit, and references to what is not there.
 */
import { type ResourceSchema, type Schema, schemaOf } from './resource-schemas.ts';
import type { Resource } from './template.ts';

/** @returns what is wrong with the properties, each with the path to it */
export function faultsOf({ Type, Properties = {} }: Resource): string[] {
  const schema = schemaOf(Type);
  return schema ? faultsIn(Properties, schema.properties, Type, schema.parts) : [`${Type}: no such type`];
}

type Parts = ResourceSchema['parts'];

function faultsIn(value: unknown, schema: Schema, path: string, parts: Parts): string[] {
  if (isReference(value)) return [];
  if (schema.part) return faultsIn(value, parts[schema.part] ?? {}, path, parts);
  if (schema.either) {
    const each = schema.either.map(one => faultsIn(value, one, path, parts));
    return each.some(faults => faults.length === 0) ? [] : (each[0] ?? []);
  }
  if (schema.oneOf) {
    return schema.oneOf.includes(value) ? [] : [`${path}: ${JSON.stringify(value)} is not one of its values`];
  }
  if (schema.members) return memberFaults(value, schema, path, parts);
  if (schema.type && kindOf(value) !== schema.type) return [`${path}: no ${schema.type}`];
  const items = schema.items;
  const inside =
    items && (value as unknown[]).flatMap((item, i) => faultsIn(item, items, `${path}.${i}`, parts));
  return [...limitFaults(value, schema, path), ...(inside ?? [])];
}

function memberFaults(value: unknown, { members = {}, required = [] }: Schema, path: string, parts: Parts) {
  if (kindOf(value) !== 'object') return [`${path}: no object`];
  const given = value as Record<string, unknown>;
  return [
    ...required.filter(name => given[name] === undefined).map(name => `${path}.${name}: missing`),
    ...Object.entries(given).flatMap(([name, member]) => {
      const schema = members[name];
      return schema ? faultsIn(member, schema, `${path}.${name}`, parts) : [`${path}.${name}: unknown`];
    }),
  ];
}

function limitFaults(value: unknown, schema: Schema, path: string): string[] {
  const { pattern, min = -Infinity, max = Infinity, minLength = 0, maxLength = Infinity } = schema;
  const length = typeof value === 'string' || Array.isArray(value) ? value.length : minLength;
  const size = typeof value === 'number' ? value : Math.max(min, 0);
  return [
    ...(length < minLength || length > maxLength ? [`${path}: ${length} long`] : []),
    ...(size < min || size > max ? [`${path}: ${size} is not from ${min} to ${max}`] : []),
    ...(pattern && typeof value === 'string' && !new RegExp(pattern).test(value)
      ? [`${path}: ${value} does not fit ${pattern}`]
      : []),
  ];
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

const isReference = (value: unknown) =>
  kindOf(value) === 'object' && /^(Ref|Fn::\w+)$/.test(Object.keys(value as object).join());
