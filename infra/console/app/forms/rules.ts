/**
 * Rules of form fields. They repeat rules of the API (infra/docs/api/validation.md#fields), so that a field can be
 * checked before the form is sent. The API decides: a rule here is never stricter than the rule of the API.
 */
import { DAY } from '../../../../lib/durations.ts';
import type { TextKey } from '../texts/all-texts.ts';
import { removeBlanks, removeMarks } from './number-formats.ts';

/** Returns the text of another field of the form. It is empty when the field is blank or absent. */
export type ReadValue = (name: string) => string;

/** Returns the message for a value, or undefined when the value is accepted. */
export type Rule = (value: string, read: ReadValue) => TextKey | undefined;

/** Creates a rule for the format of a value. Blank values are accepted. */
const format =
  (findError: (text: string, read: ReadValue) => TextKey | undefined): Rule =>
  (value, read) =>
    value.trim() === '' ? undefined : findError(value.trim(), read);

/** Requires an `@`, a domain with a dot, and no blanks. The API checks more. */
export const emailRule = format(text =>
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(removeMarks(text)) ? undefined : 'invalid.email',
);

/**
 * Requires a plus sign and digits, which may have separators and may be full-width or Arabic, as in the API. A Slovak
 * number has 6, 7 or 9 digits after +421; other numbers have 7 to 15 digits with the country code.
 */
export const phoneRule = format(text => {
  const number = removeMarks(text);
  if (!/^\+[\d０-９٠-٩۰-۹\s()./\p{Pd}]+$/u.test(number)) return 'invalid.phone';
  const digits = number.replace(/[+\s()./\p{Pd}]/gu, '').replace(/^4210/, '421');
  const isPossible = digits.startsWith('421')
    ? [9, 10, 12].includes(digits.length)
    : digits.length >= 7 && digits.length <= 15;
  return isPossible ? undefined : 'invalid.phone-impossible';
});

export const newPasswordRule: Rule = value => {
  if (value === '') return undefined;
  const length = [...value.normalize('NFC')].length;
  if (length < 8) return 'invalid.password-too-short';
  if (length > 255) return 'invalid.password-too-long';
  return /\p{L}/u.test(value) && /\p{Nd}/u.test(value) ? undefined : 'invalid.password-makeup';
};

/** Requires `SK` and 22 digits with a valid checksum (modulo 97). Blanks are ignored. */
export const ibanRule = format(text => {
  const iban = removeBlanks(text);
  if (!/^SK\d{22}$/i.test(iban)) return 'invalid.iban';
  const digits = `${iban.slice(4)}${iban.slice(0, 4).toUpperCase()}`.replace(/[A-Z]/g, letter =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n ? undefined : 'invalid.iban-checksum';
});

/** Creates a rule for an amount or a count, in the Slovak or the English number format. */
const numberRule = (
  minimum: number,
  maximum: number,
  decimals: number,
  formatMessage: TextKey,
  rangeMessage: TextKey,
) =>
  format(text => {
    const digits = text.replaceAll(/\s/g, '').replace(',', '.');
    const isNumber = new RegExp(`^-?\\d+(\\.\\d{1,${decimals || 1}})?$`).test(digits);
    if (!isNumber || (decimals === 0 && !Number.isInteger(Number(digits)))) return formatMessage;
    return Number(digits) >= minimum && Number(digits) <= maximum ? undefined : rangeMessage;
  });

export const priceRule = numberRule(1, 100_000, 2, 'invalid.price', 'invalid.price-range');
export const daysRule = numberRule(1, 365, 0, 'invalid.whole-number', 'invalid.days');
export const propertyRule = numberRule(0, 9999, 0, 'invalid.whole-number', 'invalid.property');
const dayRule = numberRule(1, 31, 0, 'invalid.whole-number', 'invalid.day');
const yearRule = numberRule(1920, 9999, 0, 'invalid.whole-number', 'invalid.year-of-birth');

/** Checks that a date of birth is complete, and at least 18 years ago. */
export const dateOfBirthRule =
  (now: () => Date = () => new Date()): Rule =>
  (_, read) => {
    const [day, month, year] = ['day', 'month', 'year'].map(part => read(`dateOfBirth.${part}`));
    if (!day || !month || !year) return 'missing.dateOfBirth';
    const invalidPart = dayRule(day, read) ?? yearRule(year, read);
    if (invalidPart) return invalidPart;
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    if (date.getUTCDate() !== Number(day)) return 'invalid.no-such-date';
    const birthday = Date.UTC(Number(year) + 18, Number(month) - 1, Number(day));
    // The date in Bratislava can be later than the date in UTC, so the rule allows one more day. The API checks
    // exactly.
    return birthday <= now().getTime() + DAY ? undefined : 'invalid.underage';
  };

/** Requires a value when one of the other fields has a value. */
export const requiredWith =
  (message: TextKey, ...others: readonly string[]): Rule =>
  (value, read) =>
    value.trim() === '' && others.some(name => read(name).trim() !== '') ? message : undefined;
