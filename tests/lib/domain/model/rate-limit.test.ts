import { expect, it } from 'vitest';
import { LIMITS, RATE_LIMIT_MODES } from '../../../../lib/domain/model/rate-limit.ts';
import { getRateLimitCounter } from '../../../../lib/platform/aws/accounts/rate-limiter.ts';

const timeOfDay = (time: string) => new Date(`2026-06-15T${time}Z`);
const getCounter = (time: string, key = 'jana@znalci.sk 192.0.2.1') =>
  getRateLimitCounter({ limit: 'login-attempts', key, at: timeOfDay(time) });

it('rate limits have the quotas and windows of infra/docs/api/conventions.md', () => {
  expect(LIMITS).toEqual({
    'registration-requests': { quota: 200, window: 3600, perSource: true },
    registrations: { quota: 20, window: 3600, perSource: true },
    logins: { quota: 60, window: 60, perSource: true, guardsPassword: true },
    'login-attempts': { quota: 5, window: 60, guardsPassword: true },
    'account-login-failures': { quota: 50, window: 3600, guardsPassword: true },
    'login-warnings': { quota: 1, window: 86_400 },
    'wrong-login-codes': { quota: 2, window: 86_400 },
    uploads: { quota: 60, window: 3600, perSource: true },
    mails: { quota: 30, window: 3600, perSource: true },
    'password-resets': { quota: 60, window: 3600, perSource: true },
    failures: { quota: 60, window: 60, perSource: true },
    'mails-to-address': { quota: 6, window: 3600 },
    'address-mails': { quota: 60, window: 3600 },
    'address-offer-mails': { quota: 40, window: 3600 },
    'offer-mails': { quota: 1, window: 86_400 },
    'security-notices': { quota: 20, window: 86_400 },
    'unverified-address-mails': { quota: 20, window: 86_400 },
    'unverified-address-other-mails': { quota: 1, window: 86_400 },
    'unverified-mailbox-mails': { quota: 100, window: 86_400 },
    'current-passwords': { quota: 5, window: 60, guardsPassword: true },
    'current-password-failures': { quota: 20, window: 3600, guardsPassword: true },
    'second-factor-codes': { quota: 10, window: 3600, guardsPassword: true },
    'second-factor-confirmations': { quota: 200, window: 3600, perSource: true },
    'profile-changes': { quota: 60, window: 3600, perUser: true },
    'new-contacts': { quota: 10, window: 3600, perUser: true },
    testimonies: { quota: 30, window: 3600, perUser: true },
    offers: { quota: 120, window: 3600, perUser: true },
    checkouts: { quota: 30, window: 3600, perUser: true },
    'late-payments': { quota: 3, window: 86_400, perUser: true },
    'offer-acceptances': { quota: 60, window: 3600, perUser: true },
    'payment-accounts': { quota: 20, window: 3600, perUser: true },
    'identity-documents': { quota: 10, window: 86_400, perUser: true },
    exports: { quota: 5, window: 86_400, perUser: true },
    'export-pages': { quota: 50, window: 86_400, perUser: true },
    'webhook-endpoints': { quota: 60, window: 3600, perUser: true },
    'webhook-sends': { quota: 60, window: 3600, perUser: true },
    'webhook-host-sends': { quota: 300, window: 3600, perHost: true },
    'webhook-account-host-sends': { quota: 10, window: 3600, perUser: true },
  });
  expect(RATE_LIMIT_MODES).toEqual({
    strict: { perSource: 1, perUser: 1 },
    partner: { perSource: 10, perUser: 1 },
    relaxed: { perSource: 1000, perUser: 1000 },
  });
});

it('no mode multiplies a limit that guards a password or counts mails to an address', () => {
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
