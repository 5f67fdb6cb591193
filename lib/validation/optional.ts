/** Fields that may be left out, and what becomes of them then. */
import * as v from 'valibot';

/** Optional; absent, blank and null are all null. */
export function nullable<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.nullable(schema), null);
}

/** Optional; absent, blank and null leave it out, or give `fallback`. */
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

/** Left out when absent; blank and null empty it. */
export function optionalOrNull<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.nullable(schema));
}

/** Left out when absent, and then only: blank and null are missing (infra/docs/api/validation.md). */
export function optionalButNotNull<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.exactOptional(schema);
}
