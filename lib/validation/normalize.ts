/**
 * What the caller sent, as the rules see it (infra/docs/api/validation.md).
 *
 * Texts are trimmed and in NFC; what is blank or null is not there at all, so that one rule says
 * what a missing field means; members that the schema does not know are gone. Nothing here takes
 * more time than its length: Unicode's normalisation is quadratic in the marks on one letter, so a
 * text that is too long for any field stays as it came, and a list too long is not looked into.
 */
import type * as v from 'valibot';
import { acceptsNull, describeShape, isVerbatim, type Shape } from './shape.ts';

/** Stands where members were expected and something else came: no schema accepts it. */
const NO_OBJECT = false;

/** UTF-16 units. Every schema of a text refuses what is longer. */
export const MAX_TEXT_LENGTH = 4096;

export const MAX_LIST_LENGTH = 100;

/** Stands for a list of more entries than that: no schema accepts it, and the list's own knows why. */
export const TOO_MANY = Symbol('too many entries');

export function normalizeInput(schema: v.GenericSchema<unknown, unknown>, value: unknown): unknown {
  const shape = describeShape(schema);
  const text = typeof value === 'string' ? tidyText(value, shape) : value;
  if (text === undefined || text === null || text === '') return undefined;
  if (shape.entries) return isPlainObject(text) ? tidyMembers(shape.entries, text) : NO_OBJECT;
  const { item } = shape;
  if (!item || !Array.isArray(text)) return text;
  return text.length > MAX_LIST_LENGTH ? TOO_MANY : text.map(entry => normalizeInput(item, entry));
}

function tidyText(text: string, shape: Shape): string {
  const kept = isVerbatim(shape) ? text : text.trim();
  return kept.length > MAX_TEXT_LENGTH ? kept : kept.normalize('NFC');
}

function tidyMembers(entries: NonNullable<Shape['entries']>, value: Record<string, unknown>): object {
  const members = Object.entries(entries).map(([key, schema]) => [
    key,
    Object.hasOwn(value, key) ? (normalizeInput(schema, value[key]) ?? cleared(schema)) : undefined,
  ]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Blank and null mean null where the field has a word to say on that, and nothing elsewhere. */
function cleared(schema: v.GenericSchema<unknown, unknown>): null | undefined {
  return acceptsNull(schema) ? null : undefined;
}

/** An object as JSON and forms make them, not a list or a file. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
