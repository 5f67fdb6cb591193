/** Answers that were given before (contract §7, "Idempotency-Key"). */
import type { GivenAnswer, KeptAnswer, KeyedRequest } from '../model/kept-answer.ts';

export interface Answers {
  /** What this request was answered with in the last 24 hours; or that its key was another request's. */
  find(request: KeyedRequest): Promise<GivenAnswer | 'of another request' | undefined>;
  /** The answer as it is to be kept, in the very transaction that does the work. Writes nothing. */
  keep(request: KeyedRequest, given: GivenAnswer): Promise<KeptAnswer>;
}
