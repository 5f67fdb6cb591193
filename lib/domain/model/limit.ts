/**
 * How often a thing may be asked for (contract §2 and §6): the one table of numbers.
 *
 * Windows are fixed and begin at multiples of their length. Limits that protect one person's
 * account hold everywhere; those against a noisy source are relaxed on developers' machines.
 */

const MINUTE = 60;
const HOUR = 3600;

export const LIMITS = {
  registrations: { quota: 20, window: HOUR, relaxable: true },
  logins: { quota: 60, window: MINUTE, relaxable: true },
  'login-attempts': { quota: 5, window: MINUTE, relaxable: false },
  uploads: { quota: 60, window: HOUR, relaxable: true },
  mails: { quota: 30, window: HOUR, relaxable: true },
  'mails-to-address': { quota: 6, window: HOUR, relaxable: false },
  'current-passwords': { quota: 5, window: MINUTE, relaxable: false },
} as const satisfies Record<string, LimitRule>;

interface LimitRule {
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  readonly relaxable: boolean;
}

export type LimitName = keyof typeof LIMITS;

/** One thing to count: `key` tells callers apart and is only ever kept hashed. */
export interface Hit {
  readonly limit: LimitName;
  readonly key: string;
  /** Decides the window. */
  readonly at: Date;
}

/** The first limit that is used up, in the order of the hits. */
export interface Exceeded {
  readonly limit: LimitName;
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  readonly resetSeconds: number;
}

export interface Verdict {
  readonly exceeded?: Exceeded;
}
