import { expect, it } from 'vitest';
import { LIMITS } from '../../../../../lib/domain/model/limits/rate-limit.ts';
import { getRateLimitCounter } from '../../../../../lib/platform/aws/limits/rate-limiter.ts';

const timeOfDay = (time: string) => new Date(`2026-06-15T${time}Z`);
const getCounter = (time: string, key = 'jana@znalci.sk 192.0.2.1') =>
  getRateLimitCounter({ limit: 'login-attempts', key, at: timeOfDay(time) });

it('no rate limit mode multiplies a limit that guards a password or counts mails to an address', () => {
  const guards = Object.entries(LIMITS).filter(
    ([name, { guardsPassword }]) => (guardsPassword && name !== 'logins') || /mail|notice|warning/.test(name),
  );
  const multiplied = guards.filter(([, { perSource, perUser }]) => perSource || perUser);

  expect(multiplied.map(([name]) => name)).toEqual(['mails']); // counts requests for mails by one source
});

it.each([
  ['10:00:00.000', '10:00:59.999', true],
  ['10:00:59.999', '10:01:00.000', false],
])('a limit per minute counts by the clock: hits at %s and %s share a counter: %s', (one, other, same) => {
  expect(getCounter(one).key.pk === getCounter(other).key.pk).toBe(same);
});

it('the counter of a rate limit ends with its window', () => {
  expect(getCounter('10:00:00').endsAt).toEqual(timeOfDay('10:01:00'));
  expect(getCounter('10:00:59.999').endsAt).toEqual(timeOfDay('10:01:00'));
});

it('the counters of a rate limit are separate for each caller', () => {
  expect(getCounter('10:00:00').key.pk).not.toBe(getCounter('10:00:00', 'eva@znalci.sk 192.0.2.1').key.pk);
});

it('the key of a rate limit counter contains no personal data', () => {
  expect(getCounter('10:00:00').key.pk).not.toMatch(/jana|192/);
});
