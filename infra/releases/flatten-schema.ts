/** Fields of a schema by their path, without references, so that two schemas can be compared field by field. */
import type { Json, ReducedDescription, Schema } from './reduce-description.ts';

export interface Field {
  readonly isRequired: boolean;
  /** JSON types, `null` included. A file is `file`; a schema without a type is `any`. */
  readonly types: ReadonlySet<string>;
  /** Allowed values of an enumeration; undefined if every value of the types is allowed. */
  readonly values: ReadonlySet<string> | undefined;
  /** Bounds by keyword (`maxLength`). */
  readonly bounds: Readonly<Record<string, number>>;
}

/** Fields by path: `data.offers[].price`. The empty path is the value itself. */
export type FieldsByPath = ReadonlyMap<string, Field>;

type Schemas = ReducedDescription['components']['schemas'];

export const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems', 'minProperties'];
export const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];

/** Maximum depth of a path, which ends recursive schemas. */
const MAX_DEPTH = 12;

export function flattenSchema(schema: Schema, schemas: Schemas): FieldsByPath {
  return flattenAtPath(schema, schemas, '', true, 0);
}

function flattenAtPath(
  schema: Schema,
  schemas: Schemas,
  path: string,
  isRequired: boolean,
  depth: number,
): FieldsByPath {
  if (depth > MAX_DEPTH) return new Map();
  const { $ref, allOf, anyOf, oneOf, ...ownKeywords } = schema;
  const descend = (inner: Schema, innerPath = path, required = isRequired) =>
    flattenAtPath(inner, schemas, innerPath, required, depth + 1);
  if (typeof $ref === 'string') return descend({ ...schemas[$ref.split('/').at(-1) ?? ''], ...ownKeywords });
  if (allOf) return [ownKeywords, ...(allOf as Schema[])].map(part => descend(part)).reduce(mergeParts);
  const alternatives = (anyOf ?? oneOf) as Schema[] | undefined;
  if (alternatives) return alternatives.map(alternative => descend(alternative)).reduce(mergeAlternatives);
  const fields = new Map([[path, describeField(schema, isRequired)]]);
  const { properties = {}, required = [], items, additionalProperties } = schema;
  const members: FieldsByPath[] = Object.entries(properties as Record<string, Schema>).map(
    ([name, property]) =>
      descend(property, path ? `${path}.${name}` : name, (required as Json[]).includes(name)),
  );
  if (isSchema(items)) members.push(descend(items, `${path}[]`, true));
  if (isSchema(additionalProperties)) members.push(descend(additionalProperties, `${path}.*`, false));
  return members.reduce<FieldsByPath>(mergeParts, fields);
}

const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function describeField(schema: Schema, isRequired: boolean): Field {
  const { type, format, const: constant, enum: values, contentMediaType } = schema;
  const isFile = format === 'binary' || contentMediaType !== undefined;
  const types = isFile ? ['file'] : [type ?? 'any'].flat().map(String);
  const listed = constant === undefined ? (values as Json[] | undefined) : [constant];
  const bounds = [...LOWER_BOUNDS, ...UPPER_BOUNDS].flatMap(name =>
    typeof schema[name] === 'number' ? [[name, schema[name]] as const] : [],
  );
  return {
    isRequired,
    types: new Set(types),
    values: listed && new Set(listed.map(String)),
    bounds: Object.fromEntries(bounds),
  };
}

/** Merges fields that apply together, such as the members of `allOf`. */
function mergeParts(one: FieldsByPath, other: FieldsByPath): FieldsByPath {
  const merged = new Map(one);
  for (const [path, field] of other) {
    const known = merged.get(path);
    const isAny = known?.types.has('any') ?? true;
    merged.set(path, known && !isAny ? intersect(known, field) : field);
  }
  return merged;
}

function intersect(one: Field, other: Field): Field {
  const { values } = other;
  return {
    ...one,
    isRequired: one.isRequired || other.isRequired,
    values:
      one.values && values
        ? new Set([...one.values].filter(value => values.has(value)))
        : (one.values ?? values),
  };
}

/** Merges fields of which only one set applies, such as the members of `anyOf`. */
function mergeAlternatives(one: FieldsByPath, other: FieldsByPath): FieldsByPath {
  const merged = new Map<string, Field>();
  const root = (path: string) =>
    ![...one.keys(), ...other.keys()].some(prefix => path.startsWith(`${prefix}.`));
  for (const path of new Set([...one.keys(), ...other.keys()])) {
    const [left, right] = [one.get(path), other.get(path)];
    const known = left ?? right;
    if (!known) continue;
    // An alternative that can only be null has no members, so the members of the other alternative are used.
    const hasMembers = (fields: FieldsByPath) => fields.size > 1 || root(path);
    const isRequired = (left?.isRequired ?? !hasMembers(one)) && (right?.isRequired ?? !hasMembers(other));
    merged.set(path, left && right ? { ...combine(left, right), isRequired } : { ...known, isRequired });
  }
  return merged;
}

function combine(one: Field, other: Field): Field {
  const shared = Object.keys(one.bounds).filter(name => name in other.bounds);
  const widen = (name: string) =>
    (LOWER_BOUNDS.includes(name) ? Math.min : Math.max)(one.bounds[name] ?? 0, other.bounds[name] ?? 0);
  const isNull = (field: Field) => [...field.types].join() === 'null';
  const values = isNull(other) ? one.values : isNull(one) ? other.values : unite(one.values, other.values);
  return {
    isRequired: one.isRequired && other.isRequired,
    types: new Set([...one.types, ...other.types]),
    values,
    bounds: isNull(other)
      ? one.bounds
      : isNull(one)
        ? other.bounds
        : Object.fromEntries(shared.map(name => [name, widen(name)])),
  };
}

const unite = (one: Field['values'], other: Field['values']): Field['values'] =>
  one && other ? new Set([...one, ...other]) : undefined;
