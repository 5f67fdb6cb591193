/** Commit of the changes that a use case decides. */
import type { ErrorCode, FieldErrorCode } from '../errors.ts';
import type { Change } from '../model/change.ts';
import type { IdempotencyRecord } from '../model/idempotency.ts';
import type { ExceededLimit } from '../model/limits/rate-limit.ts';

/** A change whose condition was not met, and the reason. */
export type Rejection = { readonly change: Change } & (
  | { readonly reason: 'changed-since-read' }
  | { readonly reason: 'limit-exceeded'; readonly exceeded: ExceededLimit }
  | { readonly reason: 'invalid-field'; readonly field: string; readonly code: FieldErrorCode }
  | { readonly reason: 'not-allowed'; readonly code: ErrorCode }
);

export interface UnitOfWork {
  /**
   * Commits all changes in one transaction, together with the idempotency record of the request if there is one.
   * @returns the rejected changes: if there are none, everything is written; otherwise nothing is written
   * @throws DomainError `unavailable` when nothing was written, because records were locked or the store was busy, or
   *   because a duplicate of the request has already stored an idempotency record
   * @throws Error of the store in all other cases; the changes may have been written
   */
  commit(changes: readonly Change[], record?: IdempotencyRecord): Promise<readonly Rejection[]>;
}
