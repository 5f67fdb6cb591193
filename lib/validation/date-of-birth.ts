import * as v from 'valibot';
import { isAdult, isExistingDate } from './calendar.ts';
import { IN_DIGITS } from './shape.ts';
import { missingMessage, slovak } from './slovak.ts';
import { objectSchema } from './validate.ts';
import { isInteger } from './whole-numbers.ts';

const FIRST_YEAR = 1920;

/** Latest year that is accepted as a number; `Date` represents it safely. */
const LAST_YEAR = 9999;

function part(lowest: number, highest: number, message: string, tooLarge = message) {
  return v.pipe(
    v.custom<number>(isInteger, slovak.wholeNumber),
    v.minValue(lowest, message),
    v.maxValue(highest, tooLarge),
    IN_DIGITS,
  );
}

const parts = objectSchema({
  day: part(1, 31, slovak.day),
  month: part(1, 12, slovak.month),
  year: part(FIRST_YEAR, LAST_YEAR, slovak.year, slovak.yearTooLarge),
});

type Parts = Readonly<Partial<Record<'day' | 'month' | 'year', unknown>>>;

/**
 * Date of birth. When a part is invalid, an error is also reported on the whole date
 * (infra/docs/api/validation.md#date-of-birth).
 */
export const DateOfBirth = v.pipe(
  parts,
  v.rawCheck(({ dataset, addIssue }) => {
    const isObject = !dataset.issues?.some(({ path }) => path === undefined);
    const message = dataset.typed
      ? wrongWithDate(dataset.value)
      : isObject && wrongWithParts(dataset.value as Parts);
    if (message) addIssue({ message });
  }),
);

function wrongWithDate(date: v.InferOutput<typeof parts>): string | undefined {
  if (date.year < FIRST_YEAR || date.year > LAST_YEAR) return wrongWithParts(date);
  if (!isExistingDate(date)) return slovak.noSuchDate;
  return isAdult(date) ? undefined : slovak.underage;
}

function wrongWithParts({ day, month, year }: Parts): string {
  if (isInteger(year) && year < FIRST_YEAR) return slovak.yearOfBirth;
  return [day, month, year].includes(undefined) ? missingMessage('dateOfBirth') : slovak.noSuchDate;
}
