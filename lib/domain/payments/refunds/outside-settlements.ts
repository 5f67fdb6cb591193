/**
 * Settlements by operators (infra/docs/api/operators.md#money): payments outside the provider, and who bears a refund, a
 * lost dispute or a deficit of the expert.
 */
import { addJobs, createJob } from '../../changes.ts';
import { DomainError, FieldError } from '../../errors.ts';
import type { OperatorDecision } from '../../model/audit.ts';
import type { Change, Decision } from '../../model/change.ts';
import { isPayoutBeingSent } from '../../model/escrow.ts';
import type { TaskOf } from '../../model/job.ts';
import type { LedgerAccount, SettlementEntryKind, SettlementKind } from '../../model/ledger-entry.ts';
import type { Testimony } from '../../model/testimony.ts';
import {
  computeImbalance,
  disputedAmount,
  expertClaim,
  expertDeficit,
  payableAmount,
} from '../../money/ledger.ts';
import type { LedgerDraft } from '../../money/ledger-draft.ts';
import { isRefundDue, type PaymentRecords } from '../../money/payment-state.ts';
import { endRefund } from '../../money/posting.ts';
import { assertPaid, decideWithAudit } from '../paid-testimony.ts';
import { decideMoney, type MoneyDependencies } from '../sync/payment-sync.ts';
import { findOpenRefund, refundableAmount } from './refund-jobs.ts';
import { divideRefund, type RefundBearer } from './refund-orders.ts';

/** Settlement that an operator records. */
export interface Settlement {
  readonly kind: SettlementKind;
  /** Cents. */
  readonly amount: number;
  /** Reference of the payment or of what is allocated, unique for a testimony and a kind. */
  readonly reference: string;
  /** Who bears a refund. */
  readonly from: RefundBearer;
  /** Whether the settlement was recorded by mistake and is reversed. */
  readonly undo: boolean;
}

type Deps = Omit<MoneyDependencies, 'unitOfWork'>;

const ENTRY_KINDS: Readonly<Record<Settlement['kind'], SettlementEntryKind>> = {
  payout: 'outside-payout',
  'payout-returned': 'outside-payout-returned',
  refund: 'outside-refund',
  'written-off': 'written-off',
  'borne-by-expert': 'borne-by-expert',
  'borne-by-platform': 'borne-by-platform',
};

/**
 * Returns the decision to record a settlement. A repetition with the same reference changes nothing.
 * @throws DomainError `wrong-state` while the payout is being sent, for a refund while a refund is under way or a dispute
 *   is open, and for the reversal of an unknown settlement; `reference-used` when the reference belongs to another amount
 * @throws FieldError on `amount` when it exceeds what the accounts allow
 */
export function settleTestimony(
  testimonyId: string,
  settlement: Settlement,
  decision: OperatorDecision,
  deps: Deps,
): Promise<Decision<Testimony>> {
  return decideWithAudit(testimonyId, 'settled outside', decision, deps, async ({ testimony, checkout }) => {
    let isKnown = false;
    const { changes, result } = await decideMoney(
      checkout,
      testimony.payment.paymentId,
      {
        decide(records, draft) {
          isKnown = postSettlement(draft, settlement, records);
          return settlement.undo && !isKnown ? endUndoneOrder(draft, settlement, records) : records;
        },
      },
      deps,
    );
    if (isKnown) return [];
    const balances = result?.testimony.payment?.balances;
    const task = { kind: 'reverse-payout', testimonyId, order: null } as const;
    const isOwed = settlement.kind === 'borne-by-expert' && balances && expertDeficit(balances) > 0;
    return [...changes, ...addJobs(isOwed ? [createJob(task, deps)] : [])];
  });
}

/** Posts a settlement or its reversal. @returns whether the ledger has it already */
function postSettlement(draft: LedgerDraft, settlement: Settlement, records: PaymentRecords): boolean {
  const { kind, reference, amount } = settlement;
  const entryKind = ENTRY_KINDS[kind];
  const found = draft.recorded.filter(each => each.kind === entryKind && each.sourceId === reference);
  const undoneId = `${entryKind} ${reference}`;
  const isUndone = draft.has('settlement-undone', undoneId);
  if (found.length > 0 && found.reduce((sum, entry) => sum + entry.amount, 0) !== amount)
    throw new DomainError('reference-used');
  if (settlement.undo) {
    if (found.length === 0) throw new DomainError('wrong-state');
    if (isUndone) return true;
    assertSettleable(records, settlement);
    for (const entry of found)
      draft.post('settlement-undone', undoneId, [entry.to, entry.from], entry.amount);
    return false;
  }
  if (found.length > 0) {
    if (isUndone) throw new DomainError('reference-used');
    return true;
  }
  assertSettleable(records, settlement);
  for (const [from, to, part] of divideSettlement(draft, settlement, records))
    draft.post(entryKind, reference, [from, to], part);
  return false;
}

/**
 * Ends the order whose refund outside the provider is undone, so that its shares get the money back. When a full
 * refund is due, it is ordered again instead.
 */
