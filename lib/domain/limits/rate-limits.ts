/** Enforcement of rate limits. The quotas are in `model/rate-limit.ts`. */
import { DomainError } from '../errors.ts';
import type { User } from '../model/accounts/account.ts';
import type { ExceededLimit, RateLimitHit } from '../model/limits/rate-limit.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { findMailbox } from './mailbox.ts';

/** Error for an exceeded rate limit. It contains the limit, its quota, and the seconds until the next window begins. */
export class LimitExceeded extends DomainError {
  readonly exceeded: ExceededLimit;

  constructor(exceeded: ExceededLimit) {
    super('too-many-requests');
    this.exceeded = exceeded;
  }
}

/**
 * Counts a hit.
 * @throws LimitExceeded when the quota is used up
 */
export async function enforceLimit(
  hit: RateLimitHit,
  deps: Pick<Dependencies, 'rateLimiter'>,
): Promise<void> {
  const { exceeded } = await deps.rateLimiter.count(hit);
  if (exceeded) throw new LimitExceeded(exceeded);
}

/**
 * Counts a hit for a user.
 * @returns the hit, so that the caller can release it
 * @throws LimitExceeded when the quota is used up
 */
export async function enforceUserLimit(
  limit: RateLimitHit['limit'],
  { id: key }: Pick<User, 'id'>,
  deps: Pick<Dependencies, 'clock' | 'rateLimiter'>,
): Promise<RateLimitHit> {
  const hit = { limit, key, at: deps.clock.now() };
  await enforceLimit(hit, deps);
  return hit;
}

/** Creates the hit for a mail to an e-mail address. Each kind of mail to a mailbox is counted separately. */
export function createMailLimitHit(
  address: string,
  mail: 'verify-email' | 'password-reset',
  market: string | undefined,
  at: Date,
): RateLimitHit {
  return { limit: 'mails-to-address', key: `${mail} ${findMailbox(address)}`, market, at };
}

/**
 * Checks a limit without counting a hit.
 * @throws LimitExceeded when the quota is used up
 */
export async function checkLimit(hit: RateLimitHit, deps: Pick<Dependencies, 'rateLimiter'>): Promise<void> {
  const { exceeded } = await deps.rateLimiter.peek(hit);
  if (exceeded) throw new LimitExceeded(exceeded);
}
