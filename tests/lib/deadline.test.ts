/** Tests of the deadline that all calls of a request share. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import {
  assertTimeLeft,
  DeadlineExceeded,
  getDeadlineSignal,
  getMillisecondsLeft,
  withCleanUpTime,
  withDeadline,
} from '../../lib/deadline.ts';

const lambda = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds });
const waitForever = () => new Promise<never>(() => {});

afterEach(() => void vi.useRealTimers());

it.each([
  [10_000, 8000],
  [29_000, 27_000],
  [1000, 700],
])('with %d ms until the end of the function, work may take %d ms', async (timeLeft, workTime) => {
  const left = await withDeadline(lambda(timeLeft), async () => getMillisecondsLeft());

  expect(left).toBeGreaterThan(workTime - 50);
  expect(left).toBeLessThanOrEqual(workTime);
});

it('withDeadline returns the result of work even if Lambda reports no remaining time', async () => {
  expect(await withDeadline(lambda(1000), async () => 'done')).toBe('done');
  expect(await withDeadline({}, async () => getMillisecondsLeft())).toBe(Infinity);
  expect(getDeadlineSignal()).toBeUndefined();
});

it('withDeadline rejects work that does not end before the end of the function', async () => {
  vi.useFakeTimers();
  const rejection = expect(withDeadline(lambda(200), waitForever)).rejects.toBeInstanceOf(DeadlineExceeded);

  await vi.advanceTimersByTimeAsync(199);

  await rejection;
});

it('abandoned work cannot make any calls, even in a later invocation', async () => {
  const resumed = Promise.withResolvers<void>();
  let failure: unknown;
  const work = async () => {
    await resumed.promise;
    await withCleanUpTime(async () => assertTimeLeft()).catch(error => {
      failure = error;
    });
  };
  await expect(withDeadline(lambda(100), work)).rejects.toThrow();

  await withDeadline(lambda(10_000), async () => {
    resumed.resolve();
    await sleep(1);
    assertTimeLeft();
  });

  expect(failure).toBeInstanceOf(DeadlineExceeded);
});

it('withCleanUpTime leaves time for clean-up after the deadline has ended the work', async () => {
  vi.useFakeTimers();
  const work = async () => {
    await new Promise(resolve => setTimeout(resolve, 800));
    expect(() => assertTimeLeft()).toThrow(DeadlineExceeded);
    return withCleanUpTime(async () => getMillisecondsLeft());
  };

  const result = withDeadline(lambda(1000), work);

  await vi.advanceTimersByTimeAsync(800);

  expect(await result).toBeGreaterThan(0);
});
