/** Retries of calls after 429, 502, 503 and 504 (infra/docs/frontends.md#the-client). */
import type { Retry } from './options.ts';
import { ProblemError } from './problem.ts';

/** Statuses that say that the service, or the gateway before it, did not respond. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

interface RetryOptions {
  /** Maximum number of retries after the first attempt. */
  readonly retries: number;
  /** Called before each wait. */
  readonly onRetry: (retry: Omit<Retry, 'route'>) => void;
  /** Longest wait in seconds. If a response asks for a longer wait, its error is thrown without a retry. */
  readonly longestWait: number;
  readonly signal: AbortSignal | undefined;
  /** Whether the call may be retried after 502, 503 or 504. After 429, every call may be retried. */
  readonly isRepeatable: boolean;
}

/**
 * Runs an attempt and repeats it after 429, 502, 503 and 504. Before each retry, the function waits for the time in
 * `Retry-After`. Without this header, it waits for 1, 2, 4 … seconds.
 * @throws ProblemError of the last attempt, when the call must not be retried or the retries are used up
 */
export async function withRetries<Result>(
  attempt: (attemptNumber: number) => Promise<Result>,
  { retries, longestWait, signal, isRepeatable, onRetry }: RetryOptions,
): Promise<Result> {
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      const isRetryable =
        error instanceof ProblemError &&
        (error.status === 429 || (GATEWAY_STATUSES.includes(error.status) && isRepeatable));
      const seconds = isRetryable ? (error.retryAfter ?? 2 ** (number - 1)) : 0;
      if (!isRetryable || number > retries || seconds > longestWait) throw error;
      onRetry({ attempt: number, seconds, problem: error });
      await waitSeconds(seconds, signal);
    }
  }
}

function waitSeconds(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abortWait = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abortWait);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) abortWait();
    else signal?.addEventListener('abort', abortWait, { once: true });
  });
}
