/** Times of the retries of jobs (infra/docs/alarms.md#jobs). */

/** Number of attempts after which a job moves to the dead letters. */
export const MAX_ATTEMPTS = 10;

const FIRST_DELAY_MS = 30_000;

/** Returns the delay after a failed attempt: 30 s, 1 min, 2 min … All ten attempts take a little over four hours. */
export const getRetryDelay = (attempts: number): number => FIRST_DELAY_MS * 2 ** (attempts - 1);

/** Longest delay of a retry: 2 hours and 8 minutes. */
export const LONGEST_RETRY_DELAY_MS = getRetryDelay(MAX_ATTEMPTS - 1);
