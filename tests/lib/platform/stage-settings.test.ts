import { expect, it } from 'vitest';
import {
  readCommissionSettings,
  readPayoutDelay,
  readPayoutLimits,
} from '../../../lib/platform/stage-settings.ts';

it.each(['31', '-1', '1.5', '1e1', ' 3', 'x'])('readPayoutDelay rejects %s', PAYOUT_DELAY_DAYS => {
  expect(() => readPayoutDelay({ PAYOUT_DELAY_DAYS })).toThrow(
    'PAYOUT_DELAY_DAYS must be a whole number from 0 to 30',
  );
});

it('readPayoutDelay rejects a missing setting', () => {
  expect(() => readPayoutDelay({})).toThrow('PAYOUT_DELAY_DAYS');
});

it('readPayoutLimits and readCommissionSettings convert euros into cents and read a setting only when it is used', () => {
  expect(readPayoutLimits({ PAYOUT_DAILY_CAP: '5000' }).dailyCap).toBe(500_000);
  expect(readPayoutLimits({ PAYOUT_MIN_DAYS: '7' }).minDays).toBe(7);
  expect(readCommissionSettings({ MIN_COMMISSION: '1' }).minCommission).toBe(100);
  expect(() => readPayoutLimits({}).minDays).toThrow('PAYOUT_MIN_DAYS');
});
