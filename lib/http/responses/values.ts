/** Values that many answers are made of (infra/docs/api/conventions.md). */
import * as v from 'valibot';
import { REGIONS } from '../../validation/fields.ts';

export const Id = v.pipe(v.string(), v.uuid());
/** ISO 8601 in UTC. */
export const Moment = v.pipe(v.string(), v.isoTimestamp());
/** With at most two decimals. */
export const Euros = v.number();
export const Link = v.pipe(v.string(), v.url());
export const Text = v.string();
export const MaybeText = v.nullable(v.string());

/** A text that is one of these; the domain calls it a text. */
export const choice = (values: readonly string[]) => v.pipe(v.string(), v.values([...values]));

export const Region = choice(REGIONS);
