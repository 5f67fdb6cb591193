/**
 * Entries that follow from what the provider reports (infra/docs/api/payments.md#the-ledger). Each function adds only
 * missing entries, so the provider's objects can be reported in any order and repeatedly.
 */
import type { LedgerAccount, LedgerEntry } from '../model/ledger-entry.ts';
import type { ProviderDispute, ProviderMoney, ProviderRefund, ProviderTransfer } from '../model/payment.ts';
import { sumAccount } from './ledger.ts';
import type { LedgerDraft } from './ledger-draft.ts';
import { findOpenRefund, listOpenRefunds, type OpenRefund } from './refund-state.ts';

/** Adds missing entries for refunds, disputes and transfers until the draft is full. */
export function postProviderMoney(draft: LedgerDraft, money: ProviderMoney): void {
  const postings = [
    ...money.transfers.map(transfer => () => postTransfer(draft, transfer)),
    ...money.refunds.map(refund => () => postRefund(draft, refund)),
    ...money.disputes.map(dispute => () => postDispute(draft, dispute)),
  ];
  for (const post of postings) if (!draft.isFull) post();
}

/**
 * A transfer pays out the expert's balance. If somebody has transferred more by hand, an operator must decide about the
 * excess. A reversal of the transfer first covers the excess, until the expert bears the rest.
 */
function postTransfer(draft: LedgerDraft, { id, amount, reversals }: ProviderTransfer): void {
  if (!draft.has('payout', id)) {
    const due = Math.min(amount, Math.max(0, draft.balances.expert));
    draft.post('payout', id, ['expert', 'provider'], due);
    draft.post('payout', id, ['unallocated', 'provider'], amount - due);
  }
  const own = new Set([id, ...reversals.map(reversal => reversal.id)]);
  const isOwn = ({ kind, sourceId }: LedgerEntry) => kind.startsWith('payout') && own.has(sourceId);
  for (const reversal of reversals) {
    if (draft.isFull || draft.has('payout-reversed', reversal.id)) continue;
    const excess = -sumAccount(draft.entries.filter(isOwn), 'unallocated');
    const covered = Math.min(reversal.amount, excess, Math.max(0, -draft.balances.unallocated));
    draft.post('payout-reversed', reversal.id, ['provider', 'unallocated'], covered);
    draft.post('payout-reversed', reversal.id, ['provider', 'expert'], reversal.amount - covered);
  }
}

/**
 * The provider debits a refund when it receives it, and returns the money if the refund fails. Ordered refunds are
 * taken from the refund-in-transit account; for other refunds, it is not decided yet who bears them.
 */
function postRefund(draft: LedgerDraft, { id, amount, status, orderId }: ProviderRefund): void {
  if (!draft.has('refund', id)) {
    const open = findOpenRefund(draft.entries, orderId);
    const ordered = Math.min(amount, open?.amount ?? 0);
    draft.post('refund', id, ['refund-in-transit', 'provider'], ordered, { orderId: open?.id });
    draft.post('refund', id, ['unallocated', 'provider'], amount - ordered);
  }
  if (status === 'succeeded' && !draft.has('refund-arrived', id))
    draft.post('refund-arrived', id, ['refund-in-transit', 'provider'], 0);
  if (status !== 'failed' || draft.has('refund-failed', id)) return;
  const posted = draft.entries.filter(({ kind, sourceId }) => kind === 'refund' && sourceId === id);
  for (const { from, amount: part, orderId: order } of posted)
    draft.post('refund-failed', id, ['provider', from], part, { orderId: order });
}

/**
 * A dispute takes its money when it begins. The part that is not returned is a loss that an operator allocates. Money
 * can be returned several times, even after the dispute was lost.
 */
