/** Counting callers (infra/docs/api/conventions.md). The numbers are in `lib/domain/model/rate-limit.ts`. */

import type { Caller } from '../domain/model/account.ts';
import type { LimitName } from '../domain/model/rate-limit.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import { enforceLimit, enforceLimitWithoutCounting, LimitExceeded } from '../domain/rate-limits.ts';
import type { HttpRequest } from './request.ts';

type Counting = Pick<Dependencies, 'rateLimiter'>;

/** What an endpoint counts of each request, before it reads any of it. */
export interface Limit<Deps = Counting & Pick<Dependencies, 'securityLog'>> {
  readonly names: readonly LimitName[];
  /** @throws DomainError 429 with `Retry-After` and the IETF `RateLimit` headers */
  readonly count: (request: HttpRequest, deps: Deps) => Promise<void>;
}

/** What an endpoint counts of each request whose form is right. */
export interface Quota<Who, Deps = Counting> {
  readonly name: LimitName;
  /** @throws DomainError 429 as a `Limit` does */
  readonly count: (request: HttpRequest, caller: Who, deps: Deps) => Promise<void>;
}

/**
 * One hit of the address the request came from, as the gateway saw it.
 *
 * @param outcome what the story counts when it succeeds: once that is used up, no request is let in
 */
export function perSource(name: LimitName, outcome?: LimitName): Limit {
  return {
    names: outcome ? [name, outcome] : [name],
    async count({ source: key, receivedAt: at }, deps) {
      const counted = Promise.all([
        enforceLimit({ limit: name, key, at }, deps),
        outcome && enforceLimitWithoutCounting({ limit: outcome, key, at }, deps),
      ]);
      await counted.catch(async error => {
        if (error instanceof LimitExceeded)
          await deps.securityLog.record(`rate_limit.exceeded.${error.exceeded.limit}`, { source: key });
        throw error;
      });
    },
  };
}

/** Reading on is not counted again. */
export function firstPageOnly({ name, count }: Quota<Caller>): Quota<Caller> {
  return {
    name,
    async count(request, caller, deps) {
      if (!request.query.cursor) await count(request, caller, deps);
    },
  };
}

/** One hit of the signed-in user. */
export function perUser(name: LimitName): Quota<Caller> {
  return {
    name,
    count: ({ receivedAt: at }, { user }, deps) => enforceLimit({ limit: name, key: user.id, at }, deps),
  };
}
