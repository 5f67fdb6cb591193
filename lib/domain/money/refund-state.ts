/** States of a payment's refunds, derived from its ledger (infra/docs/api/payments.md#refunds). */
import type { Checkout, PaidCheckout, UnfinishedRefund } from '../model/checkout-session.ts';
import type { LedgerEntry } from '../model/ledger-entry.ts';
import { disputedAmount, hasEntry, sumAccount } from './ledger.ts';
import type { LedgerDraft } from './ledger-draft.ts';

/** Ordered refund that must be sent to the provider, for the first time or again. */
export interface OpenRefund {
  readonly id: string;
  /** Cents that the provider has not received. */
  readonly amount: number;
}

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
  refund?.failed.includes(id) ?? false;

/**
 * Replaces the failed refunds in the entry of the lists. While there is one, the entry has its amount, because an
 * operator decides about one refund at a time.
 */
export function replaceFailedRefunds(
  refund: UnfinishedRefund,
  failed: readonly string[],
  { entries, returning }: { readonly entries: readonly LedgerEntry[]; readonly returning: number },
): UnfinishedRefund {
  if (refund.status !== 'pending') return { ...refund, failed };
  const [first = null] = failed;
  return { ...refund, failed, amount: findOpenRefund(entries, first)?.amount ?? returning };
}

/**
 * Derives the entry of the lists of refunds that operators see. A failed refund stays failed until it is sent again.
 * Disputes and unallocated amounts of payments that accepted an offer are in the lists of testimonies.
 * @param draft the ledger, whose new entries are not considered in `refund` of the checkout
 */
export function deriveUnfinishedRefund(
  { refund: before, state, payment: { balances, hasInquiry, returning } }: PaidCheckout,
  { entries, fresh }: LedgerDraft,
  now: Date,
): UnfinishedRefund | null {
  const failures = fresh.flatMap(({ kind, orderId }) => (kind === 'refund-failed' && orderId) || []);
  const facts = {
    since: before?.since ?? now.toISOString(),
    failed: [...new Set([...(before?.failed ?? []), ...failures])].filter(id => findOpenRefund(entries, id)),
    resent: before?.resent ?? 0,
  };
  const isLate = state === 'late';
  const disputed = disputedAmount(balances);
  if (isLate && (disputed > 0 || hasInquiry)) return { status: 'disputed', amount: disputed, ...facts };
  // A dispute that was lost after the refund of a late payment has taken the money a second time.
  if (returning === 0)
    return isLate && balances.unallocated !== 0
      ? { status: 'unbalanced', amount: Math.abs(balances.unallocated), ...facts }
      : null;
  const pending = { status: 'pending', amount: returning, ...facts } as const;
  return replaceFailedRefunds(pending, facts.failed, { entries, returning });
}
