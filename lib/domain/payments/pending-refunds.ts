/** Refunds that have not reached the client. Operators find them in a list (infra/docs/api/operators.md). */
import { createJob } from '../changes.ts';
import type { Checkout } from '../model/checkout-session.ts';
import type { Job } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';

const PENDING_DAYS = 7;
const DAY_MS = 24 * 3600_000;

/**
 * Adds the refund of a payment to the list of pending refunds, from the order on. A refund that is in a list already
 * keeps its beginning.
 * @param amount cents that the client gets
 */
export const addPendingRefund = (checkout: Checkout, amount: number, now: Date): Checkout => ({
  ...checkout,
  refund: { status: 'pending', amount, since: checkout.refund?.since ?? now.toISOString() },
});

/** Creates the alert about a new refund that is still pending after seven days. */
export function createRefundNotice(
  before: Checkout,
  { id: sessionId, testimonyId, refund }: Checkout,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Job[] {
  if (!refund || before.refund) return [];
  const noticeAt = new Date(Date.parse(refund.since) + PENDING_DAYS * DAY_MS).toISOString();
  const task = { kind: 'alert', alert: 'refund pending long', testimonyId, sessionId } as const;
  return [createJob(task, deps, noticeAt)];
}
