/**
 * Rate limits of the API.
 *
 * Each limit counts within fixed windows of time, which begin at multiples of their length. Limits with `perSource`
 * count per IP address of the caller (IPv6: per /64 network), limits with `perUser` count what one user or partner
 * does, and limits with `perHost` count requests to one host. The mode of the deployment multiplies these quotas. All
 * other quotas are the same in every deployment.
 */
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../../durations.ts';

const RULES = {
  /** Counts requests, even rejected ones, before the body is read. `registrations` counts only created accounts. */
  'registration-requests': { quota: 200, window: HOUR_SECONDS, perSource: true },
  /** Counts partners that register themselves. The mode of the deployed sandbox allows ten. */
  partners: { quota: 1, window: DAY_SECONDS, perSource: true },
  registrations: { quota: 20, window: HOUR_SECONDS, perSource: true },
  logins: { quota: 60, window: MINUTE_SECONDS, perSource: true, guardsPassword: true },
  'login-attempts': { quota: 5, window: MINUTE_SECONDS, guardsPassword: true },
  /** Counts failed logins to one address from all IP addresses together. */
  'account-login-failures': { quota: 50, window: HOUR_SECONDS, guardsPassword: true },
  'login-warnings': { quota: 1, window: DAY_SECONDS },
  /** Counts logins with the right password and a wrong code. When the limit is exceeded, the owner gets a mail. */
  'wrong-login-codes': { quota: 2, window: DAY_SECONDS },
  uploads: { quota: 60, window: HOUR_SECONDS, perSource: true },
  mails: { quota: 30, window: HOUR_SECONDS, perSource: true },
  'password-resets': { quota: 60, window: HOUR_SECONDS, perSource: true },
  /** Counts invalid links, tokens and signatures. Valid ones are not counted and always pass. */
  failures: { quota: 60, window: MINUTE_SECONDS, perSource: true },
  /** Counts requests for one kind of mail to one mailbox. */
  'mails-to-address': { quota: 6, window: HOUR_SECONDS },
  /** The seven limits below count mails when they are sent (infra/docs/api/mails.md#limits). */
  'address-mails': { quota: 60, window: HOUR_SECONDS },
  'address-offer-mails': { quota: 40, window: HOUR_SECONDS },
  'offer-mails': { quota: 1, window: DAY_SECONDS },
  /** Counts each kind of security notice separately, so that one kind cannot use up the limit of another. */
  'security-notices': { quota: 20, window: DAY_SECONDS },
  /** Counts the mails that are needed to use an account, each kind separately. */
  'unverified-address-mails': { quota: 20, window: DAY_SECONDS },
  'unverified-address-other-mails': { quota: 1, window: DAY_SECONDS },
  /** Counts mails to the unverified addresses of one mailbox. */
  'unverified-mailbox-mails': { quota: 100, window: DAY_SECONDS },
  'current-passwords': { quota: 5, window: MINUTE_SECONDS, guardsPassword: true },
  /**
   * Counts wrong current passwords. After too many failed logins to an account, it also counts login attempts that are
   * sent with a token of this account.
   */
  'current-password-failures': { quota: 20, window: HOUR_SECONDS, guardsPassword: true },
  /** Counts wrong codes of a second factor, both in logins and in requests with the current password. */
  'second-factor-codes': { quota: 10, window: HOUR_SECONDS, guardsPassword: true },
  /** Counts requests that confirm a second factor, by the IP address and not by the user. */
  'second-factor-confirmations': { quota: 200, window: HOUR_SECONDS, perSource: true },
  'profile-changes': { quota: 60, window: HOUR_SECONDS, perUser: true },
  'new-contacts': { quota: 10, window: HOUR_SECONDS, perUser: true },
  testimonies: { quota: 30, window: HOUR_SECONDS, perUser: true },
  offers: { quota: 120, window: HOUR_SECONDS, perUser: true },
  checkouts: { quota: 30, window: HOUR_SECONDS, perUser: true },
  /** Counts payments that arrive too late and are refunded. The limit is checked only at checkout. */
  'late-payments': { quota: 3, window: DAY_SECONDS, perUser: true },
  /** The next two limits count requests that read from the payment provider or open one of its pages. */
  'offer-acceptances': { quota: 60, window: HOUR_SECONDS, perUser: true },
  'payment-accounts': { quota: 20, window: HOUR_SECONDS, perUser: true },
  'identity-documents': { quota: 10, window: DAY_SECONDS, perUser: true },
  /** The limits from here to `webhook-partner-host-sends` count what a partner does, except `webhook-host-sends`. */
  'partner-changes': { quota: 60, window: HOUR_SECONDS, perUser: true },
  'partner-key-rotations': { quota: 10, window: DAY_SECONDS, perUser: true },
  /** Counts test events and repeated webhook deliveries. */
  'webhook-sends': { quota: 60, window: HOUR_SECONDS, perUser: true },
  /**
   * Counts challenges and test events to one host from all partners together. It protects the host from a flood, and is
   * so high that a few partners cannot use it up for the others.
   */
  'webhook-host-sends': { quota: 300, window: HOUR_SECONDS, perHost: true },
  /** Counts challenges and test events that one partner sends to one host. */
  'webhook-partner-host-sends': { quota: 10, window: HOUR_SECONDS, perUser: true },
  exports: { quota: 5, window: DAY_SECONDS, perUser: true },
  'export-pages': { quota: 50, window: DAY_SECONDS, perUser: true },
} as const satisfies Record<string, LimitRule>;

