/**
 * Schemas for the fields of request bodies (infra/docs/api/validation.md#fields), which endpoints combine.
 *
 * Their output is normalised, ready to be stored and compared. Fields that need much code or data are in separate
 * files, which the bundler leaves out of functions that do not use them.
 */

import { domainToASCII, domainToUnicode } from 'node:url';
import * as v from 'valibot';
import {
  MAX_EMAIL_CHARACTERS,
  MAX_PASSWORD_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
} from '../domain/input-limits.ts';
import { optional } from './optional.ts';
import { Region } from './region.ts';
import { slovakMessages } from './slovak.ts';
import {
  createSingleLineSchema,
  Identifier,
  maxCodePoints,
  SingleLineText,
  TEXT_LENGTH_CHECK,
} from './texts.ts';
import {
  createMissingFieldIssues,
  type FieldsCheck,
  IDENTIFIER,
  isSent,
  MAX_TEXT_LENGTH,
  TOO_MANY_ENTRIES,
  VERBATIM,
} from './validate.ts';

export * from './choices.ts';
export * from './contact-fields.ts';
export { checkAdult, DateOfBirth } from './dates.ts';
export { IdScan, TestimonyDocument } from './files.ts';
export { FrontendUrl } from './frontend-url.ts';
export * from './lists.ts';
export { exactOptional as changeable, nullable, optional, optionalOrNull as clearable } from './optional.ts';
export * from './periods.ts';
export * from './region.ts';
export * from './search.ts';
export * from './testimony.ts';
export {
  createParagraphsSchema as paragraphs,
  Identifier,
  Name,
  PaymentReference,
  ShortIdentifier,
  ShortSingleLineText as ShortText,
} from './texts.ts';
export * from './webhooks.ts';

/** Returns whether the normalised form of an address is longer than the specification allows. */
const isEmailTooLong = (text: string) => [...(normalizeEmail(text) ?? text)].length > MAX_EMAIL_CHARACTERS;

/** E-mail address, in the normalised form to which mail is sent. Overlong text is reported only as too long. */
export const Email = v.pipe(
  v.string(slovakMessages.email),
  v.check(text => text.length > MAX_TEXT_LENGTH || normalizeEmail(text) !== undefined, slovakMessages.email),
  v.check(text => !isEmailTooLong(text), slovakMessages.emailTooLong),
  v.check(
    text => isEmailTooLong(text) || normalizeEmail(text) === undefined || hasShortLocalPart(text),
    slovakMessages.email,
  ),
  v.transform(text => normalizeEmail(text) ?? text),
  IDENTIFIER,
);

/**
 * Matches the unquoted local part of RFC 5322, except parts that mail servers and scripts may interpret as something
 * else: an option, a route or an encoded word.
 */