function postDispute(draft: LedgerDraft, { id, taken, returned, status, respondBy }: ProviderDispute): void {
  const still = ['dispute', 'provider'] as const;
  if (status === 'inquiry' || status === 'inquiry-closed') {
    if (!draft.has('inquiry', id)) draft.post('inquiry', id, still, 0, { respondBy });
    if (status === 'inquiry-closed' && !draft.has('inquiry-closed', id))
      draft.post('inquiry-closed', id, still, 0);
    return;
  }
  draft.postDifference('dispute', id, still, taken, { respondBy });
  draft.postDifference('dispute-won', id, ['provider', 'dispute'], returned);
  const lost = status === 'lost' ? taken - returned : 0;
  draft.postDifference('dispute-lost', id, ['unallocated', 'dispute'], lost);
}

/** Accounts whose balances a full refund returns to the client, in this order. */
const SHARES = ['expert', 'commission', 'platform-loss', 'unallocated'] as const;

/**
 * Moves all shares to the refund-in-transit account, because the payment is refunded in full. Shares first cover
 * unallocated refunds and the loss that the platform has borne. If a refund by hand was made while an ordered refund
 * was on its way, and the ordered refund has failed, the client gets only the remaining amount. An expert who has
 * returned a payout twice keeps the claim to the amount that the client has already received.
 * @param newId id of the refund, unless one is open already
 * @param left cents of the payment that are neither refunded nor pending
 */
export function refundAllShares(draft: LedgerDraft, newId: string, left: number): void {
  balanceShares(draft, SHARES);
  const orderId = listOpenRefunds(draft.entries)[0]?.id ?? newId;
  const sourceId = `${orderId}-${draft.entries.length}`;
  for (const share of SHARES) {
    const { [share]: available, 'refund-in-transit': ordered } = draft.balances;
    const amount = Math.max(0, Math.min(available, left - ordered));
    draft.post('refund-ordered', sourceId, [share, 'refund-in-transit'], amount, { orderId });
  }
  for (const { id: order, amount } of listOpenRefunds(draft.entries)) {
    const covered = Math.min(amount, Math.max(0, -draft.balances.unallocated));
    const accounts = ['refund-in-transit', 'unallocated'] as const;
    draft.post('allocation', draft.createAllocationId(), accounts, covered, { orderId: order });
  }
}

/** Moves money from the accounts with a positive balance to those with a negative one. */
function balanceShares(draft: LedgerDraft, accounts: readonly LedgerAccount[]): void {
  const id = draft.createAllocationId();
  for (const from of accounts) {
    for (const to of accounts) {
      const { [from]: available, [to]: missing } = draft.balances;
      const amount = Math.min(available, -missing);
      if (amount > 0) draft.post('allocation', id, [from, to], amount);
    }
  }
}

/** Gives up the commission of a payment that was refunded in full. An operator decides who bears the rest. */
export const giveUpCommission = (draft: LedgerDraft): void =>
  balanceShares(draft, ['commission', 'unallocated']);

/**
 * Limits the open refunds to the remaining amount of the payment, because a refund by hand or a dispute may have come
 * first. The amount that the client no longer gets is returned to the shares.
 * @param left cents of the payment that are neither refunded nor pending
 */
export function limitRefunds(draft: LedgerDraft, left: number): void {
  for (const refund of listOpenRefunds(draft.entries)) {
    const excess = Math.max(0, draft.balances['refund-in-transit'] - left);
    endRefund(draft, refund, Math.min(refund.amount, excess));
  }
}

/** Returns a part of an open refund to the parties that would have borne it, in proportion to their shares. */
export function endRefund(draft: LedgerDraft, { id, amount }: OpenRefund, ended: number): void {
  const sourceId = `${id}-${draft.entries.length}`;
  const shares = draft.entries.filter(
    ({ kind, orderId }) => orderId === id && (kind === 'refund-ordered' || kind === 'refund-ended'),
  );
  let [left, whole] = [ended, amount];
  for (const account of SHARES) {
    const share = -sumAccount(shares, account);
    const part = whole > 0 ? Math.min(left, Math.round((left * share) / whole)) : 0;
    draft.post('refund-ended', sourceId, ['refund-in-transit', account], part, { orderId: id });
    left -= part;
    whole -= share;
  }
}
