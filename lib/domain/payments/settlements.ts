/**
 * Settlements by operators (infra/docs/api/operators.md#settlements): payments outside the provider, and allocations of
 * refunds, lost disputes and deficits of the expert.
 */
import { DomainError, FieldError } from '../errors.ts';
import type { OperatorDecision } from '../model/activity/audit.ts';
import type { Decision } from '../model/change.ts';
import type { OpenRefund } from '../model/payments/checkout-session.ts';
import { isPayoutBeingSent } from '../model/payments/escrow.ts';
import type {
  LedgerAccount,
  LedgerEntry,
  SettlementEntryKind,
  SettlementKind,
} from '../model/payments/ledger-entry.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import {
  computeDisputedAmount,
  computeExpertBalance,
  computeExpertDeficit,
  computeImbalance,
  computePayableAmount,
  findCommissionAccount,
  type LedgerDraft,
  sumByKind,
  sumPaidOut,
} from '../money/ledger.ts';
import { isRefundDue, type PaymentRecords } from '../money/payment-state.ts';
import { endRefund } from '../money/posting.ts';
import { findOpenRefund } from '../money/refund-state.ts';
import { addAudit, assertPaid, readPaid } from './paid-testimony.ts';
import { divideRefund, type RefundBearer } from './refunds/refund-orders.ts';
import { decideMoney, type MoneyDependencies } from './sync/payment-sync.ts';

/** Settlement that an operator records. */
export interface Settlement {
  readonly kind: SettlementKind;
  /** Amount in cents. */
  readonly amount: number;
  /** Reference of the payment, or of the allocated refund, dispute or deficit. Unique for a testimony and a kind. */
  readonly reference: string;
  readonly from: RefundBearer;
  /** Whether an earlier settlement, which was recorded by mistake, is reversed. */
  readonly undo: boolean;
  /** Checkout session of a late payment; null or absent for the payment with which the offer was accepted. */
  readonly sessionId?: string | null;
}

const ENTRY_KINDS: Readonly<Record<Settlement['kind'], SettlementEntryKind>> = {
  payout: 'outside-payout',
  'payout-returned': 'outside-payout-returned',
  refund: 'outside-refund',
  'borne-by-expert': 'borne-by-expert',
  'borne-by-platform': 'borne-by-platform',
};

/** Contrary of a decision about who bears an amount. Only one of the two decisions can have the same reference. */
const OTHER_BEARERS: Readonly<Partial<Record<SettlementKind, SettlementEntryKind>>> = {
  'borne-by-expert': 'borne-by-platform',
  'borne-by-platform': 'borne-by-expert',
};

/**
 * Records a settlement. A repetition with the same reference changes nothing.
 * @throws DomainError `wrong-state` while the payout is being sent, for a refund while a refund is under way or a
 * dispute is open, for the reversal of an unknown settlement, and for a late payment that a settlement does not
 * concern; `reference-used` when the reference belongs to another amount or bearer
 * @throws FieldError on `amount` when it exceeds what the accounts allow; on `sessionId` for an unknown session
 */
export async function settleTestimony(
  testimonyId: string,
  settlement: Settlement,
  decision: OperatorDecision,
  deps: MoneyDependencies,
): Promise<Decision<Testimony>> {
  const { testimony, checkout } = await readPayment(testimonyId, settlement.sessionId, deps);
  let isKnown = false;
  const { changes } = await decideMoney(
    checkout,
    {
      decide(records, draft) {
        const earlier = findEarlier(draft, settlement);
        isKnown = earlier !== undefined && earlier.isUndone === settlement.undo;
        if (isKnown) return records;
        assertSettleable(records, settlement);
        if (earlier) undoSettlement(draft, settlement, records, earlier.entries);
        else postSettlement(draft, settlement, records);
        return records;
      },
    },
    deps,
  );
  return addAudit(testimony, 'settled outside', decision, deps, isKnown ? [] : changes);
}

