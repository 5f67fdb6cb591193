import * as v from 'valibot';
import { isAdult, isExistingDate } from './calendar.ts';
import { NUMERIC_TEXT_ALLOWED } from './shape.ts';
import { getMissingMessage, slovakMessages } from './slovak.ts';
import { objectSchema } from './validate.ts';
import { isInteger } from './whole-numbers.ts';

const MIN_YEAR = 1920;

/** Latest year that is accepted as a number; `Date` represents it safely. */
const MAX_YEAR = 9999;

function createPartSchema(minimum: number, maximum: number, message: string, tooLargeMessage = message) {
  return v.pipe(
    v.custom<number>(isInteger, slovakMessages.wholeNumber),
    v.minValue(minimum, message),
    v.maxValue(maximum, tooLargeMessage),
    NUMERIC_TEXT_ALLOWED,
  );
}

const datePartsSchema = objectSchema({
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
  if (!isExistingDate(date)) return slovakMessages.noSuchDate;
  return isAdult(date) ? undefined : slovakMessages.underage;
}

function findPartError({ day, month, year }: DateParts): string {
  if (isInteger(year) && year < MIN_YEAR) return slovakMessages.yearOfBirth;
  return [day, month, year].includes(undefined)
    ? getMissingMessage('dateOfBirth')
    : slovakMessages.noSuchDate;
}
