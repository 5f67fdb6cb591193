/** Retries of transactions, batches and single writes of the table. */
import { setTimeout as sleep } from 'node:timers/promises';
import { getMillisecondsLeft } from '../../../deadline.ts';

export interface BackOff {
  /** Longest wait before the second attempt of a transaction or batch, in milliseconds. It doubles with each attempt. */
  readonly backOffMs: number;
}

const MAX_ATTEMPTS = 8;

/**
 * Time after which no further attempt starts. It is short, because the SDK also retries requests, and a function has
 * only ten seconds in total.
 */
const RETRY_FOR_MS = 3000;

/**
 * Creates a function that waits before each further attempt. The wait is random ("full jitter") up to the back-off,
 * which doubles with each attempt.
 * @returns a function that resolves to true after the wait, or to false at once when no attempt or no time is left
 */
export function createBackOff({ backOffMs }: BackOff): () => Promise<boolean> {
  const deadline = Date.now() + Math.min(RETRY_FOR_MS, getMillisecondsLeft());
  let failures = 0;
  return async () => {
    const wait = Math.random() * backOffMs * 2 ** failures;
    failures += 1;
    if (failures === MAX_ATTEMPTS || Date.now() + wait >= deadline) return false;
    await sleep(wait);
    return true;
  };
}

/** Repeats an operation after errors for which `isRepeatable` is true, until no attempt or no time is left. */
export async function withRetries<Result>(
  backOff: BackOff,
  attempt: () => Promise<Result>,
  isRepeatable: (error: unknown) => boolean,
): Promise<Result> {
  const hasFurtherAttempt = createBackOff(backOff);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRepeatable(error) || !(await hasFurtherAttempt())) throw error;
    }
  }
}