/** Reads the payment that an operator settles. */
async function readPayment(
  testimonyId: string,
  sessionId: string | null | undefined,
  deps: MoneyDependencies,
) {
  if (!sessionId) return readPaid(testimonyId, deps);
  const [testimony, checkout] = await Promise.all([
    deps.testimonies.find(testimonyId),
    deps.checkouts.find(sessionId),
  ]);
  if (!testimony) throw new DomainError('not-found');
  if (checkout?.testimonyId !== testimonyId) throw new FieldError({ sessionId: ['session-unusable'] });
  if (!checkout.payment) throw new DomainError('wrong-state');
  return { testimony, checkout };
}

/**
 * Finds the entries of an earlier settlement with the same reference, and whether they are undone.
 * @throws DomainError `reference-used` if they have another amount, if they were undone and the settlement is to be
 * recorded again, or if a decision that the other party bears the amount has this reference; `wrong-state` for the
 * reversal of an unknown settlement
 */
function findEarlier(draft: LedgerDraft, { kind, reference, amount, undo }: Settlement) {
  const entryKind = ENTRY_KINDS[kind];
  const entries = draft.recorded.filter(each => each.kind === entryKind && each.sourceId === reference);
  const isUndoneAs = (wanted: SettlementEntryKind) =>
    draft.has('settlement-undone', `${wanted} ${reference}`);
  if (entries.length === 0) {
    if (undo) throw new DomainError('wrong-state');
    const other = OTHER_BEARERS[kind];
    if (other && draft.has(other, reference) && !isUndoneAs(other)) throw new DomainError('reference-used');
    return undefined;
  }
  const isUndone = isUndoneAs(entryKind);
  if (sumByKind(entries, [entryKind]) !== amount || (isUndone && !undo))
    throw new DomainError('reference-used');
  return { entries, isUndone };
}

/**
 * Posts the entries of a settlement in reverse. If the settlement had paid an ordered refund, this refund ends, and the
 * shares get the money back. If a full refund is due, the refund is open again instead.
 */
function undoSettlement(
  draft: LedgerDraft,
  { kind, reference }: Settlement,
  records: PaymentRecords,
  entries: readonly LedgerEntry[],
): void {
  const undoneId = `${ENTRY_KINDS[kind]} ${reference}`;
  for (const { from, to, amount, orderId } of entries)
    draft.post('settlement-undone', undoneId, [to, from], amount, { orderId });
  if (isRefundDue(records)) return;
  const undone = entries.find(({ orderId }) => orderId);
  const openRefund = undone && findOpenRefund(draft.entries, undone.orderId ?? null);
  if (openRefund) endRefund(draft, openRefund, openRefund.amount);
}

function assertSettleable({ checkout, testimony }: PaymentRecords, { kind, undo }: Settlement): void {
  const isRefused =
    checkout.state === 'late'
      ? !undo && kind !== 'borne-by-platform'
      : isPayoutBeingSent(assertPaid(testimony).payout);
  if (isRefused) throw new DomainError('wrong-state');
}

function postSettlement(draft: LedgerDraft, settlement: Settlement, records: PaymentRecords): void {
  const { kind, reference } = settlement;
  if (kind === 'refund') {
    postOutsideRefund(draft, settlement, records);
    return;
  }
  for (const [from, to, part] of divideSettlement(draft, { ...settlement, kind }, records))
    draft.post(ENTRY_KINDS[kind], reference, [from, to], part);
}

/**
 * Refund outside the provider: in place of an ordered refund, or a further one, borne by the shares that `from` names.
 */
type OutsideRefund = Pick<Settlement, 'reference'> &
  ({ readonly openRefund: OpenRefund } | Pick<Settlement, 'amount' | 'from'>);

