/** Rate limits (infra/docs/api/conventions.md#rate-limits). `lib/domain/model/limits/rate-limit.ts` has the values. */

import { DomainError } from '../../domain/errors.ts';
import { checkLimit, enforceLimit, LimitExceeded } from '../../domain/limits/rate-limits.ts';
import type { Caller } from '../../domain/model/accounts/credentials.ts';
import type { LimitName } from '../../domain/model/limits/rate-limit.ts';
import type { Partner } from '../../domain/model/partners/partner.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import type { HttpRequest } from '../request/request.ts';

type RateLimiterDependency = Pick<Dependencies, 'rateLimiter'>;

/** A limit that counts every request before the body is read. */
export interface RequestLimit<Deps = RateLimiterDependency & Pick<Dependencies, 'securityLog'>> {
  readonly names: readonly LimitName[];
  /** @throws LimitExceeded (429) with `Retry-After` and the IETF `RateLimit` headers */
  readonly count: (request: HttpRequest, deps: Deps) => Promise<void>;
}

/** A limit that counts only requests with a valid body. It throws the same error as `RequestLimit`. */
export interface UserQuota<Who, Deps = RateLimiterDependency> {
  readonly name: LimitName;
  readonly count: (request: HttpRequest, caller: Who, deps: Deps) => Promise<void>;
}

/**
 * Creates a limit that counts requests per market and IP address of the caller, as API Gateway reports it.
 * @param outcome a second limit, which the handler counts after a success. `count` only checks this limit, and rejects
 * all requests while it is used up
 */
export function limitPerIpAddress(name: LimitName, outcome?: LimitName): RequestLimit {
  return {
    names: outcome ? [name, outcome] : [name],
    async count({ source: key, market, receivedAt: at }, deps) {
      const counted = Promise.all([
        enforceLimit({ limit: name, key, market, at }, deps),
        outcome && checkLimit({ limit: outcome, key, market, at }, deps),
      ]);
      await counted.catch(async error => {
        if (error instanceof LimitExceeded)
          await deps.securityLog.record(`rate_limit.exceeded.${error.exceeded.limit}`, { source: key });
        throw error;
      });
    },
  };
}

/**
 * Checks a link or a signature. A failure counts towards the limit of the caller's network. A successful check is not
 * counted and never rejected.
 * @throws LimitExceeded in place of the check's error when the network has failed too often
 */
export async function countFailures<Result>(
  { source, receivedAt }: HttpRequest,
  deps: Pick<Dependencies, 'failureLimiter'>,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
    const { exceeded } = await deps.failureLimiter.count(source, receivedAt);
    throw exceeded ? new LimitExceeded(exceeded) : error;
  }
}

export function limitPerUser(name: LimitName): UserQuota<Caller> {
  return {
    name,
    count: ({ receivedAt: at }, { user }, deps) => enforceLimit({ limit: name, key: user.id, at }, deps),
  };
}

export function limitPerPartner(name: LimitName): UserQuota<{ readonly partner: Partner }> {
  return {
    name,
    count: ({ receivedAt: at }, { partner }, deps) =>
      enforceLimit({ limit: name, key: partner.id, at }, deps),
  };
}
