/**
 * The fields of every form, each spec table once. Endpoints put them together, one line per row.
 *
 * What comes out is normalised: ready to be stored and compared. Fields that need much code or data lie in
 * files of their own, which the bundler leaves out of functions that use none of them.
 */
import * as v from 'valibot';
import { normaliseEmail } from './email.ts';
import { MAX_TEXT_LENGTH, TOO_MANY } from './normalize.ts';
import { optional } from './optional.ts';
import { VERBATIM } from './shape.ts';
import { missingMessage, slovak } from './slovak.ts';
import { bounded, Line, maxLength, ShortLine } from './texts.ts';
import type { Check } from './validate.ts';

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

/** Spec §2.1. The stored form is also the one that mail goes to. What is far too long is only that. */
export const Email = v.pipe(
  v.string(slovak.email),
  v.check(text => text.length > MAX_TEXT_LENGTH || normaliseEmail(text) !== undefined, slovak.email),
  v.check(text => [...(normaliseEmail(text) ?? text)].length <= 255, slovak.emailTooLong),
  v.transform(text => normaliseEmail(text) ?? text),
);

/** A secret without any rule of its own: what proves something, not what is being chosen. */
export const Secret = v.pipe(v.string(slovak.text), VERBATIM, bounded);

/** A password being chosen (infra/docs/api/validation.md). */
export const Password = v.pipe(
  v.string(slovak.text),
  VERBATIM,
  v.check(value => [...value].length >= 8, slovak.passwordTooShort),
  maxLength(255, slovak.passwordTooLong),
  v.check(value => /\p{L}/u.test(value) && /\p{Nd}/u.test(value), slovak.passwordMakeup),
  v.check(value => value.isWellFormed(), slovak.characters),
);

export const Name = ShortLine;

export const RegistrationNumber = ShortLine;

/** Any text on one line. */
export const Required = Line;

/** Where the bot check is optional; the check itself refuses a missing token when it is on. */
export const ChallengeToken = optional(Line);

/** Spec §2.7. */
export const REGIONS = ['ba', 'bb', 'ke', 'nr', 'po', 'tn', 'tt', 'za'] as const;
type Region = (typeof REGIONS)[number];

const isRegion = (value: unknown): value is Region => REGIONS.some(region => region === value);

/** Counted as sent, merged afterwards. Unknown codes do not keep too many from being reported too. */
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

/** As forms, people and several languages write it, in any case (infra/docs/api/validation.md). */
export const Flag = v.pipe(
  v.custom<boolean | string>(value => isYes(value) || NO.includes(inLowerCase(value)), slovak.flag),
  v.transform((value): boolean => isYes(value)),
);

/** Whatever is not agreement says the same (infra/docs/api/validation.md). */
export const Agreed = v.pipe(
  v.custom<boolean | string>(isYes, slovak.agreed),
  v.transform(() => true),
);

/**
 * The repetition must equal what it repeats, and be there whenever that is (infra/docs/api/validation.md). A missing
 * original is left to its own rules.
 */
export function confirmed(original: string, repetition: string): Check {
  return form => {
    const [given, repeated] = [form[original], form[repetition]];
    if (typeof given !== 'string') return [];
    if (repeated === undefined) return [{ path: [repetition], message: missingMessage(repetition) }];
    if (typeof repeated !== 'string' || repeated === given) return [];
    return [{ path: [repetition], message: slovak.passwordsDiffer }];
  };
}

/** A field that must come whenever one of `others` does. */
export function requiredWith(field: string, others: readonly string[]): Check {
  return form => {
    const isSent = (name: string) => (form[name] ?? null) !== null;
    const isDue = !isSent(field) && others.some(isSent);
    return isDue ? [{ path: [field], message: missingMessage(field) }] : [];
  };
}
