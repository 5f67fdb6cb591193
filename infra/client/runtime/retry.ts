/** Retries calls after 429 and 503, when the response says (infra/docs/frontends.md#the-client). */
import { ProblemError } from './problem.ts';

interface RetryOptions {
  /** How often a call is retried. */
  readonly retries: number;
  /** In seconds. The error of a response that asks for a longer wait is thrown at once. */
  readonly longestWait: number;
  readonly signal: AbortSignal | undefined;
  /** Whether a second attempt does no work twice. A 429 is always retried, because nothing was done. */
  readonly isRepeatable: boolean;
}

export async function withRetries<Result>(
  attempt: (attemptNumber: number) => Promise<Result>,
  { retries, longestWait, signal, isRepeatable }: RetryOptions,
): Promise<Result> {
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      const isRetryable =
        error instanceof ProblemError && (error.status === 429 || (error.status === 503 && isRepeatable));
      const seconds = isRetryable ? (error.retryAfter ?? 2 ** (number - 1)) : 0;
      if (!isRetryable || number > retries || seconds > longestWait) throw error;
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
