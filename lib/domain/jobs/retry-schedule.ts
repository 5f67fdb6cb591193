/** Times of the retries of jobs (infra/docs/alarms.md#jobs). */

/** Number of attempts after which a job moves to the dead letters. */
export const MAX_ATTEMPTS = 10;

const FIRST_DELAY_MS = 30_000;

/** Returns the delay after a failed attempt: 30 s, 1 min, 2 min … All ten attempts take a little over four hours. */
export const getRetryDelay = (attempts: number): number => FIRST_DELAY_MS * 2 ** (attempts - 1);

/** Longest delay of a retry: 2 hours and 8 minutes. */
export const LONGEST_RETRY_DELAY_MS = getRetryDelay(MAX_ATTEMPTS - 1);

/** Delay of the next attempt at a task that this version of the service does not know. Such attempts are not counted. */
export const UNKNOWN_TASK_DELAY_MS = 5 * 60_000;

/** Time after which a job with an unknown task moves to the dead letters. A roll-back of the service usually ends earlier. */
export const UNKNOWN_TASK_PATIENCE_MS = 7 * 24 * 3600_000;
