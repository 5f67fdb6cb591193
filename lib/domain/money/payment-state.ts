/** State of a payment, derived from its ledger (infra/docs/api/payments.md). */
import { deriveId } from '../derive-id.ts';
import type { PaidCheckout } from '../model/payments/checkout-session.ts';
import { isPayoutOpen, type TestimonyPayment } from '../model/payments/escrow.ts';
import type { LedgerEntry } from '../model/payments/ledger-entry.ts';
import type { ProviderMoney } from '../model/payments/payment.ts';
import { applyTransition, type Testimony } from '../model/testimonies/testimony.ts';
import {
  computeDisputedAmount,
  hasOpenInquiry,
  type LedgerDraft,
  sumByKind,
  sumTakenByBank,
} from './ledger.ts';
import { derivePayout } from './payout-state.ts';
import {
  earnCommission,
  giveUpCommission,
  limitRefunds,
  orderRemainingRefund,
  postProviderMoney,
} from './posting.ts';
import { deriveUnfinishedRefund, listArrivedRefunds, listPendingRefunds } from './refund-state.ts';

export interface PaymentRecords {
  readonly checkout: PaidCheckout;
  readonly testimony: Testimony;
}

/** A payment before and after its entries were posted. */
export interface PaymentChange extends PaymentRecords {
  readonly draft: LedgerDraft;
  readonly after: PaymentRecords;
  /** Mail to both parties, if the testimony becomes cancelled. */
  readonly cancellationMail: 'cancelled-by-platform' | 'cancelled-overdue';
}

/** Returns whether a payment must be refunded, because the payment accepted no offer or the testimony was cancelled. */
export const isRefundDue = ({ checkout, testimony }: PaymentRecords): boolean =>
  checkout.state === 'late' || testimony.state === 'cancelled';

/** Sums of a payment, in cents. */
interface PaymentSums {
  /** Cents that were returned to the client by refunds, by lost disputes and outside the provider. */
  readonly refunded: number;
  /** The part of `refunded` that lost disputes took. */
  readonly takenByBank: number;
  /** Cents of refunds that the provider has received but not confirmed. */
  readonly pending: number;
}

export function sumPayment(entries: readonly LedgerEntry[]): PaymentSums {
  const takenByBank = sumTakenByBank(entries);
  return {
    refunded:
      sumByKind(listArrivedRefunds(entries), ['refund']) +
      takenByBank +
      sumByKind(entries, ['outside-refund']),
    takenByBank,
    pending: sumByKind(listPendingRefunds(entries), ['refund']),
  };
}

/**
 * Adds the entries for the provider's report, and derives the new checkout and testimony.
 * @param records the payment after an operator's decision about it, if there is one
 */
export function derivePaymentState(
  records: PaymentRecords,
  draft: LedgerDraft,
  money: ProviderMoney,
  now: Date,
): PaymentRecords {
  const { checkout, testimony } = records;
  const isDue = isRefundDue(records);
  postProviderMoney(draft, money, isDue);
  const sums = sumPayment(draft.entries);
  const left = checkout.amount - sums.refunded - sums.pending;
  limitRefunds(draft, left);
  if (isDue) {
    const newId = deriveId(testimony.id, `refund ${draft.entries.length} of ${checkout.id}`);
    orderRemainingRefund(draft, newId, left);
  }
  const isRefunded = sums.refunded >= checkout.amount;
  if (isRefunded) giveUpCommission(draft);
  if (isRefunded || testimony.state === 'completed')
    earnCommission(draft, { ...checkout.payment, balances: draft.balances });
  return deriveRecords(records, draft, sums, now);
}

function deriveRecords(
  { checkout, testimony }: PaymentRecords,
  draft: LedgerDraft,
  sums: PaymentSums,
  now: Date,
): PaymentRecords {
  const payment = derivePayment({ checkout, testimony }, draft, sums, now);
  const paid = { ...checkout, payment };
  const after = { ...paid, refund: deriveUnfinishedRefund(paid, draft, now) };
  if (checkout.state === 'late') return { checkout: after, testimony };
  const moved = moveDueDate({ ...testimony, payment }, checkout.payment, now);
  const ended = endRefunded(moved, sums, now);
  return { checkout: after, testimony: endComplaint({ ...ended, payout: derivePayout(ended, draft) }, now) };
}

