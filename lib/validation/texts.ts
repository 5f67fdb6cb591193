/** Schemas for kinds of text. Their input is already normalised (normalize.ts). */
import * as v from 'valibot';
import { MAX_TEXT_LENGTH } from './normalize.ts';
import { slovak, tooLong } from './slovak.ts';

/** Matches control characters and line separators, which could otherwise get into mail headers. */
const BREAKS_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const BREAKS_A_PARAGRAPH = /[^\P{Cc}\n\r\t]/u;

const text = v.string(slovak.text);

/** Returns whether a text has no lone surrogates, which neither the table nor a mail can represent. */
const wellFormed = (value: string) => value.isWellFormed();

const onOneLine = v.check<string, string>(
  value => wellFormed(value) && !BREAKS_A_LINE.test(value),
  slovak.characters,
);

/** Limits the length in code points, so a character outside the basic plane counts once. */
export const maxCodePoints = (limit: number, message = tooLong(limit)) =>
  v.check<string, string>(value => value.length <= limit || [...value].length <= limit, message);

/**
 * Limits text to `MAX_TEXT_LENGTH`. Longer text is not normalised, so no field may accept it
 * (infra/docs/api/validation.md#text).
 */
export const LENGTH_LIMIT = v.maxLength<string, number, string>(MAX_TEXT_LENGTH, tooLong(MAX_TEXT_LENGTH));

/** One line of up to `MAX_TEXT_LENGTH` characters. */
export const Line = v.pipe(text, onOneLine, LENGTH_LIMIT);

/** One line of at most 255 characters, for names and parts of addresses. */
export const ShortLine = v.pipe(text, onOneLine, maxCodePoints(255));

/** Creates a schema for text with line breaks, of at most `limit` characters. */
export function paragraphs(limit: number) {
  return v.pipe(
    text,
    v.check(value => wellFormed(value) && !BREAKS_A_PARAGRAPH.test(value), slovak.characters),
    maxCodePoints(limit),
  );
}

/** Creates a schema for text with a canonical form. `normalise` returns that form, or undefined for invalid text. */
export function canonicalText(
  normalise: (value: string) => string | undefined,
  message: string | ((issue: v.BaseIssue<unknown>) => string),
) {
  const normalised = (value: string) => (value.length > MAX_TEXT_LENGTH ? undefined : normalise(value));
  return v.pipe(
    v.string(message),
    v.check(value => normalised(value) !== undefined, message),
    v.transform(value => normalised(value) ?? value),
  );
}
