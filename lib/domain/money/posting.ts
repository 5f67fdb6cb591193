/**
 * Entries that follow from what the provider reports (infra/docs/api/payments.md#the-ledger). Each function adds only
 * missing entries, so the provider's objects can be reported in any order and repeatedly.
 */
import type { Refund } from '../model/checkout-session.ts';
import { isRefundOpen } from '../model/checkout-session.ts';
import type { LedgerAccount, LedgerEntry } from '../model/ledger-entry.ts';
import type { ProviderDispute, ProviderMoney, ProviderRefund, ProviderTransfer } from '../model/payment.ts';
import { sumAccount, sumTakenByBank } from './ledger.ts';
import type { LedgerDraft } from './ledger-draft.ts';

/** Facts about a payment before the provider's objects are posted. */
export interface PostingContext {
  readonly refunds: readonly Refund[];
  /** Whether a full refund is due, because the payment arrived too late or its testimony was cancelled. */
  readonly isFullRefundDue: boolean;
}

/** Adds missing entries for refunds, disputes and transfers until the draft is full. */
export function postProviderMoney(draft: LedgerDraft, money: ProviderMoney, context: PostingContext): void {
  const postings = [
    ...money.transfers.map(transfer => () => postTransfer(draft, transfer)),
    ...sortFailed(money.refunds).map(refund => () => postRefund(draft, refund, context)),
    ...money.disputes.map(dispute => () => postDispute(draft, dispute, context)),
  ];
  for (const post of postings) if (!draft.isFull) post();
}

/** Sorts failed refunds before others, which can replace them. */
const sortFailed = (refunds: readonly ProviderRefund[]) =>
  refunds.toSorted((one, other) => Number(other.status === 'failed') - Number(one.status === 'failed'));

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
function postRefund(
  draft: LedgerDraft,
  { id, amount, status, orderId }: ProviderRefund,
  { refunds, isFullRefundDue }: PostingContext,
): void {
  if (!draft.has('refund', id)) {
    const isOrdered = refunds.some(refund => refund.id === orderId);
    const ordered = isOrdered || isFullRefundDue ? takeInTransit(draft, amount) : 0;
    draft.post('refund', id, ['refund-in-transit', 'provider'], ordered);
    draft.post('refund', id, ['unallocated', 'provider'], amount - ordered);
  }
  if (status !== 'failed' || draft.has('refund-failed', id)) return;
  for (const entry of draft.entries.filter(({ kind, sourceId }) => kind === 'refund' && sourceId === id))
    draft.post('refund-failed', id, ['provider', entry.from], entry.amount);
}

const takeInTransit = ({ balances }: LedgerDraft, amount: number): number =>
  Math.min(amount, Math.max(0, balances['refund-in-transit']));

/**
 * A dispute takes its money when it begins. The part that is not returned is a loss that an operator allocates. Money
 * can be returned several times, even after the dispute was lost.
 */
function postDispute(
  draft: LedgerDraft,
  { id, taken, returned, status, respondBy }: ProviderDispute,
  { isFullRefundDue }: PostingContext,
): void {
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
  const earlier = sumTakenByBank(draft.entries.filter(({ sourceId }) => sourceId === id));
  const ordered = isFullRefundDue ? takeInTransit(draft, Math.max(0, lost - earlier)) : 0;
  draft.postDifference('dispute-lost', id, ['refund-in-transit', 'dispute'], earlier + ordered);
  draft.postDifference('dispute-lost', id, ['unallocated', 'dispute'], lost);
}

/** Accounts whose balances a full refund returns to the client, in this order. */
const SHARES = ['unallocated', 'commission', 'expert', 'platform-loss'] as const;

/**
 * Orders everything that the client must still get of a payment that is refunded in full. Shares do not cover one
 * another: if the platform bears an earlier refund, or nobody does, a part of the expert's share stays for a decision.
 * @param left cents of the payment that are neither refunded nor pending
 * @returns the cents that the client must still get
 */
export function orderRest(draft: LedgerDraft, refundId: string, left: number): number {
  for (const share of SHARES) {
    const { [share]: available, 'refund-in-transit': ordered } = draft.balances;
    const amount = Math.max(0, Math.min(available, left - ordered));
    draft.post('refund-ordered', refundId, [share, 'refund-in-transit'], amount);
  }
  return draft.balances['refund-in-transit'];
}

/** Gives up the commission of a payment that was refunded in full. An operator decides who bears the rest. */
export function giveUpCommission(draft: LedgerDraft): void {
  const { commission, unallocated } = draft.balances;
  const amount = Math.max(0, Math.min(commission, -unallocated));
  draft.post('allocation', `allocation-${draft.entries.length}`, ['commission', 'unallocated'], amount);
}

/**
 * Limits the open refunds to the remaining amount of the payment, because a refund by hand or a dispute may have come
 * first. The amount that the client no longer gets is returned to the shares.
 * @param left cents of the payment that are neither refunded nor pending; negative if more than the payment came back
 */
export function limitRefunds(draft: LedgerDraft, refunds: readonly Refund[], left: number): Refund[] {
  let excess = Math.max(0, draft.balances['refund-in-transit'] - Math.max(0, left));
  return refunds.flatMap(refund => {
    if (!isRefundOpen(refund) || excess === 0) return [refund];
    const ended = Math.min(refund.amount, excess);
    excess -= ended;
    endRefund(draft, refund, ended);
    return ended < refund.amount ? [{ ...refund, amount: refund.amount - ended }] : [];
  });
}

/**
 * Returns a part of an open refund to the parties that would have borne it, in proportion to their shares. The refund of
 * a late payment has no shares, so its money becomes unallocated.
 */
export function endRefund(draft: LedgerDraft, { id }: Pick<Refund, 'id'>, ended: number): void {
  const sourceId = `${id}-${draft.entries.length}`;
  const ordered = draft.entries.filter(
    entry => (entry.kind === 'refund-ordered' || entry.kind === 'refund-ended') && isOfRefund(entry, id),
  );
  const shareOf = (account: LedgerAccount) => Math.max(0, -sumAccount(ordered, account));
  let left = ended;
  let whole = SHARES.reduce((sum, account) => sum + shareOf(account), 0);
  for (const account of ['expert', 'commission', 'platform-loss'] as const) {
    const share = shareOf(account);
    const part = share > 0 ? Math.min(left, Math.round((left * share) / whole)) : 0;
    draft.post('refund-ended', sourceId, ['refund-in-transit', account], part);
    left -= part;
    whole -= share;
  }
  draft.post('refund-ended', sourceId, ['refund-in-transit', 'unallocated'], left);
}

/** Returns whether a refund caused the entry. The id of the refund can be followed by a number. */
export const isOfRefund = ({ sourceId }: Pick<LedgerEntry, 'sourceId'>, refundId: string): boolean =>
  sourceId === refundId || sourceId.startsWith(`${refundId}-`);