function endUndoneOrder(
  draft: LedgerDraft,
  { amount, reference }: Settlement,
  records: PaymentRecords,
): PaymentRecords {
  const { refunds } = records.checkout;
  const isOfOrder = draft.fresh.some(
    ({ kind, to }) => kind === 'settlement-undone' && to === 'refund-in-transit',
  );
  if (!isOfOrder || isRefundDue(records)) return records;
  const order = refunds.find(refund => refund.reference === reference);
  if (!order) throw new DomainError('wrong-state');
  endRefund(draft, order, amount);
  return { ...records, checkout: { ...records.checkout, refunds: refunds.filter(each => each !== order) } };
}

function assertSettleable({ checkout, testimony }: PaymentRecords, { kind }: Settlement): void {
  const { payment, payout } = assertPaid(testimony);
  const isRefundBlocked =
    kind === 'refund' && (payment.balances['refund-in-transit'] > 0 || payment.disputed > 0);
  const isOver = checkout.state !== 'accepted';
  if (isPayoutBeingSent(payout) || isRefundBlocked || isOver) throw new DomainError('wrong-state');
}

type Transfer = readonly [from: LedgerAccount, to: LedgerAccount, amount: number];

/**
 * Divides a settlement among the accounts that it names.
 * @throws FieldError on `amount` when it exceeds what the accounts allow
 */
function divideSettlement(
  draft: LedgerDraft,
  { kind, amount, from }: Settlement,
  { testimony }: PaymentRecords,
): readonly Transfer[] {
  const { balances } = draft;
  const { payment, state } = assertPaid(testimony);
  const missing = Math.max(0, -balances.unallocated);
  const deficit = expertDeficit(balances);
  const limit = (highest: number) => {
    if (amount > highest) throw new FieldError({ amount: ['amount-too-high'] });
  };
  switch (kind) {
    case 'payout':
      limit(state === 'completed' && missing === 0 ? expertClaim(balances) - disputedAmount(balances) : 0);
      return [['expert', 'outside', amount]];
    case 'payout-returned': {
      // A payout that the expert returns covers the expert's deficit first, and then unallocated refunds.
      limit(deficit + missing);
      const first = Math.min(amount, deficit);
      return [
        ['outside', 'expert', first],
        ['outside', 'unallocated', amount - first],
      ];
    }
    case 'refund': {
      const shares = divideRefund({ amount, from }, payment, draft);
      if ((shares.expert ?? 0) > payableAmount(balances))
        throw new FieldError({ amount: ['amount-too-high'] });
      return Object.entries(shares).map(
        ([account, part = 0]) => [account as LedgerAccount, 'outside', part] as const,
      );
    }
    case 'borne-by-expert':
      limit(Math.abs(balances.unallocated));
      return [missing > 0 ? ['expert', 'unallocated', amount] : ['unallocated', 'expert', amount]];
    case 'borne-by-platform': {
      limit(missing);
      const commission = Math.min(amount, Math.max(0, balances.commission));
      return [
        ['commission', 'unallocated', commission],
        ['platform-loss', 'unallocated', amount - commission],
      ];
    }
    case 'written-off':
      return [writeOff(draft, testimony, amount)];
  }
}

/**
 * Returns what the platform writes off: unallocated amounts come first, and then the expert's deficit. What is left for
 * an expert who gets nothing more becomes a gain.
 */
function writeOff({ balances }: LedgerDraft, testimony: Testimony, amount: number): Transfer {
  const account = balances.unallocated === 0 ? 'expert' : 'unallocated';
  const isLoss = balances[account] < 0;
  const limit = isLoss ? -balances[account] : Math.max(0, computeImbalance(testimony));
  if (amount > limit) throw new FieldError({ amount: ['amount-too-high'] });
  return isLoss ? ['platform-loss', account, amount] : [account, 'platform-loss', amount];
}

/**
 * Changes that record a refund outside the provider, in place of a refund job. Nothing is recorded for a job that would
 * refund nothing, because another job or an operator has carried out its refund.
 * @throws DomainError `wrong-state` during a dispute; `reference-used` when another refund has the reference
 */
export async function settleRefund(
  { sessionId, paymentId, order }: Pick<TaskOf<'refund'>, 'sessionId' | 'paymentId' | 'order'>,
  reference: string,
  deps: Deps,
): Promise<readonly Change[]> {
  const checkout = await deps.checkouts.find(sessionId);
  if (!checkout || !findOpenRefund(checkout, order)) return [];
  const { changes } = await decideMoney(
    checkout,
    paymentId,
    {
      decide(records, draft) {
        // The end of a dispute adds another job of the refund.
        if (draft.balances.dispute < 0) throw new DomainError('wrong-state');
        if (draft.has('outside-refund', reference)) throw new DomainError('reference-used');
        const amount = refundableAmount({ ...records, entries: draft.entries }, order);
        draft.post('outside-refund', reference, ['refund-in-transit', 'outside'], amount);
        const refunds = records.checkout.refunds.map(refund =>
          refund.id === order && amount > 0 ? ({ ...refund, state: 'done', reference } as const) : refund,
        );
        return { ...records, checkout: { ...records.checkout, refunds } };
      },
    },
    deps,
  );
  return changes;
}
