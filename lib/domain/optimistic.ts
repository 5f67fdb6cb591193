/**
 * Writing what others may write at the same time.
 *
 * Nobody holds a record while deciding: a write goes through only if the record is still as it was
 * read, and whoever was overtaken decides anew from what is there by then.
 */
import { DomainError } from './errors.ts';

const TRIES = 6;

/**
 * Repeats an attempt, which reads, decides and writes, until nobody overtakes it.
 *
 * @param attempt gives undefined when somebody wrote in between; only the first may use what was read before
 * @throws DomainError `unavailable` when others keep overtaking it
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