/**
 * Posts a refund outside the provider.
 * @throws DomainError `wrong-state` during a dispute, and for a further refund while an ordered one is open;
 * `reference-used` when another refund has the reference
 * @throws FieldError on `amount` when it exceeds the rest of the payment or the expert's part
 */
export function postOutsideRefund(
  draft: LedgerDraft,
  refund: OutsideRefund,
  { testimony }: PaymentRecords,
): void {
  const { reference } = refund;
  if (computeDisputedAmount(draft.balances) > 0) throw new DomainError('wrong-state');
  if (draft.has('outside-refund', reference)) throw new DomainError('reference-used');
  if ('openRefund' in refund) {
    const { id: orderId, amount } = refund.openRefund;
    draft.post('outside-refund', reference, ['refund-in-transit', 'outside'], amount, { orderId });
    return;
  }
  if (draft.balances['refund-in-transit'] > 0) throw new DomainError('wrong-state');
  const shares = divideRefund(refund, assertPaid(testimony).payment, draft);
  assertAtMost(shares.expert ?? 0, computePayableAmount(draft.balances));
  for (const [account, part = 0] of Object.entries(shares))
    draft.post('outside-refund', reference, [account as LedgerAccount, 'outside'], part);
}

type Transfer = readonly [from: LedgerAccount, to: LedgerAccount, amount: number];

/**
 * Divides a settlement among the accounts that it names.
 * @throws FieldError on `amount` when it exceeds what the accounts allow
 */
function divideSettlement(
  draft: LedgerDraft,
  { kind, amount }: { readonly kind: Exclude<SettlementKind, 'refund'>; readonly amount: number },
  { testimony }: PaymentRecords,
): readonly Transfer[] {
  const { balances } = draft;
  const missing = Math.max(0, -balances.unallocated);
  const deficit = computeExpertDeficit(balances);
  const isPayable = testimony.state !== 'accepted' && missing === 0;
  switch (kind) {
    case 'payout':
      assertAtMost(amount, isPayable ? computeExpertBalance(balances) - computeDisputedAmount(balances) : 0);
      return [['expert', 'outside', amount]];
    case 'payout-returned': {
      // A payout that the expert returns first covers the expert's deficit, and then unallocated refunds.
      assertAtMost(amount, deficit + Math.min(missing, Math.max(0, sumPaidOut(draft.entries))));
      const first = Math.min(amount, deficit);
      return [
        ['outside', 'expert', first],
        ['outside', 'unallocated', amount - first],
      ];
    }
    case 'borne-by-expert':
      assertAtMost(amount, Math.abs(balances.unallocated));
      return [missing > 0 ? ['expert', 'unallocated', amount] : ['unallocated', 'expert', amount]];
    case 'borne-by-platform':
      return divideForPlatform(draft, testimony, amount);
  }
}

/**
 * Returns the transfers of an amount that the platform bears: of unallocated amounts or, if there are none, of the
 * expert's deficit. The platform pays from its commission, then from its own money. A surplus, or the balance of an
 * expert who gets nothing more, becomes a gain of the platform.
 */
function divideForPlatform(
  { balances }: LedgerDraft,
  testimony: Testimony,
  amount: number,
): readonly Transfer[] {
  const account = balances.unallocated === 0 ? 'expert' : 'unallocated';
  const missing = -balances[account];
  if (missing <= 0) {
    assertAtMost(
      amount,
      balances.unallocated || Math.max(0, Math.min(balances.expert, computeImbalance(testimony))),
    );
    return [[account, 'platform-loss', amount]];
  }
  assertAtMost(amount, missing);
  const share = findCommissionAccount(balances);
  const commission = Math.min(amount, Math.max(0, balances[share]));
  return [
    [share, account, commission],
    ['platform-loss', account, amount - commission],
  ];
}

/** @throws FieldError on `amount` when it exceeds the highest possible amount */
function assertAtMost(amount: number, highest: number): void {
  if (amount > highest) throw new FieldError({ amount: ['amount-too-high'] });
}
