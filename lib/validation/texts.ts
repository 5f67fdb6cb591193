/** Schemas for kinds of text. Their input is already normalised (`validate.ts`). */
import * as v from 'valibot';
import { getTooLongMessage, slovakMessages } from './slovak.ts';

/** Maximum length of any text, in UTF-16 code units. Every text schema rejects longer texts. */
export const MAX_TEXT_LENGTH = 4096;

/** Matches control characters and line separators, which could otherwise get into mail headers. */
const FORBIDDEN_IN_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const FORBIDDEN_IN_PARAGRAPHS = /[^\P{Cc}\n\r\t]/u;

const textSchema = v.string(slovakMessages.text);

/** Returns whether a text has no lone surrogates, which neither the table nor a mail can represent. */
const isWellFormed = (value: string) => value.isWellFormed();

const SINGLE_LINE = v.check<string, string>(
  value => isWellFormed(value) && !FORBIDDEN_IN_LINE.test(value),
  slovakMessages.characters,
);

/** Limits the length in code points, so a character outside the basic plane counts once. */
export const maxCodePoints = (limit: number, message = getTooLongMessage(limit)) =>
  v.check<string, string>(value => value.length <= limit || [...value].length <= limit, message);

/**
 * Limits text to `MAX_TEXT_LENGTH`. Longer text is not normalised, so no field may accept it
 * (infra/docs/api/validation.md#text).
 */
export const LENGTH_LIMIT = v.maxLength<string, number, string>(
  MAX_TEXT_LENGTH,
  getTooLongMessage(MAX_TEXT_LENGTH),
);

/** One line of up to `MAX_TEXT_LENGTH` characters. */
export const SingleLineText = v.pipe(textSchema, SINGLE_LINE, LENGTH_LIMIT);

/** One line of at most 255 characters, for names and parts of addresses. */
export const ShortSingleLineText = v.pipe(textSchema, SINGLE_LINE, maxCodePoints(255));

/** Creates a schema for text with line breaks, of at most `limit` characters. */
export function createParagraphsSchema(limit: number) {
  return v.pipe(
    textSchema,
    v.check(value => isWellFormed(value) && !FORBIDDEN_IN_PARAGRAPHS.test(value), slovakMessages.characters),
    maxCodePoints(limit),
  );
}

/** Creates a schema for text with a canonical form. `normalise` returns that form, or undefined for invalid text. */
export function createCanonicalTextSchema(
  normalize: (value: string) => string | undefined,
  message: string | ((issue: v.BaseIssue<unknown>) => string),
) {
  const normalizeBoundedText = (value: string) =>
    value.length > MAX_TEXT_LENGTH ? undefined : normalize(value);
  return v.pipe(
    v.string(message),
    v.check(value => normalizeBoundedText(value) !== undefined, message),
    v.transform(value => normalizeBoundedText(value) ?? value),
  );
}
