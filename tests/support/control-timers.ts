/** Timers that a test controls, while servers and connections are real. */
import { onTestFinished, vi } from 'vitest';

/**
 * Replaces `setTimeout` until the end of the test, so that time passes only on request.
 * @returns a function that lets a number of milliseconds pass
 */
export function controlTimers(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return milliseconds => void (vi.isFakeTimers() && vi.advanceTimersByTime(milliseconds));
}
