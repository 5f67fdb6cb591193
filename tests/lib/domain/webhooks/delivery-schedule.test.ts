/** Tests of the times of the attempts to deliver an event (infra/docs/api/webhooks.md#retries). */
import { expect, it } from 'vitest';
import { computeWaitUntil, findNextAttempt } from '../../../../lib/domain/webhooks/delivery-schedule.ts';
import { HOUR, MINUTE } from '../../../../lib/durations.ts';

it('a webhook delivery is repeated with growing delays until exactly three days after the first attempt', () => {
  const times = [0];
  for (let next = findNextAttempt(1, 0, 0); next; next = findNextAttempt(times.length, 0, times.at(-1) ?? 0))
    times.push(next.getTime());

  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(waits.slice(0, 8)).toEqual([
    MINUTE,
    5 * MINUTE,
    30 * MINUTE,
    ...[2, 5, 10, 14, 20].map(hours => hours * HOUR),
  ]);
  expect(waits.slice(0, -1)).toEqual(waits.slice(0, -1).toSorted((one, other) => one - other));
  expect(times.at(-1)).toBe(72 * HOUR);
});

it('an event waits at most an hour for an earlier event of the same testimony', () => {
  const at = (minutes: number) => new Date(minutes * MINUTE).toISOString();
  const earlier = { since: at(0), nextAttemptAt: at(36) };

  expect(computeWaitUntil(earlier, 10 * MINUTE)).toEqual(new Date(36 * MINUTE + 1000));
  expect(computeWaitUntil({ ...earlier, nextAttemptAt: at(156) }, 40 * MINUTE)).toEqual(new Date(HOUR));
  expect(computeWaitUntil(earlier, HOUR)).toBeUndefined();
});
