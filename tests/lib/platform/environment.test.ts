import { expect, it } from 'vitest';
import {
  isEnabled,
  readCommissionSettings,
  readInteger,
  readPayoutDelay,
  readPayoutLimits,
  requireVariable,
} from '../../../lib/platform/environment.ts';

it.each([{}, { MAIL_FROM: '' }])('requireVariable names the variable that is missing in %j', environment => {
  expect(() => requireVariable(environment, 'MAIL_FROM')).toThrow('MAIL_FROM is not set');
});

it.each(['', 'twelve', '1.5', '0', '-1'])('readInteger rejects the value %j', value => {
  expect(() => readInteger({ PASSWORD_HASH_COST: value }, 'PASSWORD_HASH_COST', 1, 31)).toThrow(
    'PASSWORD_HASH_COST',
  );
});

it.each([
  ['true', true],
  ['TRUE', false],
  ['1', false],
  [undefined, false],
])('isEnabled reads the value %j as %s', (value, on) => {
  expect(isEnabled({ SANDBOX: value }, 'SANDBOX')).toBe(on);
});

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
