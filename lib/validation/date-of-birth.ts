import * as v from 'valibot';
import { exists, isAdult } from './calendar.ts';
import { slovak } from './slovak.ts';
import { members } from './validate.ts';

/** Beyond any calendar in use, and well inside what `Date` can tell. */
const LAST_YEAR = 9999;

/**
 * A whole number, also as decimal digits: forms know only text. Forms hand numbers of JSON text on
 * as they were written, so that 1.0 and 1e0 are not taken for 1.
 */
function part(lowest: number, highest: number, message: string, tooLarge = message) {
  return v.pipe(
    v.custom<number | string>(isWhole, slovak.wholeNumber),
    v.transform(Number),
    v.check(value => lowest <= value, message),
    v.check(value => value <= highest, tooLarge),
  );
}

/** Infinity is a number too large to be held, not one with a fraction: out of range. */
function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return /^\d+$/.test(value);
  return Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
}

const parts = members({
  day: part(1, 31, slovak.day),
  month: part(1, 12, slovak.month),
  year: part(1920, LAST_YEAR, slovak.year, slovak.yearTooLarge),
});

/** Spec §2.3. A part out of its range also means that there is no such date. */
export const DateOfBirth = v.pipe(
  parts,
  v.rawCheck(({ dataset, addIssue }) => {
    const outOfRange = dataset.issues?.some(({ type }) => type === 'check');
    if (outOfRange || (dataset.typed && !exists(dataset.value))) addIssue({ message: slovak.noSuchDate });
    else if (dataset.typed && !isAdult(dataset.value)) addIssue({ message: slovak.underage });
  }),
);
