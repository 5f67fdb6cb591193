/**
 * How often a thing may be asked for (infra/docs/api/conventions.md): the one table of numbers.
 *
 * Windows are fixed and begin at multiples of their length. Limits that protect one person's
 * account, or keep one person from flooding the service, hold everywhere; those per source follow the
 * deployment's mode.
 */

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

export const LIMITS = {
  /** Counted before the body is read; `registrations` counts the accounts that come of them. */
  'registration-requests': { quota: 200, window: HOUR, perSource: true },
  registrations: { quota: 20, window: HOUR, perSource: true },
  logins: { quota: 60, window: MINUTE, perSource: true, guardsPassword: true },
  'login-attempts': { quota: 5, window: MINUTE, guardsPassword: true },
  uploads: { quota: 60, window: HOUR, perSource: true },
  mails: { quota: 30, window: HOUR, perSource: true },
  'password-resets': { quota: 60, window: HOUR, perSource: true },
  'mails-to-address': { quota: 6, window: HOUR },
  'current-passwords': { quota: 5, window: MINUTE, guardsPassword: true },
  'profile-changes': { quota: 60, window: HOUR },
  'new-contacts': { quota: 10, window: HOUR },
  orders: { quota: 30, window: HOUR },
  offers: { quota: 120, window: HOUR },
  checkouts: { quota: 30, window: HOUR },
  exports: { quota: 5, window: DAY },
} as const satisfies Record<string, LimitRule>;

/** What a deployment's mode multiplies the limits per source by. */
export const RATE_LIMIT_MODES = { strict: 1, partner: 10, relaxed: 1000 } as const;

interface LimitRule {
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  /** Follows the mode. */
  readonly perSource?: boolean;
  /** Where it cannot be counted nobody passes: a counter under load must not open the door to guessing. */
  readonly guardsPassword?: boolean;
}

export type LimitName = keyof typeof LIMITS;

export function limitRule(limit: LimitName): LimitRule {
  return LIMITS[limit];
}

/** One thing to count: `key` tells callers apart and is only ever kept hashed. */
export interface RateLimitHit {
  readonly limit: LimitName;
  readonly key: string;
  /** Decides the window. */
  readonly at: Date;
}

/** A limit that is used up. */
export interface ExceededLimit {
  readonly limit: LimitName;
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  readonly resetSeconds: number;
}

export interface RateLimitResult {
  readonly exceeded?: ExceededLimit;
}
