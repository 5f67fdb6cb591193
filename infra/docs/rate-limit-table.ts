/** Generator of the rate limit table, from the limits that the code enforces (lib/domain/model/rate-limit.ts). */
import {
  getLimitFactor,
  LIMITS,
  type LimitFactors,
  type LimitName,
  RATE_LIMIT_MODES,
} from '../../lib/domain/model/rate-limit.ts';
import { renderMarkdownTable } from './markdown-table.ts';

/** Descriptions of the counted actions, by limit. */
const COUNT_DESCRIPTIONS: Readonly<Record<LimitName, string>> = {
  'registration-requests': 'registration requests per source',
  registrations: 'registered accounts per source',
  logins: 'logins per source',
  'login-attempts': 'failed logins per address and source',
  'account-login-failures':
    'failed logins per address from all sources; then only with a solved bot challenge or a token of the account',
  'login-warnings': 'mails about failed logins per address',
  uploads: 'upload permissions per source',
  mails: 'requested mails per source',
  'password-resets': 'password resets with a token per source',
  'mails-to-address':
    'mails to one address, separately for verification and reset; further mails are not sent, with the same response',
  'address-mails': 'mails to one address, except security notices to a verified address',
  'address-offer-mails': 'of these, mails about new offers',
  'offer-mails': 'mails about the offers of one expert on one testimony',
  'security-notices': 'security notices to one verified address',
  'unverified-address-mails': 'verification, reset and approval mails to one unverified address',
  'unverified-address-other-mails': 'all other mails to one unverified address',
  'unverified-mailbox-mails': 'mails to all unverified addresses that differ in a tag after a plus sign only',
  'current-passwords': 'wrong current passwords per user',
  'current-password-failures':
    'of these, within an hour; also wrong passwords of logins with a token of the account, after 50 failed logins without bot protection',
  'profile-changes': 'updates of `/me` per user',
  'new-contacts': 'attempts to set a new e-mail address or phone number per user, including rejected ones',
  orders: 'created testimonies per user',
  offers: 'offers per user',
  checkouts: 'checkouts per user',
  'late-payments': 'late payments that are refunded, per client; further checkouts are rejected',
  'offer-acceptances': 'calls of `/testimonies/offers/accept` per user',
  'payment-accounts': 'calls of `/me/payment-account` per user',
  'identity-documents': 'resubmitted identity documents per user',
  'webhook-endpoints': 'created, changed and deleted webhook endpoints and rotated secrets per user',
  'webhook-sends': 'test events and deliveries that are sent again per user',
  exports: 'exports per user, counted by their first pages',
  'export-pages': 'pages of exports per user',
};

const WINDOW_NAMES = new Map([
  [60, 'minute'],
  [3600, 'hour'],
  [86_400, 'day'],
]);

export function renderRateLimitTable(): string {
  const names = Object.keys(LIMITS) as LimitName[];
  const rows = names.map(name => {
    const { quota, window } = LIMITS[name];
    const formatFactor = (factors: LimitFactors) => {
      const factor = getLimitFactor(name, factors);
      return factor === 1 ? 'the same' : `× ${factor}`;
    };
    const quotaText = `${quota} per ${WINDOW_NAMES.get(window) ?? `${window} s`}`;
    return [
      COUNT_DESCRIPTIONS[name],
      quotaText,
      formatFactor(RATE_LIMIT_MODES.partner),
      formatFactor(RATE_LIMIT_MODES.relaxed),
    ];
  });
  return renderMarkdownTable(
    ['Limited calls', 'Maximum', '`RATE_LIMITS=partner`', '`RATE_LIMITS=relaxed`'],
    rows,
  );
}
