/**
 * What the caller sent, as the rules see it (contract §1, "Text input").
 *
 * Texts are trimmed and in NFC; what is blank or null is not there at all, so that one rule says
 * what a missing field means; members that the schema does not know are gone.
 */
import type * as v from 'valibot';
import { acceptsNull, isVerbatim, type Shape, shapeOf } from './shape.ts';

/** Stands where members were expected and something else came: no schema accepts it. */
const NO_OBJECT = false;

export function tidy(schema: v.GenericSchema<unknown, unknown>, value: unknown): unknown {
  const shape = shapeOf(schema);
  const text = typeof value === 'string' ? tidyText(value, shape) : value;
  if (text === undefined || text === null || text === '') return undefined;
  if (shape.entries) return isPlainObject(text) ? tidyMembers(shape.entries, text) : NO_OBJECT;
  const { item } = shape;
  return item && Array.isArray(text) ? text.map(entry => tidy(item, entry)) : text;
}

function tidyText(text: string, shape: Shape): string {
  return isVerbatim(shape) ? text : text.trim().normalize('NFC');
}

function tidyMembers(entries: NonNullable<Shape['entries']>, value: Record<string, unknown>): object {
  const members = Object.entries(entries).map(([key, schema]) => [
    key,
    Object.hasOwn(value, key) ? (tidy(schema, value[key]) ?? cleared(schema)) : undefined,
  ]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Blank and null mean null where that is a value of the field, and nothing elsewhere. */
function cleared(schema: v.GenericSchema<unknown, unknown>): null | undefined {
  return acceptsNull(schema) ? null : undefined;
}

/** An object as JSON and forms make them, not a list or a file. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
