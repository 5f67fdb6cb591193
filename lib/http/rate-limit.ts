/**
 * Counting callers (contract §2, §6). The numbers are in `lib/domain/model/limit.ts`.
 */
import { countOrRefuse } from '../domain/limits.ts';
import type { Hit, LimitName } from '../domain/model/limit.ts';
import type { World } from '../domain/ports/world.ts';
import type { HttpRequest } from './request.ts';

type LimiterNeeds = Pick<World, 'limiter'>;

/** What an endpoint counts of each request. */
export interface Limit<Body, Needs = LimiterNeeds> {
  readonly source: LimitName;
  /** Counts what the body names too, once it is known to be right; both in one write. */
  ofBody?(body: Body, request: HttpRequest): Hit;
  /** @throws Refusal 429 with `Retry-After` and the IETF `RateLimit` headers */
  count(hits: readonly Hit[], needs: Needs): Promise<void>;
}

/** One hit of the address the request came from, as the gateway saw it. */
export function perSource(source: LimitName): Limit<unknown> {
  return { source, count: countOrRefuse };
}

/** The same, and one hit of what the body names. */
export function perSourceAnd<Body>(
  source: LimitName,
  ofBody: (body: Body, request: HttpRequest) => Hit,
): Limit<Body> {
  return { source, ofBody, count: countOrRefuse };
}
