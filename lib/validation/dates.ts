/** Schema of a date of birth, and the age check in Slovak local time (infra/docs/api/validation.md#date-of-birth). */
import * as v from 'valibot';
import { ADULT_AGE, MIN_YEAR } from '../domain/input-limits.ts';
import { getMissingFieldMessage, slovakMessages } from './slovak.ts';
import { createObjectSchema, type FieldsCheck, NUMERIC_TEXT_ALLOWED } from './validate.ts';
import { isIntegerOrInfinity } from './whole-numbers.ts';

/** Latest year of a date of birth. `Date` can represent it safely. */
const MAX_YEAR = 9999;

function createPartSchema(minimum: number, maximum: number, message: string, tooLargeMessage = message) {
  return v.pipe(
    v.custom<number>(isIntegerOrInfinity, slovakMessages.wholeNumber),
    v.minValue(minimum, message),
    v.maxValue(maximum, tooLargeMessage),
    NUMERIC_TEXT_ALLOWED,
  );
}

const datePartsSchema = createObjectSchema({
  day: createPartSchema(1, 31, slovakMessages.day),
  month: createPartSchema(1, 12, slovakMessages.month),
  year: createPartSchema(MIN_YEAR, MAX_YEAR, slovakMessages.year, slovakMessages.yearTooLarge),
});

type DateParts = Readonly<Partial<Record<'day' | 'month' | 'year', unknown>>>;

/**
 * Date of birth. When a part is invalid, an error is also reported on the whole date
 * (infra/docs/api/validation.md#date-of-birth).
 */
export const DateOfBirth = v.pipe(
  datePartsSchema,
  v.rawCheck(({ dataset, addIssue }) => {
    const isObject = !dataset.issues?.some(({ path }) => path === undefined);
    const message = dataset.typed
      ? findDateError(dataset.value)
      : isObject && findPartError(dataset.value as DateParts);
    if (message) addIssue({ message });
  }),
);

function findDateError(date: v.InferOutput<typeof datePartsSchema>): string | undefined {
  if (date.year < MIN_YEAR || date.year > MAX_YEAR) return findPartError(date);
  return isExistingDate(date) ? undefined : slovakMessages.noSuchDate;
}

/** Checks that a person with a valid date of birth is at least 18. */
export const checkAdult: FieldsCheck = ({ dateOfBirth }, now) =>
  v.is(DateOfBirth, dateOfBirth) && !isAdult(dateOfBirth, now)
    ? [{ path: ['dateOfBirth'], message: slovakMessages.underage }]
    : [];

function findPartError({ day, month, year }: DateParts): string {
  if (isIntegerOrInfinity(year) && year < MIN_YEAR) return slovakMessages.yearOfBirth;
  return [day, month, year].includes(undefined)
    ? getMissingFieldMessage('dateOfBirth')
    : slovakMessages.noSuchDate;
}

interface CalendarDate {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

/** Returns whether a date exists in the calendar. It does not support years before 100. */
export function isExistingDate({ day, month, year }: CalendarDate): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * Returns whether a person is at least 18, counted from the start of the 18th birthday in Bratislava. People born on 29
 * February are adults from 1 March, because the year of their 18th birthday is never a leap year.
 */
function isAdult(dateOfBirth: CalendarDate, now: Date): boolean {
  const birthday = toComparableNumber({ ...dateOfBirth, year: dateOfBirth.year + ADULT_AGE });
  // Bratislava is ahead of UTC, so a person who is an adult by the UTC date is also an adult in Bratislava. The slower
  // time zone conversion is needed only for other people.
  return (
    birthday <= toComparableNumber(getDateInUtc(now)) ||
    birthday <= toComparableNumber(getDateInBratislava(now))
  );
}

function getDateInUtc(now: Date): CalendarDate {
  return { day: now.getUTCDate(), month: now.getUTCMonth() + 1, year: now.getUTCFullYear() };
}

/**
 * Returns the date in Bratislava. The formatter is created on demand, because the first one of a process takes 13 ms,
 * too long for every start of a function.
 */
function getDateInBratislava(now: Date): CalendarDate {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Bratislava',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  }).formatToParts(now);
  const readPart = (type: 'day' | 'month' | 'year') => Number(parts.find(p => p.type === type)?.value);
  return { day: readPart('day'), month: readPart('month'), year: readPart('year') };
}

function toComparableNumber({ day, month, year }: CalendarDate): number {
  return year * 10_000 + month * 100 + day;
}
