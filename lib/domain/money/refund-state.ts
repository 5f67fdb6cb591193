/** States of a payment's refunds, derived from its ledger (infra/docs/api/payments.md#refunds). */
import type { OpenRefund, PaidCheckout, UnfinishedRefund } from '../model/payments/checkout-session.ts';
import type { LedgerEntry } from '../model/payments/ledger-entry.ts';
import { hasEntry, type LedgerDraft, sumAccount } from './ledger.ts';
import { findWaitingRefund } from './money-rules.ts';

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
export const listArrivedRefunds = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  listReceived(entries).filter(({ sourceId }) => hasEntry(entries, 'refund-arrived', sourceId));

/** Lists the entries of the refunds that the provider has received and that have not reached the client. */
export const listPendingRefunds = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  listReceived(entries).filter(({ sourceId }) => !hasEntry(entries, 'refund-arrived', sourceId));

/**
 * Derives the facts about the money of a payment in the lists of operators; null if none of the money waits. A failed
 * refund stays failed until it is sent again or ended.
 * @param draft the ledger; `refund` of the checkout does not take its new entries into account yet
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
