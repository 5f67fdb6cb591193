/** Schemas for optional fields, which differ in how they treat absent, blank and null values. */
import * as v from 'valibot';

/** Makes a field optional. Absent, blank and null values all become null. */
export function nullable<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.nullable(schema), null);
}

/** Makes a field optional. Absent, blank and null values become `fallback`; without one, the field is left out. */
export function optional<const Schema extends v.GenericSchema>(
  schema: Schema,
): v.OptionalSchema<Schema, undefined>;
export function optional<const Schema extends v.GenericSchema, const Fallback extends v.InferInput<Schema>>(
  schema: Schema,
  fallback: Fallback,
): v.OptionalSchema<Schema, Fallback>;
export function optional(schema: v.GenericSchema, fallback?: unknown) {
  return v.optional(schema, fallback);
}

/** Makes a field optional and clearable. An absent value leaves the field out; blank and null become null. */
export function optionalOrNull<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.nullable(schema));
}

/** Makes a field optional but not clearable. An absent value leaves the field out; blank and null are errors. */
export function optionalButNotNull<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.exactOptional(schema);
}
