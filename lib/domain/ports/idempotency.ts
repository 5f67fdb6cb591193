/** Store of responses to requests with an idempotency key. */
import type { IdempotencyRecord, IdempotentRequest, StoredResponse } from '../model/idempotency.ts';

export interface IdempotencyStore {
  /**
   * Finds the response to this request from the last 24 hours.
   * @returns `key-reused` when the key was used with different content
   */
  find(request: IdempotentRequest): Promise<StoredResponse | 'key-reused' | undefined>;
  /**
   * Creates the encrypted record of a response. The caller writes it in the transaction that does the work.
   * @returns undefined for a response that is too large to be stored
   */
  createRecord(request: IdempotentRequest, response: StoredResponse): Promise<IdempotencyRecord | undefined>;
}
