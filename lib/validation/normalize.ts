/**
 * Normalisation of request bodies before validation (infra/docs/api/validation.md).
 *
 * Texts are trimmed and converted to NFC. Blank and null values are removed, so that they count as missing, unless the
 * field distinguishes null from an absent value. Members that the schema does not know are removed. To bound the
 * running time, texts longer than `MAX_TEXT_LENGTH` are not converted (Unicode normalisation is quadratic in the marks
 * on one letter), and the entries of overlong lists are not read.
 */
import type * as v from 'valibot';
import { acceptsNull, describeShape, isVerbatim, type Shape } from './shape.ts';

/** Placeholder for a value that should be an object but is not. No object schema accepts it. */
const NOT_AN_OBJECT = false;

/** Maximum length of any text, in UTF-16 code units. Every text schema rejects longer texts. */
export const MAX_TEXT_LENGTH = 4096;

export const MAX_LIST_LENGTH = 100;

/** Placeholder for a list with more entries than `MAX_LIST_LENGTH`. List schemas report it as too long. */
export const TOO_MANY_ENTRIES = Symbol('too many entries');

export function normalizeInput(schema: v.GenericSchema<unknown, unknown>, value: unknown): unknown {
  const shape = describeShape(schema);
  const normalizedValue = typeof value === 'string' ? normalizeText(value, shape) : value;
  if (normalizedValue === undefined || normalizedValue === null || normalizedValue === '') return undefined;
  if (shape.entries)
    return isPlainObject(normalizedValue) ? normalizeMembers(shape.entries, normalizedValue) : NOT_AN_OBJECT;
  const { item } = shape;
  if (!item || !Array.isArray(normalizedValue)) return normalizedValue;
  return normalizedValue.length > MAX_LIST_LENGTH
    ? TOO_MANY_ENTRIES
    : normalizedValue.map(entry => normalizeInput(item, entry));
}

function normalizeText(text: string, shape: Shape): string {
  const content = isVerbatim(shape) ? text : text.trim();
  return content.length > MAX_TEXT_LENGTH ? content : content.normalize('NFC');
}

function normalizeMembers(entries: NonNullable<Shape['entries']>, value: Record<string, unknown>): object {
  const members = Object.entries(entries).map(([key, schema]) => [
    key,
    Object.hasOwn(value, key) ? (normalizeInput(schema, value[key]) ?? getBlankValue(schema)) : undefined,
  ]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/**
 * Returns the value for a blank or null field: null if the field distinguishes null from an absent value, otherwise
 * undefined.
 */
function getBlankValue(schema: v.GenericSchema<unknown, unknown>): null | undefined {
  return acceptsNull(schema) ? null : undefined;
}

/** Returns whether a value is a plain object, as parsed from JSON or a form, and not a list or a file. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
