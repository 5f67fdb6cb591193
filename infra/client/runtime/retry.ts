/** Trying again when the service says when to (contract §1, 429 and 503). */
import { ProblemError } from './problem.ts';

export interface Retrying {
  /** How often a call is tried again. */
  readonly retries: number;
  /** Seconds; who is told to wait longer is told so, rather than kept waiting. */
  readonly longestWait: number;
}

interface Call extends Retrying {
  readonly signal: AbortSignal | undefined;
  /** Whether a second try does no second work. After 429 nothing was done, so that is always tried again. */
  readonly repeatable: boolean;
}

export async function retried<Answer>(
  attempt: (number: number) => Promise<Answer>,
  { retries, longestWait, signal, repeatable }: Call,
): Promise<Answer> {
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      const again =
        error instanceof ProblemError && (error.status === 429 || (error.status === 503 && repeatable));
      const seconds = again ? (error.retryAfter ?? 2 ** (number - 1)) : 0;
      if (!again || number > retries || seconds > longestWait) throw error;
      await wait(seconds, signal);
    }
  }
}

function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
