/**
 * Entries that follow from what the provider reports (infra/docs/api/payments.md#the-ledger). Each function adds only
 * missing entries, so the provider's objects can be reported in any order and repeatedly.
 */
import type { OpenRefund } from '../model/payments/checkout-session.ts';
import type { TestimonyPayment } from '../model/payments/escrow.ts';
import type { LedgerAccount, LedgerEntry } from '../model/payments/ledger-entry.ts';
import type {
  ProviderDispute,
  ProviderMoney,
  ProviderRefund,
  ProviderTransfer,
} from '../model/payments/payment.ts';
import { findCommissionAccount, type LedgerDraft, sumAccount, sumTakenByBank } from './ledger.ts';
import { findOpenRefund, listOpenRefunds } from './refund-state.ts';

/**
 * Adds missing entries for refunds, disputes and transfers until the draft is full.
 * @param isFullRefundDue whether the payment arrived too late or its testimony was cancelled
 */
export function postProviderMoney(draft: LedgerDraft, money: ProviderMoney, isFullRefundDue: boolean): void {
  const postings = [
    ...money.transfers.map(transfer => () => postTransfer(draft, transfer)),
    ...sortFailed(money.refunds).map(refund => () => postRefund(draft, refund, isFullRefundDue)),
    ...money.disputes.map(dispute => () => postDispute(draft, dispute, isFullRefundDue)),
  ];
  for (const post of postings) if (!draft.isFull) post();
}

/** Sorts failed refunds before others, which can replace them. */
const sortFailed = (refunds: readonly ProviderRefund[]) =>
  refunds.toSorted((one, other) => Number(other.status === 'failed') - Number(one.status === 'failed'));

/**
 * Posts a transfer and its reversals. A transfer pays out the expert's balance. If somebody has manually transferred
 * more, an operator must decide about the excess. A reversal first covers the excess that is still unallocated, and
 * returns the rest to the expert's balance.
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
 * Posts a refund. The provider debits the money when it receives the refund, and returns the money if the refund fails.
 * An ordered refund is taken from the refund-in-transit account. Any other refund is unallocated, because nobody has
 * decided yet who bears it.
 */
function postRefund(
  draft: LedgerDraft,
  { id, amount, status, orderId }: ProviderRefund,
  isFullRefundDue: boolean,
): void {
  if (!draft.has('refund', id)) {
    const own = findOpenRefund(draft.entries, orderId);
    const open = own ?? (isFullRefundDue ? listOpenRefunds(draft.entries)[0] : undefined);
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
 * Posts a dispute. The disputed money is taken when the dispute begins. If the dispute is lost, the part that is not
 * returned is a loss that an operator allocates. Money can be returned several times, even after the dispute was lost.
 */
function postDispute(
  draft: LedgerDraft,
  { id, taken, returned, status, respondBy }: ProviderDispute,
  isFullRefundDue: boolean,
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
  const [open] = isFullRefundDue ? listOpenRefunds(draft.entries) : [];
  const ordered = Math.min(open?.amount ?? 0, Math.max(0, lost - earlier));
  draft.postDifference('dispute-lost', id, ['refund-in-transit', 'dispute'], earlier + ordered, {
    orderId: open?.id,
  });
  draft.postDifference('dispute-lost', id, ['unallocated', 'dispute'], lost);
}

/** Accounts whose balances a full refund returns to the client, in this order. */
const SHARES = ['unallocated', 'deferred-commission', 'commission', 'expert', 'platform-loss'] as const;

/**
 * Orders everything that the client must still get of a payment that is refunded in full. One share does not cover for
 * another: if an earlier refund is borne by the platform or unallocated, a part of the expert's share is left, and an
 * operator decides about it.
 * @param newId id of the refund, if no refund is open; otherwise the amount is added to the open refund
 * @param left cents of the payment that are neither refunded nor pending
 */
export function orderRemainingRefund(draft: LedgerDraft, newId: string, left: number): void {
  const orderId = listOpenRefunds(draft.entries)[0]?.id ?? newId;
  const sourceId = `${orderId}-${draft.entries.length}`;
  for (const share of SHARES) {
    const { [share]: available, 'refund-in-transit': ordered } = draft.balances;
    const amount = Math.max(0, Math.min(available, left - ordered));
    draft.post('refund-ordered', sourceId, [share, 'refund-in-transit'], amount, { orderId });
  }
}

/**
 * Uses the commission of a payment that was refunded in full to cover unallocated amounts. An operator decides who
 * bears the rest.
 */
export function giveUpCommission(draft: LedgerDraft): void {
  const { balances } = draft;
  const account = findCommissionAccount(balances);
  const amount = Math.max(0, Math.min(balances[account], -balances.unallocated));
  draft.post('allocation', `allocation-${draft.entries.length}`, [account, 'unallocated'], amount);
}

/** Earns the deferred commission, because the document was delivered or nothing is left to deliver. */
export function earnCommission(
  draft: LedgerDraft,
  { paymentId, balances }: Pick<TestimonyPayment, 'paymentId' | 'balances'>,
): void {
  const repetition = draft.entries.filter(({ kind }) => kind === 'commission-earned').length;
  const amount = Math.max(0, balances['deferred-commission']);
  const accounts = ['deferred-commission', 'commission'] as const;
  draft.post('commission-earned', paymentId, accounts, amount, repetition > 0 ? { repetition } : {});
}

/**
 * Limits the open refunds to the remaining amount of the payment, because a manual refund or a dispute may have come
 * first. The amount that the client no longer gets is returned to the shares.
 * @param left cents of the payment that are neither refunded nor pending; negative if more than the payment came back
 */
export function limitRefunds(draft: LedgerDraft, left: number): void {
  for (const refund of listOpenRefunds(draft.entries)) {
    const excess = Math.max(0, draft.balances['refund-in-transit'] - Math.max(0, left));
    endRefund(draft, refund, Math.min(refund.amount, excess));
  }
}

/**
 * Returns a part of an open refund to the parties that would have borne it, in proportion to their shares. The refund
 * of a late payment has no shares, so its money becomes unallocated.
 */
export function endRefund(draft: LedgerDraft, { id }: Pick<OpenRefund, 'id'>, ended: number): void {
  const sourceId = `${id}-${draft.entries.length}`;
  const ordered = draft.entries.filter(
    ({ kind, orderId }) => orderId === id && (kind === 'refund-ordered' || kind === 'refund-ended'),
  );
  const shareOf = (account: LedgerAccount) => Math.max(0, -sumAccount(ordered, account));
  let left = ended;
  let whole = SHARES.reduce((sum, account) => sum + shareOf(account), 0);
  for (const account of ['expert', 'deferred-commission', 'commission', 'platform-loss'] as const) {
    const share = shareOf(account);
    const part = share > 0 ? Math.min(left, Math.round((left * share) / whole)) : 0;
    draft.post('refund-ended', sourceId, ['refund-in-transit', account], part, { orderId: id });
    left -= part;
    whole -= share;
  }
  draft.post('refund-ended', sourceId, ['refund-in-transit', 'unallocated'], left, { orderId: id });
}
