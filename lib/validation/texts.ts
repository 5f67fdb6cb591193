/** Kinds of text that fields are made of. All are trimmed and in NFC by the time they come here. */
import * as v from 'valibot';
import { MAX_TEXT_LENGTH } from './normalize.ts';
import { slovak, tooLong } from './slovak.ts';

/** Control characters and line separators: they would reach mail headers. */
const BREAKS_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const BREAKS_A_PARAGRAPH = /[^\P{Cc}\n\r\t]/u;

const text = v.string(slovak.text);

/** Lone surrogates are no text that a table or a mail could carry. */
const wellFormed = (value: string) => value.isWellFormed();

const onOneLine = v.check<string, string>(
  value => wellFormed(value) && !BREAKS_A_LINE.test(value),
  slovak.characters,
);

/** Lengths are code points, so a letter beyond the basic plane counts once. */
export const maxLength = (limit: number, message = tooLong(limit)) =>
  v.check<string, string>(value => value.length <= limit || [...value].length <= limit, message);

/** What comes longer was not normalised, so no field takes it (infra/docs/api/validation.md). */
export const bounded = v.maxLength<string, number, string>(MAX_TEXT_LENGTH, tooLong(MAX_TEXT_LENGTH));

/** One line, as long as it takes. */
export const Line = v.pipe(text, onOneLine, bounded);

/** One line of at most 255 characters: what names and parts of addresses are. */
export const ShortLine = v.pipe(text, onOneLine, maxLength(255));

/** Paragraphs of at most `limit` characters. */
export function paragraphs(limit: number) {
  return v.pipe(
    text,
    v.check(value => wellFormed(value) && !BREAKS_A_PARAGRAPH.test(value), slovak.characters),
    maxLength(limit),
  );
}

/** A line that has a canonical form: `normalise` gives it, or undefined for what is none. */
export function canonical(
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
