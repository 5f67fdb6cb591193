/**
 * Validator of the resources in a template. It finds the errors that CloudFormation reports before it creates anything:
 * unknown or missing properties, and values with a wrong type or outside of an enumeration, pattern or limit.
 */
import { getResourceSchema, type ResourceSchema, type ValueSchema } from './resource-schemas.ts';
import type { Resource } from './template.ts';

/** Returns the errors in a resource's properties, each with the property's path. References are not validated. */
export function validateResource({ Type, Properties = {} }: Resource): string[] {
  const schema = getResourceSchema(Type);
  return schema
    ? validateValue(Properties, schema.properties, Type, schema.parts)
    : [`${Type}: no such type`];
}

type Parts = ResourceSchema['parts'];

function validateValue(value: unknown, schema: ValueSchema, path: string, parts: Parts): string[] {
  if (isReference(value)) return [];
  if (schema.part) return validateValue(value, parts[schema.part] ?? {}, path, parts);
  if (schema.either) {
    const each = schema.either.map(one => validateValue(value, one, path, parts));
    return each.some(faults => faults.length === 0) ? [] : (each[0] ?? []);
  }
  if (schema.oneOf) {
    return schema.oneOf.includes(value) ? [] : [`${path}: ${JSON.stringify(value)} is not one of its values`];
  }
  if (schema.members) return validateMembers(value, schema, path, parts);
  if (schema.type && getValueType(value) !== schema.type) return [`${path}: no ${schema.type}`];
  const items = schema.items;
  const inside =
    items && (value as unknown[]).flatMap((item, i) => validateValue(item, items, `${path}.${i}`, parts));
  return [...validateLimits(value, schema, path), ...(inside ?? [])];
}

function validateMembers(
  value: unknown,
  { members = {}, required = [] }: ValueSchema,
  path: string,
  parts: Parts,
) {
  if (getValueType(value) !== 'object') return [`${path}: no object`];
  const given = value as Record<string, unknown>;
  return [
    ...required.filter(name => given[name] === undefined).map(name => `${path}.${name}: missing`),
    ...Object.entries(given).flatMap(([name, member]) => {
      const schema = members[name];
      return schema ? validateValue(member, schema, `${path}.${name}`, parts) : [`${path}.${name}: unknown`];
    }),
  ];
}

function validateLimits(value: unknown, schema: ValueSchema, path: string): string[] {
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

const getValueType = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

const isReference = (value: unknown) =>
  getValueType(value) === 'object' && /^(Ref|Fn::\w+)$/.test(Object.keys(value as object).join());
