/** Schemas for kinds of text. Their input is already normalised (`validate.ts`). */
import * as v from 'valibot';
import { getTooLongMessage, slovakMessages } from './slovak.ts';
import { IDENTIFIER, MAX_TEXT_LENGTH } from './validate.ts';

/**
 * Matches characters that a line must not contain. Control characters and line separators could get into mail headers.
 * Other characters reverse, hide or overlap text: bidirectional controls, tags, annotations, and more marks on one
 * letter than any script has. The last one, U+FFFD, stands for bytes that were not UTF-8: API Gateway passes JSON as
 * text, in which it has replaced them.
 */
const FORBIDDEN_IN_LINE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u206A-\u206F\uFFF9-\uFFFB\uFFFD\u{E0000}-\u{E007F}]|\p{M}{9}/u;
const FORBIDDEN_IN_PARAGRAPHS =
  /(?![\n\r\t])[\p{Cc}\p{Bidi_Control}\u206A-\u206F\uFFF9-\uFFFB\uFFFD\u{E0000}-\u{E007F}]|\p{M}{9}/u;

/** Matches a visible character. The blank Braille pattern is excluded, because it is a symbol without ink. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
const VISIBLE_LETTER = /(?!\p{Default_Ignorable_Code_Point})\p{L}/u;

const textSchema = v.string(slovakMessages.text);

/**
 * Returns whether a text is empty or visible, and contains no lone surrogates, which the table and mails cannot
 * represent.
 */
const isReadable = (value: string) => value.isWellFormed() && (value === '' || VISIBLE.test(value));

export const isReadableLine = (value: string) => isReadable(value) && !FORBIDDEN_IN_LINE.test(value);

const SINGLE_LINE = v.check<string, string>(isReadableLine, slovakMessages.characters);

/** Limits the length in code points, so that a character outside the basic plane counts as one. */
export const maxCodePoints = (limit: number, message = getTooLongMessage(limit)) =>
  v.check<string, string>(value => value.length <= limit || [...value].length <= limit, message);

/**
 * Limits texts to `MAX_TEXT_LENGTH`. Longer texts are not normalised, so no field may accept them
 * (infra/docs/api/validation.md#text).
 */
export const TEXT_LENGTH_CHECK = v.maxLength<string, number, string>(
  MAX_TEXT_LENGTH,
  getTooLongMessage(MAX_TEXT_LENGTH),
);

export const SingleLineText = v.pipe(textSchema, SINGLE_LINE, TEXT_LENGTH_CHECK);

export const createSingleLineSchema = (limit: number) =>
  v.pipe(textSchema, SINGLE_LINE, maxCodePoints(limit));

/** One line of at most 255 characters, for names and parts of addresses. */
export const ShortSingleLineText = /* @__PURE__ */ createSingleLineSchema(255);

/** Reference of a payment outside the provider. It is part of a key, which has at most 1,024 bytes. */
export const PaymentReference = /* @__PURE__ */ createSingleLineSchema(140);

/** A code, number or other identifier, from which invisible marks are removed (`validate.ts`). */
export const Identifier = /* @__PURE__ */ v.pipe(SingleLineText, IDENTIFIER);
export const ShortIdentifier = /* @__PURE__ */ v.pipe(ShortSingleLineText, IDENTIFIER);

/**
 * Matches `://`, `www.`, `@`, and a domain with a path. Bare domains look like names with titles, as in `ing.novák`.
 */
const LINK = /:\/\/|www\.|@|[\p{L}\p{N}]\.[^\s./]{2,}\//iu;

function hasLink(value: string): boolean {
  const plain = value.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return LINK.test(plain.replaceAll('\u3002', '.'));
}

/** Name of a person or a place, with at least one letter and without a link. */
export const Name = v.pipe(
  ShortSingleLineText,
  v.check(value => VISIBLE_LETTER.test(value), slovakMessages.noLetter),
  v.check(value => value.length > MAX_TEXT_LENGTH || !hasLink(value), slovakMessages.linkInName),
);

/** Creates a schema for text with line breaks, of at most `limit` characters. */
export function createParagraphsSchema(limit: number) {
  return v.pipe(
    textSchema,
    v.check(value => isReadable(value) && !FORBIDDEN_IN_PARAGRAPHS.test(value), slovakMessages.characters),
    maxCodePoints(limit),
  );
}

/** Creates a schema for text with a canonical form. `normalize` returns that form, or undefined for invalid text. */
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
    IDENTIFIER,
  );
}