/** Modes of a deployment: factors for the quotas of limits per source and per user. */
export const RATE_LIMIT_MODES = {
  strict: { perSource: 1, perUser: 1 },
  partner: { perSource: 10, perUser: 1 },
  relaxed: { perSource: 1000, perUser: 1000 },
} as const;

export type LimitFactors = Readonly<Record<'perSource' | 'perUser', number>>;

/** Returns the factor by which a mode multiplies the quota of a limit. */
export function getLimitFactor(limit: LimitName, factors: LimitFactors): number {
  const { perSource, perUser, perHost } = LIMITS[limit];
  if (perSource) return factors.perSource;
  return perUser || perHost ? factors.perUser : 1;
}

interface LimitRule {
  readonly quota: number;
  /** Length of the window in seconds. */
  readonly window: number;
  /** Whether the limit counts per IP address of the caller, or per /64 network of an IPv6 address. */
  readonly perSource?: boolean;
  /** Whether the limit counts the actions of one user or partner, other than attempts at a password. */
  readonly perUser?: boolean;
  /**
   * Whether the limit counts requests to one host of webhooks. The mode multiplies the quota as for limits per user.
   */
  readonly perHost?: boolean;
  /**
   * Whether requests are rejected while the counter is unavailable, so that passwords cannot be guessed without limit
   * during an overload.
   */
  readonly guardsPassword?: boolean;
}

export type LimitName = keyof typeof RULES;

export const LIMITS: Readonly<Record<LimitName, LimitRule>> = RULES;

/** A hit to be counted. `key` is, for example, a user id or an IP address. Only its hash is stored. */
export interface RateLimitHit {
  readonly limit: LimitName;
  readonly key: string;
  /** Market within which the limit counts. */
  readonly market?: string | undefined;
  /** Time of the hit, which determines the window. */
  readonly at: Date;
}

export interface ExceededLimit {
  readonly limit: LimitName;
  readonly quota: number;
  /** Length of the window in seconds. */
  readonly window: number;
  readonly resetSeconds: number;
}

export interface RateLimitResult {
  readonly exceeded?: ExceededLimit;
}

/** IPv4 address in the notation of IPv6. */
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/**
 * Returns the network of an IP address. For an IPv4 address it is the address itself, for an IPv6 address the /64
 * network, because one IPv6 connection has 2^64 addresses.
 */
export function findSourceNetwork(source: string): string {
  const mapped = MAPPED_IPV4.exec(source)?.[1];
  if (mapped || !source.includes(':')) return mapped ?? source;
  const [before = [], after = []] = source.split('::').map(part => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, ALL_GROUPS - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Changes, as parts of a decision (`model/change.ts`). */
export interface LimitChanges {
  'rate-limit-counted': { readonly hit: RateLimitHit };
  'rate-limit-released': { readonly hit: RateLimitHit };
  /** A hit of an action that has already happened. It is counted even if the limit is used up. */
  'rate-limit-recorded': { readonly hit: RateLimitHit };
}
