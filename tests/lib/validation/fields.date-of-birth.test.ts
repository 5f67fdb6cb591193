import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkAdult, DateOfBirth } from '../../../lib/validation/fields.ts';
import { slovakMessages } from '../../../lib/validation/slovak.ts';
import { createObjectSchema, validate } from '../../../lib/validation/validate.ts';

const form = createObjectSchema({ dateOfBirth: DateOfBirth });

function validateDateOfBirth(dateOfBirth: unknown, now = new Date('2026-06-15T10:00:00Z')): unknown {
  try {
    return validate(form, { dateOfBirth }, now, [checkAdult]).dateOfBirth;
  } catch (invalid) {
    return (invalid as { errors?: unknown }).errors ?? invalid;
  }
}

const createDate = (day: unknown, month: unknown, year: unknown) => ({ day, month, year });
const UNDERAGE = { dateOfBirth: [slovakMessages.underage] };
const NO_SUCH_DATE = { dateOfBirth: [slovakMessages.noSuchDate] };
const NO_DATE = { dateOfBirth: ['Zadajte dátum narodenia.'] };
const TOO_EARLY = { dateOfBirth: ['Rok narodenia musí byť 1920 alebo neskorší.'] };

it.each([
  ['31 February does not exist', createDate(31, 2, 1990), NO_SUCH_DATE],
  ['29 February of a common year does not exist', createDate(29, 2, 1900 + 99), NO_SUCH_DATE],
  ['29 February of a leap year is valid', createDate(29, 2, 2000), createDate(29, 2, 2000)],
  ['1 January 1920 is the first valid day', createDate(1, 1, 1920), createDate(1, 1, 1920)],
  ['31 February 2015 does not exist and is not checked for age', createDate(31, 2, 2015), NO_SUCH_DATE],
  ['a date in the future is under age', createDate(1, 1, 2050), UNDERAGE],
])('the date of birth is validated: %s', (_, date, expected) => {
  expect(validateDateOfBirth(date)).toEqual(expected);
});

it.each([
  ['day', 0, slovakMessages.day],
  ['day', 32, slovakMessages.day],
  ['day', -0, slovakMessages.day],
  ['day', Number.POSITIVE_INFINITY, slovakMessages.day],
  ['month', 13, slovakMessages.month],
  ['year', 10_000, slovakMessages.yearTooLarge],
  ['year', Number.POSITIVE_INFINITY, slovakMessages.yearTooLarge],
])(
  'a date of birth with the %s %s gets an error for this part and one for the date, which does not exist',
  (part, value, message) => {
    expect(validateDateOfBirth({ ...createDate(1, 1, 1990), [part]: value })).toEqual({
      ...NO_SUCH_DATE,
      [`dateOfBirth.${part}`]: [message],
    });
  },
);

it.each([1919, Number.NEGATIVE_INFINITY])(
  'a date of birth with the year %s is too early, even when other parts are wrong',
  year => {
    const early = { ...TOO_EARLY, 'dateOfBirth.year': [slovakMessages.year] };

    expect(validateDateOfBirth(createDate(1, 1, year))).toEqual(early);
    expect(validateDateOfBirth(createDate(31, 2, year))).toEqual(early);
    expect(validateDateOfBirth({ month: 1, year })).toEqual({
      ...early,
      'dateOfBirth.day': ['Zadajte deň.'],
    });
    expect(validateDateOfBirth(createDate(32, 1, year))).toEqual({
      ...early,
      'dateOfBirth.day': [slovakMessages.day],
    });
  },
);

it.each(['1', 1.5, Number.NaN, true, {}])(
  'a date of birth with the day %j gets an error for the day and one for the date',
  value => {
    expect(validateDateOfBirth(createDate(value, 1, 1990))).toEqual({
      ...NO_SUCH_DATE,
      'dateOfBirth.day': [slovakMessages.wholeNumber],
    });
  },
);

it('an incomplete date of birth gets an error for the date and for each part that is blank or absent', () => {
  expect(validateDateOfBirth({ day: 1, month: ' ' })).toEqual({
    ...NO_DATE,
    'dateOfBirth.month': ['Zadajte mesiac.'],
    'dateOfBirth.year': ['Zadajte rok.'],
  });
});

it.each([[undefined], [''], [{ day: null, other: 1 }]])(
  'the errors of the date of birth %j begin with the error for the whole date',
  value => {
    expect(Object.entries(validateDateOfBirth(value) as object)).toEqual([
      ['dateOfBirth', ['Zadajte dátum narodenia.']],
      ['dateOfBirth.day', ['Zadajte deň.']],
      ['dateOfBirth.month', ['Zadajte mesiac.']],
      ['dateOfBirth.year', ['Zadajte rok.']],
    ]);
  },
);

it.each([['1990-01-01'], [[1, 1, 1990]], [1990]])('the date of birth %j is not an object', value => {
  expect(validateDateOfBirth(value)).toEqual({ dateOfBirth: [slovakMessages.shape] });
});

it.each([
  ['too young before midnight in summer', createDate(15, 6, 2008), '2026-06-14T21:59:59.999Z', UNDERAGE],
  [
    'old enough at midnight in summer',
    createDate(15, 6, 2008),
    '2026-06-14T22:00:00.000Z',
    createDate(15, 6, 2008),
  ],
  ['too young before midnight in winter', createDate(15, 1, 2008), '2026-01-14T22:59:59.999Z', UNDERAGE],
  [
    'old enough at midnight in winter',
    createDate(15, 1, 2008),
    '2026-01-14T23:00:00.000Z',
    createDate(15, 1, 2008),
  ],
  [
    'born on 29 February, too young on 28 February',
    createDate(29, 2, 2008),
    '2026-02-28T12:00:00Z',
    UNDERAGE,
  ],
  [
    'born on 29 February, old enough on 1 March',
    createDate(29, 2, 2008),
    '2026-02-28T23:00:00Z',
    createDate(29, 2, 2008),
  ],
])('the age of a user changes at midnight in Bratislava: %s', (_, date, now, expected) => {
  expect(validateDateOfBirth(date, new Date(now))).toEqual(expected);
});

it('a date of birth must exist in the calendar', () => {
  const part = (min: number, max: number) => fc.integer({ min, max });
  fc.assert(
    fc.property(part(1, 31), part(1, 12), part(1920, 2007), (day, month, year) => {
      const daysInMonth = new Date(year, month, 0).getDate();
      expect(validateDateOfBirth(createDate(day, month, year))).toEqual(
        day <= daysInMonth ? createDate(day, month, year) : NO_SUCH_DATE,
      );
    }),
  );
});
