/** Whole numbers (infra/docs/api/validation.md): in JSON any that is whole, 1.0 too. */
import * as v from 'valibot';
import { slovak } from './slovak.ts';

/** What is too large to be held is infinite by now: out of range, and not broken. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value) || value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
}

/** @param message says what the range is */
export function integerBetween(from: number, to: number, message: string, tooLarge = message) {
  return v.pipe(
    v.number(slovak.wholeNumber),
    { ...v.integer<number, string>(slovak.wholeNumber), requirement: isInteger },
    v.minValue(from, message),
    v.maxValue(to, tooLarge),
  );
}
