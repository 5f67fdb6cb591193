/** States of a payment's refunds, derived from its ledger (infra/docs/api/payments.md#refunds). */
import type {
  Checkout,
  OpenRefund,
  PaidCheckout,
  UnfinishedRefund,
} from '../model/payments/checkout-session.ts';
import type { LedgerEntry } from '../model/payments/ledger-entry.ts';
import type { WaitingMoney } from '../model/payments/money-list.ts';
import { disputedAmount, hasEntry, sumAccount } from './ledger.ts';
import type { LedgerDraft } from './ledger-draft.ts';

export function listOpenRefunds(entries: readonly LedgerEntry[]): OpenRefund[] {
  const ordered = entries.filter(({ orderId }) => orderId !== undefined);
  return [...Map.groupBy(ordered, ({ orderId }) => orderId)].flatMap(([id = '', own]) => {
    const amount = sumAccount(own, 'refund-in-transit');
    return amount > 0 ? [{ id, amount }] : [];
  });
}

export const findOpenRefund = (
  entries: readonly LedgerEntry[],
  orderId: string | null,
): OpenRefund | undefined => listOpenRefunds(entries).find(({ id }) => id === orderId);

/** Lists the entries of the refunds that the provider has received and that have not failed. */
const listReceived = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.filter(({ kind, sourceId }) => kind === 'refund' && !hasEntry(entries, 'refund-failed', sourceId));

/** Lists the entries of the refunds that have reached the client. */
export const listArrived = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  listReceived(entries).filter(({ sourceId }) => hasEntry(entries, 'refund-arrived', sourceId));

/** Lists the entries of the refunds that the provider has received and that have not reached the client. */
export const listPending = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  listReceived(entries).filter(({ sourceId }) => !hasEntry(entries, 'refund-arrived', sourceId));

/** Returns whether an ordered refund waits for an operator's decision to send it again or to end it. */
export const isRefundFailed = ({ refund }: Pick<Checkout, 'refund'>, id: string): boolean =>
  refund?.failed.some(each => each.id === id) ?? false;

/**
 * Derives the facts about the money of a payment in the lists of operators. A failed refund stays failed until it is sent
 * again.
 * @param draft the ledger, whose new entries are not considered in `refund` of the checkout
 */
export function deriveUnfinishedRefund(
  checkout: PaidCheckout,
  { entries, fresh }: LedgerDraft,
  now: Date,
): UnfinishedRefund | null {
  const { since = now.toISOString(), failed = [], resent = 0 } = checkout.refund ?? {};
  const failures = fresh.flatMap(({ kind, orderId }) => (kind === 'refund-failed' && orderId) || []);
  const ids = new Set([...failed.map(({ id }) => id), ...failures]);
  const refund = { since, failed: [...ids].flatMap(id => findOpenRefund(entries, id) ?? []), resent };
  return findWaitingRefund({ ...checkout, refund }) ? refund : null;
}

/**
 * Finds the money of a payment that waits: refunds on their way to the client and, of a late payment, a dispute, an
 * inquiry or an unallocated amount. Those of other payments are in the lists of their testimonies.
 */
export function findWaitingRefund({ state, refund, payment }: Checkout): WaitingMoney | undefined {
  if (!refund || !payment) return undefined;
  const { since, failed } = refund;
  const { balances, hasInquiry, returning: amount } = payment;
  const isLate = state === 'late';
  const disputed = disputedAmount(balances);
  if (isLate && (disputed > 0 || hasInquiry))
    return { list: 'disputed', reason: disputed > 0 ? 'dispute' : 'inquiry', amount: disputed, since };
  // An operator decides about one failed refund at a time.
  const [first] = failed;
  if (first) return { list: 'decide', reason: 'refund-failed', amount: first.amount, since };
  if (amount > 0) return { list: 'waiting', reason: 'refund', amount, since };
  // A dispute that was lost after the refund of a late payment has taken the money a second time.
  return isLate && balances.unallocated !== 0
    ? { list: 'decide', reason: 'unbalanced', amount: Math.abs(balances.unallocated), since }
    : undefined;
}
