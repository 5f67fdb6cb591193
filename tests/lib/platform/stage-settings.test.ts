import { expect, it } from 'vitest';
import { readPayoutDelay } from '../../../lib/platform/stage-settings.ts';

it.each([
  ['0', 0],
  ['3', 3],
  ['30', 30],
])('readPayoutDelay reads %s days', (PAYOUT_DELAY_DAYS, days) => {
  expect(readPayoutDelay({ PAYOUT_DELAY_DAYS })).toEqual({ days });
});

it.each(['31', '-1', '1.5', '1e1', ' 3', 'x'])('readPayoutDelay rejects %s', PAYOUT_DELAY_DAYS => {
  expect(() => readPayoutDelay({ PAYOUT_DELAY_DAYS })).toThrow(
    'PAYOUT_DELAY_DAYS must be a whole number from 0 to 30',
  );
});

it('readPayoutDelay rejects a missing setting', () => {
  expect(() => readPayoutDelay({})).toThrow('PAYOUT_DELAY_DAYS');
});
