/**
 * Deadline of a request or an invocation (infra/decisions/0031-deadline.md).
 *
 * The deadline is derived from the time that Lambda leaves to the function. All calls to other services share it, with
 * their retries. It has two parts: work ends first, and clean-up after failed work has a little more time. When that
 * time has also ended, the invocation fails, so that the caller gets a response before Lambda ends the function.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The part of Lambda's context that tells the remaining time. Tools and tests can leave the function out; they then
 * have no deadline.
 */
export interface TimeLeft {
  getRemainingTimeInMillis?(): number;
}

/** Error of work and of calls that did not end before the deadline. An interrupted write may have been committed. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
  constructor() {
    super('The deadline of the invocation has passed.');
  }
}

/** Time that is reserved between the response and the end of the function, at most a tenth of the function's time. */
const MARGIN_MS = 500;
/** Time that is reserved for clean-up before that margin, at most a fifth of the function's time. */
const CLEAN_UP_MS = 1500;

interface Part {
  /** Time at which this part ends, on the clock of `performance.now()`. */
  readonly endsAt: number;
  /** Aborts when this part ends, with `DeadlineExceeded` as the reason. */
  readonly signal: AbortSignal;
}

interface Deadline {
  /** The part of the deadline that currently applies to calls. */
  readonly current: Part;
  readonly cleanUp: Part;
}

const deadline = new AsyncLocalStorage<Deadline>();

/**
 * Runs an invocation under the deadline of its Lambda. Work that is still running when the time for clean-up ends is
 * abandoned: each further call that it makes to another service fails at once, even in a later invocation.
 * @throws DeadlineExceeded when `run` has not settled in time
 */
export async function withDeadline<Result>(
  { getRemainingTimeInMillis }: TimeLeft,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!getRemainingTimeInMillis) return run();
  const timeLeft = getRemainingTimeInMillis();
  const end = timeLeft - Math.min(MARGIN_MS, timeLeft / 10);
  const work = startPart(end - Math.min(CLEAN_UP_MS, timeLeft / 5));
  const cleanUp = startPart(end);
  try {
    return await Promise.race([
      deadline.run({ current: work.part, cleanUp: cleanUp.part }, run),
      rejectAtEnd(cleanUp.part),
    ]);
  } finally {
    work.clear();
    cleanUp.clear();
  }
}

/**
 * Runs clean-up, or a write that records how work ended. Calls in `run` get the later deadline of clean-up, so they are
 * possible after the work was interrupted.
 */
export function withCleanUpTime<Result>(run: () => Promise<Result>): Promise<Result> {
  const current = deadline.getStore();
  return current ? deadline.run({ ...current, current: current.cleanUp }, run) : run();
}

export function getDeadlineSignal(): AbortSignal | undefined {
  return deadline.getStore()?.current.signal;
}

/** Returns the milliseconds until the deadline: 0 after it, `Infinity` when there is none. */
export function getMillisecondsLeft(): number {
  const current = deadline.getStore()?.current;
  if (!current) return Infinity;
  return current.signal.aborted ? 0 : Math.max(0, current.endsAt - performance.now());
}

/** @throws DeadlineExceeded when the deadline has passed */
export function assertTimeLeft(): void {
  if (getMillisecondsLeft() === 0) throw new DeadlineExceeded();
}

function startPart(milliseconds: number): { part: Part; clear: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DeadlineExceeded()), milliseconds);
  const part = { endsAt: performance.now() + milliseconds, signal: controller.signal };
  return { part, clear: () => clearTimeout(timer) };
}

function rejectAtEnd({ signal }: Part): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
