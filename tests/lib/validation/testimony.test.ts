/** Tests of amounts of money, and of the names of a real estate's properties (infra/docs/api/testimonies.md). */
import { expect, it } from 'vitest';
import * as field from '../../../lib/validation/fields.ts';
import { slovakMessages } from '../../../lib/validation/slovak.ts';
import { fieldErrors, validateField } from './validate-field.ts';

it.each([
  [3.3000000000000003, 330],
  [82_000 * 1.1, 9_020_000],
  [99_999.99000000002, 9_999_999],
  [0.1 + 0.2 + 0.85, 115],
  [1.005, fieldErrors(slovakMessages.price)],
  [3.0001, fieldErrors(slovakMessages.price)],
  [99_999.990001, fieldErrors(slovakMessages.price)],
  [100_000.01, fieldErrors(slovakMessages.priceRange)],
  [Number.POSITIVE_INFINITY, fieldErrors(slovakMessages.price, slovakMessages.priceRange)],
])('the price %d is validated and converted to cents', (price, expected) => {
  expect(validateField(field.Price, price)).toEqual(expected);
});

it('every amount of whole cents is accepted when it was calculated in floating-point numbers', () => {
  const factors = [1.1, 1.2, 1.23, 1.05, 0.7, 1.005];
  for (const factor of factors) {
    for (let cents = 1000; cents < 8_000_000; cents += 99_900) {
      const amount = (cents / 100) * factor;
      const exact = (cents * Math.round(factor * 1000)) / 1000;
      if (Number.isInteger(exact)) expect(validateField(field.Amount, amount)).toBe(exact);
    }
  }
});

it.each(['a\u0000b', 'a\u202eb', 'a\nb', 'a\u2028b', 'a\ufffdb', '\u200b', '\ud800', 'a\u{e0041}'])(
  'a name of a property is a text of one line, so %j is rejected',
  name => {
    expect(validateField(field.RealEstateProperties, { rooms: 3, [name]: 2.5 })).toEqual(
      fieldErrors(slovakMessages.characters),
    );
  },
);

it('names of properties are trimmed and normalised', () => {
  expect(
    validateField(field.RealEstateProperties, { ' rooms ': 3, 'ba\u0301lkon': 1, 'počet izieb': 2 }),
  ).toEqual({ rooms: 3, bálkon: 1, 'počet izieb': 2 });
});

it('two names of properties that are equal after trimming are rejected', () => {
  expect(validateField(field.RealEstateProperties, { rooms: 3, 'rooms ': 4 })).toEqual(
    fieldErrors(slovakMessages.propertyRepeated),
  );
});

it('the value of a trimmed property is reported under the trimmed name', () => {
  expect(validateField(field.RealEstateProperties, { ' rooms': -1 })).toEqual({
    'field.rooms': [slovakMessages.property],
  });
});
