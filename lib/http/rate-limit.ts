/** Counting callers (contract §6). The numbers are in `lib/domain/model/limit.ts`. */
import { countOrRefuse, LimitExceeded, refuseFull } from '../domain/limits.ts';
import type { Caller } from '../domain/model/account.ts';
import type { LimitName } from '../domain/model/limit.ts';
import type { World } from '../domain/ports/world.ts';
import type { HttpRequest } from './request.ts';

type Counting = Pick<World, 'limiter'>;

/** What an endpoint counts of each request, before it reads any of it. */
export interface Limit<Needs = Counting & Pick<World, 'traces'>> {
  readonly names: readonly LimitName[];
  /** @throws Refusal 429 with `Retry-After` and the IETF `RateLimit` headers */
  readonly count: (request: HttpRequest, needs: Needs) => Promise<void>;
}

/** What an endpoint counts of each request whose form is right. */
export interface Quota<Who, Needs = Counting> {
  readonly name: LimitName;
  /** @throws Refusal 429 as a `Limit` does */
  readonly count: (request: HttpRequest, caller: Who, needs: Needs) => Promise<void>;
}

/**
 * One hit of the address the request came from, as the gateway saw it.
 *
 * @param outcome what the story counts when it succeeds: once that is used up, no request is let in
 */
export function perSource(name: LimitName, outcome?: LimitName): Limit {
  return {
    names: outcome ? [name, outcome] : [name],
    async count({ source: key, receivedAt: at }, needs) {
      const counted = Promise.all([
        countOrRefuse({ limit: name, key, at }, needs),
        outcome && refuseFull({ limit: outcome, key, at }, needs),
      ]);
      await counted.catch(async error => {
        if (error instanceof LimitExceeded)
          await needs.traces.note(`too many requests: ${error.exceeded.limit}`, { source: key });
        throw error;
      });
    },
  };
}

/** Reading on is not counted again. */
export function firstPageOnly({ name, count }: Quota<Caller>): Quota<Caller> {
  return {
    name,
    async count(request, caller, needs) {
      if (!request.query.cursor) await count(request, caller, needs);
    },
  };
}

/** One hit of the signed-in user. */
export function perUser(name: LimitName): Quota<Caller> {
  return {
    name,
    count: ({ receivedAt: at }, { user }, needs) => countOrRefuse({ limit: name, key: user.id, at }, needs),
  };
}
