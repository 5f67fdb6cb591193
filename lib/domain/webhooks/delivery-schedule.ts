/** Times of the attempts to deliver an event (infra/docs/api/webhooks.md#retries). */
import { HOUR, MINUTE, SECOND } from '../../durations.ts';
import type { EarlierDelivery } from '../model/webhooks/webhook.ts';

/** Delays after the first failed attempts. The last delay is used after all further attempts. */
const WAITS = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

export const RETRY_PERIOD_MS = 72 * HOUR;

/** Longest time for which an event waits for an earlier event of the same testimony. */
const MAX_ORDER_WAIT_MS = HOUR;

/**
 * Returns the time of the next attempt after a failed one.
 * @param attempt number of the failed attempt, beginning with 1
 * @param first time of the first attempt, in milliseconds since 1970
 * @returns undefined when no further attempt is made
 */
export function findNextAttempt(attempt: number, first: number, now: number): Date | undefined {
  const last = first + RETRY_PERIOD_MS;
  if (now >= last) return undefined;
  const wait = WAITS[Math.min(attempt, WAITS.length) - 1] ?? HOUR;
  return new Date(Math.min(now + wait, last));
}

/**
 * Returns the time until which an event waits for an earlier event of the same testimony.
 * @returns undefined when the event has waited long enough
 */
export function computeWaitUntil({ since, nextAttemptAt }: EarlierDelivery, now: number): Date | undefined {
  const latest = Date.parse(since) + MAX_ORDER_WAIT_MS;
  if (now >= latest) return undefined;
  return new Date(Math.min(latest, Math.max(Date.parse(nextAttemptAt), now) + SECOND));
}
