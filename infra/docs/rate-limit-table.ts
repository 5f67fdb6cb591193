/**
 * Generator of the list of rate limits, from the limits that the code enforces (lib/domain/model/limits/rate-limit.ts).
 */
import { LIMITS, type LimitName } from '../../lib/domain/model/limits/rate-limit.ts';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../lib/durations.ts';

/**
 * Descriptions of the counted actions, by limit. If the mode of a deployment multiplies the quota, the description says
 * "per source" or "per user". A limit without a description only decides whether a mail is sent
 * (infra/docs/api/mails.md#limits).
 */
export const COUNT_DESCRIPTIONS: Readonly<Record<LimitName, string | undefined>> = {
  'registration-requests': 'registration requests per source',
  registrations: 'registered accounts per source',
  partners: 'registered partners per source',
  logins: 'logins per source',
  'login-attempts': 'failed logins per address and source',
  'account-login-failures':
    'failed logins per address; then only with a solved bot challenge or a token of the account',
  'login-warnings': undefined,
  'wrong-login-codes': undefined,
  uploads: 'upload permissions per source',
  mails: 'requested mails per source',
  'password-resets': 'password resets with a token per source',
  failures:
    'false links, bearer tokens, and signatures at `/webhooks/stripe`, per source; right ones always pass',
  'mails-to-address':
    'requested mails to one mailbox, separately for verification and reset; the response stays the same',
  'address-mails': undefined,
  'address-offer-mails': undefined,
  'offer-mails': undefined,
  'security-notices': undefined,
  'unverified-address-mails': undefined,
  'unverified-address-other-mails': undefined,
  'unverified-mailbox-mails': undefined,
  'current-passwords': 'wrong current passwords of one account',
  'current-password-failures':
    'of these, and wrong passwords of logins with a token of the account after its limit of failed logins',
  'second-factor-codes': 'wrong codes of the second factor of one account',
  'second-factor-confirmations': 'calls of `/me/second-factor/confirm` per source',
  'profile-changes': 'updates of `/me` per user',
  'new-contacts': 'attempts to set a new e-mail address or phone number per user',
  testimonies: 'created testimonies per user',
  offers: 'offers per user',
  checkouts: 'checkouts per user',
  'late-payments': 'refunded late payments per user; then checkouts are rejected',
  'offer-acceptances': 'calls of `/testimonies/offers/accept` per user',
  'payment-accounts': 'calls of `/me/payment-account` per user',
  'identity-documents': 'resubmitted identity documents per user',
  'partner-changes': 'changes of a partner and rotated secrets of its webhook per partner',
  'partner-key-rotations': 'rotations of the key per partner',
  'webhook-sends': 'test events and deliveries that are sent again per partner',
  'webhook-host-sends': 'challenges and test events to one host',
  'webhook-partner-host-sends': 'challenges and test events to one host per partner',
  exports: 'exports per user, counted by their first pages',
  'export-pages': 'pages of exports per user',
};

const WINDOW_NAMES = new Map([
  [MINUTE_SECONDS, 'minute'],
  [HOUR_SECONDS, 'hour'],
  [DAY_SECONDS, 'day'],
]);

export function renderRateLimits(): string {
  const entries = Object.entries(COUNT_DESCRIPTIONS).flatMap(([name, description]) => {
    const { quota, window } = LIMITS[name as LimitName];
    const period = WINDOW_NAMES.get(window) ?? `${window} s`;
    return description === undefined ? [] : [`- ${quota} per ${period}: ${description}`];
  });
  return entries.join('\n');
}
