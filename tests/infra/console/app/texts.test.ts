/** Tests of texts and amounts that the console itself composes. */
import { expect, it } from 'vitest';
import { completePostalCode, formatPostalCode } from '../../../../infra/console/app/forms/number-formats.ts';
import { computeCommissionInEuros } from '../../../../infra/console/app/pages/testimonies/testimony-facts.ts';
import { computeCommission } from '../../../../lib/domain/model/payments/payment.ts';

it('formatPostalCode separates the last two digits of a Slovak code', () => {
  expect(['04001', '040 01', 'SW1A 1AA'].map(formatPostalCode)).toEqual([
    '040\u00a001',
    '040\u00a001',
    'SW1A 1AA',
  ]);
});

it('completePostalCode brings a Slovak code into the format that the form sends', () => {
  expect(['04001', '040 01', 'SW1A 1AA'].map(completePostalCode)).toEqual(['040 01', '040 01', 'SW1A 1AA']);
});

it.each([1, 1.01, 9.99, 180, 249.9, 1249.9, 99_999.99])(
  'the console computes the same commission of %s euros as the API',
  price => {
    for (const percent of [0, 10, 12.5])
      expect(computeCommissionInEuros(price, percent, 1)).toBe(
        computeCommission(Math.round(price * 100), percent, 100) / 100,
      );
  },
);
