import { expect, it } from 'vitest';
import { isMonthFinal } from '../../../../../lib/domain/model/payments/books.ts';

it.each([
  ['2026-11', '2026-11-30T23:59:59.999Z', false],
  ['2026-11', '2026-12-04T23:59:59.999Z', false],
  ['2026-11', '2026-12-05T00:00:00.000Z', true],
  ['2026-12', '2027-01-05T00:00:00.000Z', true],
  ['2026-11', '2027-11-01T00:00:00.000Z', true],
])('the books of %s at %s are final: %s', (month, now, isFinal) => {
  expect(isMonthFinal(month, new Date(now))).toBe(isFinal);
});
