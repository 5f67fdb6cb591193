/** Schemas for optional fields, which differ in how they treat absent, blank and null values. */
import * as v from 'valibot';

/**
 * `optional`: absent, blank and null values become the default; without one, the field is left out. `exactOptional`: an
 * absent value leaves the field out; blank and null are errors.
 */
export { exactOptional, optional } from 'valibot';

/** Makes a field optional. Absent, blank and null values all become null. */
export function nullable<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.nullable(schema), null);
}

/** Makes a field optional and clearable. An absent value leaves the field out; blank and null become null. */
export function optionalOrNull<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.nullable(schema));
}
