/** The stand-in as its parts see it: what it keeps, whom it tells, its clock, and what tests want of it. */
import { newId, type Plan, type RefundCourse } from './objects.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export interface Provider {
  readonly store: Store;
  readonly webhooks: Webhooks;
  /** Where its API and its pages are. */
  readonly url: string;
  readonly controls: Controls;
  /** Seconds. */
  now(): number;
}

/** What tests may change; a new stand-in is as Stripe usually is. */
export interface Controls {
  /** Its clock is so far ahead. */
  clockAheadSeconds: number;
  refunds: RefundCourse;
  /** How late the API answers. */
  answerDelaySeconds: number;
  /** So many of the next calls fail with a 500, which is remembered like any answer. */
  failures: number;
}

export const usualControls = (): Controls => ({
  clockAheadSeconds: 0,
  refunds: { begins: 'succeeded', ends: 'succeeded', afterSeconds: 0 },
  answerDelaySeconds: 0,
  failures: 0,
});

/** Has something happen by itself. */
export function plan({ store }: Provider, what: Pick<Plan, 'about' | 'at' | 'ends' | 'task'>): void {
  store.put({ id: newId('plan_'), object: 'plan', ...what });
}
