/** Answers that were given before (infra/docs/api/conventions.md). */
import type { IdempotencyRecord, IdempotentRequest, StoredResponse } from '../model/idempotency.ts';

export interface IdempotencyStore {
  /** What this request was answered with in the last 24 hours; or that its key was another request's. */
  find(request: IdempotentRequest): Promise<StoredResponse | 'of another request' | undefined>;
  /** The answer as it is to be kept, in the very transaction that does the work. Writes nothing. */
  keep(request: IdempotentRequest, given: StoredResponse): Promise<IdempotencyRecord>;
}
