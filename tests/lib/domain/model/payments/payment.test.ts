import { expect, it } from 'vitest';
import { computeCommission } from '../../../../../lib/domain/model/payments/payment.ts';

it.each([
  [10_005, 1001],
  [1000, 100],
  [999, 100],
  [101, 100],
  [100, 99],
])(
  'a commission of 10 %% is at least 100 cents but leaves the expert a cent: for a price of %i cents it is %i cents',
  (price, commission) => {
    expect(computeCommission(price, 10, 100)).toBe(commission);
  },
);