function deriveStatus(
  records: PaymentRecords,
  draft: LedgerDraft,
  { refunded, pending }: PaymentSums,
): TestimonyPayment['status'] {
  const { amount } = records.checkout;
  const { balances } = draft;
  const disputed = computeDisputedAmount(balances);
  const back = refunded + pending + balances['refund-in-transit'];
  const isDue = isRefundDue(records);
  if (disputed > 0 && (isDue || back + disputed >= amount)) return 'disputed';
  if (refunded >= amount) return 'refunded';
  return isDue || back >= amount ? 'refunding' : 'paid';
}

function derivePayment(
  records: PaymentRecords,
  draft: LedgerDraft,
  sums: PaymentSums,
  now: Date,
): TestimonyPayment {
  const { payment } = records.checkout;
  const status = deriveStatus(records, draft, sums);
  const at = now.toISOString();
  const { balances } = draft;
  return {
    ...payment,
    status,
    refunded: sums.refunded,
    balances,
    returning: sums.pending + balances['refund-in-transit'],
    refundedAt: findRefundTime(payment, sums.refunded, at),
    disputedSince: status === 'disputed' ? (payment.disputedSince ?? at) : null,
    hasInquiry: hasOpenInquiry(draft.entries),
  };
}

/** Returns the time at which money last went back to the client. */
function findRefundTime(before: TestimonyPayment, refunded: number, now: string): string | null {
  if (refunded === 0) return null;
  return refunded > before.refunded ? now : before.refundedAt;
}

/** Cancellation reasons of the platform for a testimony whose payment was refunded in full. */
const CANCELLATION_REASONS = {
  refund: 'Platba bola v celej výške vrátená klientovi.',
  dispute: 'Banka klienta vzala platbu späť.',
} as const;

/** Cancels an accepted testimony whose payment was refunded in full. */
function endRefunded(testimony: Testimony, { takenByBank }: PaymentSums, now: Date): Testimony {
  const { state, payment } = testimony;
  if (state !== 'accepted' || payment?.status !== 'refunded') return testimony;
  return {
    ...applyTransition(testimony, 'cancelByOperator', now),
    cancellationReason: CANCELLATION_REASONS[takenByBank > 0 ? 'dispute' : 'refund'],
  };
}

/** Ends an open complaint when no payout is left that could wait for the end of the complaint. */
function endComplaint(testimony: Testimony, now: Date): Testimony {
  const { complaint, payment, payout } = testimony;
  if (complaint?.endedAt !== null || isPayoutOpen(testimony)) return testimony;
  const outcome = payout?.status === 'sent' && payment?.status !== 'refunded' ? 'paid-out' : 'refunded';
  return { ...testimony, complaint: { ...complaint, endedAt: now.toISOString(), outcome } };
}

/**
 * Moves the due date of the work, or the end of the period for a complaint, by the length of a dispute that has ended,
 * because the time was suspended during the dispute. A period that had ended before the dispute is not reopened.
 */
function moveDueDate(testimony: Testimony, { disputedSince }: TestimonyPayment, now: Date): Testimony {
  const { state, dueAt, payment, payout } = testimony;
  if (!disputedSince || payment?.status !== 'paid') return testimony;
  const move = (date: string) =>
    new Date(Date.parse(date) + now.getTime() - Date.parse(disputedSince)).toISOString();
  if (state === 'accepted' && dueAt) return { ...testimony, dueAt: move(dueAt) };
  const isWaiting = state === 'completed' && payout?.dueAt && payout.dueAt > disputedSince;
  return isWaiting ? { ...testimony, payout: { ...payout, dueAt: move(payout.dueAt) } } : testimony;
}
