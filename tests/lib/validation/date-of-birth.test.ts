import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DateOfBirth } from '../../../lib/validation/fields.ts';
import { slovak } from '../../../lib/validation/slovak.ts';
import { members, validate } from '../../../lib/validation/validate.ts';

const form = members({ dateOfBirth: DateOfBirth });

function outcome(dateOfBirth: unknown, now = new Date('2026-06-15T10:00:00Z')): unknown {
  try {
    return validate(form, { dateOfBirth }, now).dateOfBirth;
  } catch (invalid) {
    return (invalid as { errors?: unknown }).errors ?? invalid;
  }
}

const born = (day: unknown, month: unknown, year: unknown) => ({ day, month, year });
const UNDERAGE = { dateOfBirth: [slovak.underage] };
const NO_SUCH_DATE = { dateOfBirth: [slovak.noSuchDate] };

it.each([
  ['31 February', born(31, 2, 1990), NO_SUCH_DATE],
  ['29 February of a common year', born(29, 2, 1900 + 99), NO_SUCH_DATE],
  ['29 February of a leap year', born(29, 2, 2000), born(29, 2, 2000)],
  ['31 April', born(31, 4, 1990), NO_SUCH_DATE],
  ['the first day allowed', born(1, 1, 1920), born(1, 1, 1920)],
  ['digits with leading zeros', born('01', '02', '1990'), born(1, 2, 1990)],
  ['a year to come', born(1, 1, 2050), UNDERAGE],
])('%s', (_, date, expected) => {
  expect(outcome(date)).toEqual(expected);
});

it.each([
  ['day', 0, slovak.day],
  ['day', 32, slovak.day],
  ['day', '99999999999999999999999', slovak.day],
  ['month', 0, slovak.month],
  ['month', 13, slovak.month],
  ['year', 1919, slovak.year],
  ['year', 10_000, slovak.yearTooLarge],
])('%s %s is out of range, so there is no such date either', (part, value, message) => {
  expect(outcome({ ...born(1, 1, 1990), [part]: value })).toEqual({
    ...NO_SUCH_DATE,
    [`dateOfBirth.${part}`]: [message],
  });
});

it.each(['1.5', '+1', '-1', '1e0', '0x1', '١', 'x', 1.5, Number.NaN, true, {}, []])(
  '%j is no whole number, which is reported alone',
  value => {
    expect(outcome(born(value, 1, 1990))).toEqual({ 'dateOfBirth.day': [slovak.wholeNumber] });
  },
);

it('a missing part is reported alone', () => {
  expect(outcome({ day: 1, month: ' ' })).toEqual({
    'dateOfBirth.month': ['Zadajte mesiac.'],
    'dateOfBirth.year': ['Zadajte rok.'],
  });
});

it.each([[undefined], [null], ['']])('%j is absent: itself and each part, itself first', value => {
  const errors = outcome(value) as object;
  expect(Object.keys(errors)).toEqual([
    'dateOfBirth',
    'dateOfBirth.day',
    'dateOfBirth.month',
    'dateOfBirth.year',
  ]);
});

it.each([['1990-01-01'], [[1, 1, 1990]], [1990], [true]])('%j is no object: itself alone', value => {
  expect(outcome(value)).toEqual({ dateOfBirth: [slovak.shape] });
});

describe('18 years, from the start of the birthday in Bratislava', () => {
  it.each([
    ['a moment before, in summer', born(15, 6, 2008), '2026-06-14T21:59:59.999Z', UNDERAGE],
    ['the moment, in summer', born(15, 6, 2008), '2026-06-14T22:00:00.000Z', born(15, 6, 2008)],
    ['a moment before, in winter', born(15, 1, 2008), '2026-01-14T22:59:59.999Z', UNDERAGE],
    ['the moment, in winter', born(15, 1, 2008), '2026-01-14T23:00:00.000Z', born(15, 1, 2008)],
    ['29 February, on 28 February', born(29, 2, 2008), '2026-02-28T12:00:00Z', UNDERAGE],
    ['29 February, on 1 March', born(29, 2, 2008), '2026-02-28T23:00:00Z', born(29, 2, 2008)],
  ])('%s', (_, date, now, expected) => {
    expect(outcome(date, new Date(now))).toEqual(expected);
  });
});

it('takes exactly the days of the calendar', () => {
  const part = (min: number, max: number) => fc.integer({ min, max });
  fc.assert(
    fc.property(part(1, 31), part(1, 12), part(1920, 2007), (day, month, year) => {
      const daysInMonth = new Date(year, month, 0).getDate();
      expect(outcome(born(day, month, year))).toEqual(
        day <= daysInMonth ? born(day, month, year) : NO_SUCH_DATE,
      );
    }),
  );
});
