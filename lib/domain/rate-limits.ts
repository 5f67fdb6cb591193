/** Saying no to whoever asks too often. The numbers are in `model/limit.ts`. */
import { DomainError } from './errors.ts';
import type { User } from './model/account.ts';
import type { ExceededLimit, RateLimitHit } from './model/rate-limit.ts';
import type { Dependencies } from './ports/dependencies.ts';

/** Says which limit, how large it is, and after how many seconds the next window begins. */
export class LimitExceeded extends DomainError {
  readonly exceeded: ExceededLimit;

  constructor(exceeded: ExceededLimit) {
    super('too-many-requests');
    this.exceeded = exceeded;
  }
}

/** @throws LimitExceeded */
export async function enforceLimit(
  hit: RateLimitHit,
  deps: Pick<Dependencies, 'rateLimiter'>,
): Promise<void> {
  const { exceeded } = await deps.rateLimiter.count(hit);
  if (exceeded) throw new LimitExceeded(exceeded);
}

/** @returns the hit, to be given back where it should not have counted. @throws LimitExceeded */
export async function enforceUserLimit(
  limit: RateLimitHit['limit'],
  { id: key }: User,
  deps: Pick<Dependencies, 'clock' | 'rateLimiter'>,
): Promise<RateLimitHit> {
  const hit = { limit, key, at: deps.clock.now() };
  await enforceLimit(hit, deps);
  return hit;
}

/** A mail to an address (infra/docs/api/conventions.md): those of each kind have a limit of their own. */
export function mailsToAddress(
  address: string,
  mail: 'verify-email' | 'password-reset',
  at: Date,
): RateLimitHit {
  return { limit: 'mails-to-address', key: `${mail} ${address}`, at };
}

/** Counts nothing. @throws LimitExceeded where the hit would not be counted any more */
export async function enforceLimitWithoutCounting(
  hit: RateLimitHit,
  deps: Pick<Dependencies, 'rateLimiter'>,
): Promise<void> {
  const { exceeded } = await deps.rateLimiter.peek(hit);
  if (exceeded) throw new LimitExceeded(exceeded);
}
