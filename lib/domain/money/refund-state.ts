/** States of a payment's refunds, derived from its ledger and from the provider's refunds (infra/docs/api/payments.md). */
import { deriveId } from '../derive-id.ts';
import {
  type Checkout,
  isRefundOpen,
  type Refund,
  type UnfinishedRefund,
} from '../model/checkout-session.ts';
import type { ProviderRefund } from '../model/payment.ts';
import { disputedAmount, hasOpenInquiry } from './ledger.ts';
import type { LedgerDraft } from './ledger-draft.ts';
import { orderRest } from './posting.ts';

/** Derives the state of an ordered refund. A failed refund is open again, even if it had succeeded before. */
export function readRefundState(refund: Refund, reported: readonly ProviderRefund[]): Refund {
  const own = reported.filter(({ orderId }) => orderId === refund.id);
  const statuses = new Set(own.map(({ status }) => status));
  if (statuses.has('succeeded')) return { ...refund, state: 'done' };
  if (statuses.has('pending')) return { ...refund, state: 'in-transit' };
  const [failed] = own; // the newest failed refund
  return failed && failed.id !== refund.failed ? { ...refund, state: 'failed', failed: failed.id } : refund;
}

/**
 * Creates one open refund of everything that the client must still get.
 * @param left cents of the payment that are neither refunded nor pending
 * @returns the refunds of the checkout, of which at most the last one is open
 */
export function orderFullRefund(
  { id }: Pick<Checkout, 'id'>,
  refunds: readonly Refund[],
  draft: LedgerDraft,
  left: number,
  now: Date,
): Refund[] {
  const open = refunds.find(isRefundOpen);
  const newId = deriveId(draft.recorded[0]?.testimonyId ?? id, `refund ${refunds.length} of ${id}`);
  const missing = orderRest(draft, `${open?.id ?? newId}-${draft.entries.length}`, left);
  const others = refunds.filter(refund => !isRefundOpen(refund));
  if (missing === 0) return others;
  const orderedAt = now.toISOString();
  const created: Refund = { id: newId, state: 'ordered', amount: missing, orderedAt, failed: null };
  return [...others, { ...(open ?? created), amount: missing }];
}

/**
 * Derives the entry of the lists of refunds that operators see. A failed refund stays failed until another one is made.
 * Disputes and unallocated amounts of payments that accepted an offer are in the lists of testimonies.
 * @param pending cents of refunds that the provider has received but not confirmed
 */
export function deriveUnfinishedRefund(
  { refund: before, refunds, state }: Checkout,
  { balances, entries, fresh }: LedgerDraft,
  pending: number,
  now: Date,
): UnfinishedRefund | null {
  const since = before?.since ?? now.toISOString();
  const isLate = state !== 'accepted';
  const disputed = disputedAmount(balances);
  if (isLate && (disputed > 0 || hasOpenInquiry(entries)))
    return { status: 'disputed', amount: disputed, since };
  const amount = pending + Math.max(0, balances['refund-in-transit']);
  // A dispute that was lost after the refund of a late payment has taken the money a second time.
  if (amount === 0)
    return isLate && balances.unallocated !== 0
      ? { status: 'unbalanced', amount: Math.abs(balances.unallocated), since }
      : null;
  const isStarted = pending > 0 && fresh.some(({ kind }) => kind === 'refund');
  const isFailed = refunds.some(refund => refund.state === 'failed');
  return { status: isFailed && !isStarted ? 'failed' : 'pending', amount, since };
}
