/** Schemas for integers. In JSON, a number such as 1.0 is also an integer (infra/docs/api/validation.md). */
import * as v from 'valibot';
import { slovakMessages } from './slovak.ts';

/**
 * Returns whether a value is an integer. Infinity is accepted here: numbers that are too large are parsed as infinity,
 * and are then reported as out of range.
 */
export function isIntegerOrInfinity(value: unknown): value is number {
  return Number.isInteger(value) || value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
}

/** @param message error message, which must name the range */
export function createIntegerSchema(
  minimum: number,
  maximum: number,
  message: string,
  tooLargeMessage = message,
) {
  return v.pipe(
    v.number(slovakMessages.wholeNumber),
    { ...v.integer<number, string>(slovakMessages.wholeNumber), requirement: isIntegerOrInfinity },
    v.minValue(minimum, message),
    v.maxValue(maximum, tooLargeMessage),
  );
}
