/** Counting callers before their body is read (contract §6). The numbers are in `lib/domain/model/limit.ts`. */
import { countOrRefuse } from '../domain/limits.ts';
import type { LimitName } from '../domain/model/limit.ts';
import type { World } from '../domain/ports/world.ts';
import type { HttpRequest } from './request.ts';

/** What an endpoint counts of each request. */
export interface Limit<Needs = Pick<World, 'limiter'>> {
  readonly name: LimitName;
  /** @throws Refusal 429 with `Retry-After` and the IETF `RateLimit` headers */
  readonly count: (request: HttpRequest, needs: Needs) => Promise<void>;
}

/** One hit of the address the request came from, as the gateway saw it. */
export function perSource(name: LimitName): Limit {
  return {
    name,
    count: ({ source, receivedAt }, needs) =>
      countOrRefuse([{ limit: name, key: source, at: receivedAt }], needs),
  };
}
