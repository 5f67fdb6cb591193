/**
 * Schemas for the fields of request bodies (infra/docs/api/validation.md#fields), which endpoints combine.
 *
 * Their output is normalised, ready to be stored and compared. Fields that need much code or data are in files of their
 * own, which the bundler leaves out of functions that do not use them.
 */
import * as v from 'valibot';
import { normaliseEmail } from './email.ts';
import { MAX_TEXT_LENGTH, TOO_MANY } from './normalize.ts';
import { optional } from './optional.ts';
import { VERBATIM } from './shape.ts';
import { missingMessage, slovak } from './slovak.ts';
import { LENGTH_LIMIT, Line, maxCodePoints, ShortLine } from './texts.ts';
import type { FieldsCheck } from './validate.ts';

export * from './choices.ts';
export * from './contact-fields.ts';
export { DateOfBirth } from './date-of-birth.ts';
export { IdScan, TestimonyDocument } from './files.ts';
export {
  nullable,
  optional,
  optionalButNotNull as changeable,
  optionalOrNull as clearable,
} from './optional.ts';
export * from './testimony.ts';
export { paragraphs } from './texts.ts';

/** E-mail address, in the normalised form to which mail is sent. Overlong text is reported only as too long. */
export const Email = v.pipe(
  v.string(slovak.email),
  v.check(text => text.length > MAX_TEXT_LENGTH || normaliseEmail(text) !== undefined, slovak.email),
  v.check(text => [...(normaliseEmail(text) ?? text)].length <= 255, slovak.emailTooLong),
  v.transform(text => normaliseEmail(text) ?? text),
);

/** A secret that is only compared, such as the current password or a token, so no password rules apply. */
export const Secret = v.pipe(v.string(slovak.text), VERBATIM, LENGTH_LIMIT);

/** A new password (infra/docs/api/validation.md#fields). */
export const Password = v.pipe(
  v.string(slovak.text),
  VERBATIM,
  v.check(value => [...value].length >= 8, slovak.passwordTooShort),
  maxCodePoints(255, slovak.passwordTooLong),
  v.check(value => /\p{L}/u.test(value) && /\p{Nd}/u.test(value), slovak.passwordMakeup),
  v.check(value => value.isWellFormed(), slovak.characters),
);

export const Name = ShortLine;

export const RegistrationNumber = ShortLine;

/** Required text on one line. */
export const Required = Line;

/** Token of the bot challenge, which is optional here; the bot check rejects a missing token when it is on. */
export const ChallengeToken = optional(Line);

/** Codes of the Slovak regions (infra/docs/api/validation.md#regions). */
export const REGIONS = ['ba', 'bb', 'ke', 'nr', 'po', 'tn', 'tt', 'za'] as const;
type Region = (typeof REGIONS)[number];

const isRegion = (value: unknown): value is Region => REGIONS.some(region => region === value);

/** List of region codes. Entries are counted before duplicates are merged; unknown codes are reported as well. */
export const Regions = v.pipe(
  v.array(v.pipe(v.unknown(), v.check(isRegion, slovak.region)), ({ input }) =>
    input === TOO_MANY ? slovak.regions : slovak.shape,
  ),
  v.minLength(1, slovak.regions),
  v.maxLength(REGIONS.length, slovak.regions),
  v.transform(codes => [...new Set(codes.filter(isRegion))]),
);

const YES: readonly unknown[] = [true, 'true', '1', 'on', 'yes'];
const NO: readonly unknown[] = [false, 'false', '0', 'off', 'no'];

const inLowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);
const isYes = (value: unknown) => YES.includes(inLowerCase(value));

/** Boolean, also as text such as `true`, `1`, `on` or `yes` in any case (infra/docs/api/validation.md). */
export const Flag = v.pipe(
  v.custom<boolean | string>(value => isYes(value) || NO.includes(inLowerCase(value)), slovak.flag),
  v.transform((value): boolean => isYes(value)),
);

/** Agreement to the terms. Every value other than agreement has the same message. */
export const Agreed = v.pipe(
  v.custom<boolean | string>(isYes, slovak.agreed),
  v.transform(() => true),
);

/**
 * Creates a check that requires `repetition` when `original` is sent, and requires both to be equal. A missing
 * `original` is left to the rules of that field.
 */
export function fieldsMustMatch(original: string, repetition: string): FieldsCheck {
  return form => {
    const [given, repeated] = [form[original], form[repetition]];
    if (typeof given !== 'string') return [];
    if (repeated === undefined) return [{ path: [repetition], message: missingMessage(repetition) }];
    if (typeof repeated !== 'string' || repeated === given) return [];
    return [{ path: [repetition], message: slovak.passwordsDiffer }];
  };
}

/** Creates a check that requires `field` when one of `others` is sent. */
export function requiredTogether(field: string, others: readonly string[]): FieldsCheck {
  return form => {
    const isSent = (name: string) => (form[name] ?? null) !== null;
    const isDue = !isSent(field) && others.some(isSent);
    return isDue ? [{ path: [field], message: missingMessage(field) }] : [];
  };
}
