/** Cancellation of a paid testimony by an operator (infra/docs/api/testimonies.md). */
import {
  addJobs,
  addTasks,
  changeCheckout,
  createJob,
  decideTestimonyChange,
  recordAction,
  recordEntries,
} from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { OperatorDecision } from '../model/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import { type Checkout, isRefundOpen } from '../model/checkout-session.ts';
import type { TestimonyPayment } from '../model/escrow.ts';
import { applyTransition, listPartyIds, type Testimony } from '../model/testimony.ts';
import { sumPaidOut } from '../money/ledger.ts';
import { LedgerDraft } from '../money/ledger-draft.ts';
import { finishPayout } from '../money/payout-state.ts';
import { orderFullRefund } from '../money/refund-state.ts';

import { createRefundNotice } from '../payments/sync/alerts.ts';

import { fetchEntries } from '../payments/sync/payment-sync.ts';
import type { Dependencies } from '../ports/dependencies.ts';

type Deps = Pick<Dependencies, 'checkouts' | 'clock' | 'random'>;

/** @throws DomainError `wrong-state` when the testimony is not accepted */
export async function cancelAcceptedTestimony(
  testimony: Testimony,
  decision: OperatorDecision,
  deps: Deps,
): Promise<Decision<Testimony>> {
  const mail = 'cancelled-by-platform';
  const cancellation = { transition: 'cancelByOperator', mail, reason: decision.why } as const;
  const { result, changes } = await cancelPaidTestimony(testimony, cancellation, deps);
  const subject = { kind: 'testimony', id: testimony.id } as const;
  const audit = recordAction({ subject, what: 'testimony cancelled', ...decision }, deps);
  return { result, changes: [...changes, audit] };
}

interface Cancellation {
  readonly transition: 'cancelByOperator' | 'cancelOverdue';
  readonly mail: 'cancelled-by-platform' | 'cancelled-overdue';
  readonly reason: string | null;
}

/**
 * Cancels an accepted testimony, and creates the jobs for the refund and the mails to both parties. The payment is
 * refunded in full, and the refund is listed as pending from then on.
 * @throws DomainError `wrong-state` when the transition is not allowed, or the expert was paid already
 */
export async function cancelPaidTestimony(
  testimony: Testimony,
  { transition, mail, reason }: Cancellation,
  deps: Deps,
): Promise<Decision<Testimony>> {
  const cancelled = {
    ...applyTransition(testimony, transition, deps.clock.now()),
    cancellationReason: reason,
    payout: testimony.payout && finishPayout(testimony.payout, 0),
  };
  const { payment, changes } = await startRefund(testimony, deps);
  const { id: testimonyId } = testimony;
  const mails = listPartyIds(testimony).map(userId => ({ kind: 'mail', mail, userId, testimonyId }) as const);
  return decideTestimonyChange(testimony, { ...cancelled, payment }, [...addTasks(mails, deps), ...changes]);
}

/**
 * Orders the refund of the rest of the payment. The job for it is created at once, unless the payment is disputed: then
 * the dispute is decided first.
 */
async function startRefund(
  { id: testimonyId, sessionId, payment }: Testimony,
  deps: Deps,
): Promise<{ payment: TestimonyPayment | null; changes: readonly Change[] }> {
  const checkout = sessionId && (await deps.checkouts.find(sessionId));
  if (!checkout || !payment) return { payment, changes: [] };
  const now = deps.clock.now();
  const entries = await fetchEntries(checkout, deps);
  if (sumPaidOut(entries) > 0) throw new DomainError('wrong-state');
  const draft = new LedgerDraft(entries, {
    ...{ testimonyId, sessionId, at: now.toISOString() },
  });
  const refunds = orderFullRefund(checkout, checkout.refunds, draft, now);
  const { balances } = draft;
  const returning = payment.returning - payment.balances['refund-in-transit'] + balances['refund-in-transit'];
  const refund: Checkout['refund'] = {
    ...{ status: checkout.refund?.status ?? 'pending', amount: returning },
    since: checkout.refund?.since ?? now.toISOString(),
  };
  const after = { ...checkout, refunds, ...(returning > 0 && { refund }) };
  const order = payment.status === 'paid' && refunds.find(isRefundOpen)?.id;
  const { paymentId } = payment;
  const job = order && createJob({ kind: 'refund', sessionId, testimonyId, paymentId, order }, deps);
  return {
    payment: { ...payment, balances, returning, ...(payment.status === 'paid' && { status: 'refunding' }) },
    changes: [
      changeCheckout(checkout, after),
      ...recordEntries(draft.fresh),
      ...addJobs([...(job ? [job] : []), ...createRefundNotice(checkout, after, deps)]),
    ],
  };
}
