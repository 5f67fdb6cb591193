/** Schemas of values that many responses share. */
import * as v from 'valibot';
import { REGIONS } from '../../../validation/fields.ts';

export const Id = v.pipe(v.string(), v.uuid());
/** Timestamp in ISO 8601, UTC. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());
/** Amount in euros, with at most two decimals. */
export const Euros = v.number();
export const Link = v.pipe(v.string(), v.url());
export const Text = v.string();
export const Count = v.number();
export const Flag = v.boolean();
export const NullableId = v.nullable(Id);
export const NullableText = v.nullable(Text);
export const NullableTimestamp = v.nullable(Timestamp);

/** Creates a schema for a string with one of these values. The TypeScript type remains `string`. */
export const enumOf = (values: readonly string[]) => v.pipe(v.string(), v.values([...values]));

export const Region = enumOf(REGIONS);
