/**
 * Optimistic locking for records that several requests may write at the same time.
 *
 * Records are not locked while a request decides. A write succeeds only if the record has not changed since it was
 * read; otherwise the request reads the record again and decides anew.
 */
import { DomainError } from './errors.ts';

const TRIES = 6;

/**
 * Repeats an attempt, which reads, decides and writes, until it succeeds without a conflict.
 *
 * @param attempt returns undefined after a write conflict; only the first attempt may use a record that was read before
 *   this call
 * @throws DomainError `unavailable` when all six attempts end in a conflict
 */
export async function withOptimisticLock<Written>(
  attempt: (isFirst: boolean) => Promise<Written | undefined>,
): Promise<Written> {
  for (let tried = 0; tried < TRIES; tried++) {
    const written = await attempt(tried === 0);
    if (written !== undefined) return written;
  }
  throw new DomainError('unavailable');
}