const LOCAL_PART = /^(?!-)(?!.*=\?)[a-z0-9#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9#$%&'*+/=?^_`{|}~-]+)*$/;

/** Maximum length according to RFC 5321. Each character that `LOCAL_PART` allows has one octet. */
const MAX_LOCAL_PART_OCTETS = 64;

/** Matches letters and digits of any script, dots and hyphens, but nothing that URL parsing would decode or drop. */
const UNICODE_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

const ASCII_DOMAIN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/**
 * Normalises an e-mail address to the form that is stored, compared and mailed to: lower case, with the domain in ASCII
 * (infra/docs/api/validation.md#fields). A domain that only looks like another one, for example in full-width letters,
 * is rejected.
 * @returns undefined when the text is not a usable address
 */
function normalizeEmail(text: string): string | undefined {
  // Lower case turns the Kelvin sign and the capital dotted I into ASCII letters.
  const [localPart, domain, ...otherParts] = text.toLowerCase().split('@');
  if (!localPart || !domain || otherParts.length > 0 || /[\u0130\u212A]/.test(text)) return undefined;
  if (!LOCAL_PART.test(localPart) || !UNICODE_DOMAIN.test(domain)) return undefined;
  const asciiDomain = domainToASCII(domain);
  const isMapped = domain !== asciiDomain && domain !== domainToUnicode(asciiDomain);
  return asciiDomain.length <= 253 && ASCII_DOMAIN.test(asciiDomain) && !isMapped
    ? `${localPart}@${asciiDomain}`
    : undefined;
}

function hasShortLocalPart(address: string): boolean {
  return address.indexOf('@') <= MAX_LOCAL_PART_OCTETS;
}

/** Rejects the character that stands for bytes that were not UTF-8 (`texts.ts`). */
const DECODED = v.check<string, string>(value => !value.includes('\ufffd'), slovakMessages.characters);

/** A secret that is only compared, such as the current password or a token. Password rules do not apply to it. */
export const Secret = v.pipe(v.string(slovakMessages.text), VERBATIM, TEXT_LENGTH_CHECK, DECODED);

/** Fields of a request that requires the current password and, if the second factor is on, its code. */
export const passwordProof = { currentPassword: Secret, code: optional(Identifier) };

/** A new password (infra/docs/api/validation.md#fields). */
export const Password = v.pipe(
  v.string(slovakMessages.text),
  VERBATIM,
  v.check(value => [...value].length >= MIN_PASSWORD_CHARACTERS, slovakMessages.passwordTooShort),
  maxCodePoints(MAX_PASSWORD_CHARACTERS, slovakMessages.passwordTooLong),
  v.check(value => /\p{L}/u.test(value) && /\p{Nd}/u.test(value), slovakMessages.passwordMakeup),
  v.check(value => value.isWellFormed(), slovakMessages.characters),
  DECODED,
);

export const RequiredText = SingleLineText;

/** Name of the caller's device, for the list of logins. */
export const DeviceName = createSingleLineSchema(64);

/** Token of the bot challenge. The schema allows a missing token; later checks reject it while bot protection is on. */
export const ChallengeToken = optional(SingleLineText);

/** Codes of the Slovak regions (infra/docs/api/validation.md#regions). */
export const REGIONS = Region.options;

const isRegion = (value: unknown): value is (typeof REGIONS)[number] =>
  REGIONS.some(region => region === value);

/** List of region codes. The number of entries is checked before duplicates are removed. */
export const Regions = v.pipe(
  v.array(v.pipe(v.unknown(), v.check(isRegion, slovakMessages.region)), ({ input }) =>
    input === TOO_MANY_ENTRIES ? slovakMessages.regions : slovakMessages.shape,
  ),
  v.minLength(1, slovakMessages.regions),
  v.maxLength(REGIONS.length, slovakMessages.regions),
  v.transform(codes => [...new Set(codes.filter(isRegion))]),
);

const TRUE_VALUES: readonly unknown[] = [true, 'true', '1', 'on', 'yes'];
const FALSE_VALUES: readonly unknown[] = [false, 'false', '0', 'off', 'no'];

const convertToLowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);
const isYes = (value: unknown) => TRUE_VALUES.includes(convertToLowerCase(value));

/** Boolean, which can be sent as text such as `true`, `1`, `on` or `yes` in any case (infra/docs/api/validation.md). */
export const Flag = v.pipe(
  v.custom<boolean | string>(
    value => isYes(value) || FALSE_VALUES.includes(convertToLowerCase(value)),
    slovakMessages.flag,
  ),
  v.transform((value): boolean => isYes(value)),
);

/** Agreement to the terms. Every value other than agreement has the same message. */
export const TermsAgreement = v.pipe(
  v.custom<boolean | string>(isYes, slovakMessages.agreed),
  v.transform(() => true),
);

/**
 * Requires that a new password is sent twice and that both texts are equal. The schema of the password reports a
 * missing password.
 */
export const checkPasswordConfirmation: FieldsCheck = ({ password, passwordConfirmation }) => {
  if (typeof password !== 'string') return [];
  if (passwordConfirmation === undefined) return createMissingFieldIssues('passwordConfirmation', true);
  if (typeof passwordConfirmation !== 'string' || passwordConfirmation === password) return [];
  return [{ path: ['passwordConfirmation'], message: slovakMessages.passwordsDiffer }];
};

/** Creates a check that requires `field` on the first page, which has no cursor. */
export function createRequiredWithoutCursorCheck(field: string): FieldsCheck {
  return fields => createMissingFieldIssues(field, !isSent(fields, field) && !isSent(fields, 'cursor'));
}

/** Creates a check that requires the current password when at least one of the fields is sent. */
export function createPasswordRequiredCheck(names: readonly string[]): FieldsCheck {
  return fields =>
    createMissingFieldIssues(
      'currentPassword',
      !isSent(fields, 'currentPassword') && names.some(name => isSent(fields, name)),
    );
}
