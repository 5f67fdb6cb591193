/**
 * Settlements by operators (infra/docs/api/operators.md#money): payments outside the provider, and allocations of
 * refunds, lost disputes and deficits of the expert.
 */
import { addJobs, createJob } from '../../changes.ts';
import { DomainError, FieldError } from '../../errors.ts';
import type { OperatorDecision } from '../../model/audit.ts';
import type { Decision } from '../../model/change.ts';
import { isPayoutBeingSent } from '../../model/escrow.ts';
import type {
  LedgerAccount,
  LedgerEntry,
  SettlementEntryKind,
  SettlementKind,
} from '../../model/ledger-entry.ts';
import type { Testimony } from '../../model/testimony.ts';
import {
  computeImbalance,
  disputedAmount,
  expertClaim,
  expertDeficit,
  payableAmount,
  sumPaidOut,
} from '../../money/ledger.ts';
import type { LedgerDraft } from '../../money/ledger-draft.ts';
import { isRefundDue, type PaymentRecords } from '../../money/payment-state.ts';
import { endRefund } from '../../money/posting.ts';
import { findOpenRefund } from '../../money/refund-state.ts';
import { addAudit, assertPaid, readPaid } from '../paid-testimony.ts';
import { decideMoney, type MoneyDependencies } from '../sync/payment-sync.ts';
import { divideRefund, type RefundBearer } from './refund-orders.ts';

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
  'written-off': 'written-off',
  'borne-by-expert': 'borne-by-expert',
  'borne-by-platform': 'borne-by-platform',
};

/**
 * Records a settlement. A repetition with the same reference changes nothing.
 * @throws DomainError `wrong-state` while the payout is being sent, for a refund while a refund is under way or a
 * dispute is open, for the reversal of an unknown settlement, and for a late payment that a settlement does not concern;
 * `reference-used` when the reference belongs to another amount
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
  const { changes, result } = await decideMoney(
    checkout,
    {
      decide(records, draft) {
        isKnown = postSettlement(draft, settlement, records);
        if (settlement.undo && !isKnown && !isRefundDue(records)) endUndoneOrder(draft);
        return records;
      },
    },
    deps,
  );
  const balances = result?.testimony.payment?.balances;
  const task = { kind: 'reverse-payout', testimonyId, order: null } as const;
  const isOwed = settlement.kind === 'borne-by-expert' && balances && expertDeficit(balances) > 0;
  const jobs = isOwed ? [createJob(task, deps)] : [];
  return addAudit(
    testimony,
    'settled outside',
    decision,
    deps,
    isKnown ? [] : [...changes, ...addJobs(jobs)],
  );
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

/** Posts a settlement or its reversal. @returns whether the ledger already has it */
function postSettlement(draft: LedgerDraft, settlement: Settlement, records: PaymentRecords): boolean {
  const { kind, reference, amount, undo } = settlement;
  const entryKind = ENTRY_KINDS[kind];
  const found = draft.recorded.filter(each => each.kind === entryKind && each.sourceId === reference);
  const undoneId = `${entryKind} ${reference}`;
  const isUndone = draft.has('settlement-undone', undoneId);
  if (found.length > 0) {
    const recorded = found.reduce((sum, entry) => sum + entry.amount, 0);
    if (recorded !== amount || (isUndone && !undo)) throw new DomainError('reference-used');
    if (isUndone === undo) return true;
  } else if (undo) throw new DomainError('wrong-state');
  assertSettleable(records, settlement);
  if (undo) {
    for (const entry of found)
      draft.post('settlement-undone', undoneId, [entry.to, entry.from], entry.amount, pickOrder(entry));
  } else {
    for (const [from, to, part] of divideSettlement(draft, settlement, records))
      draft.post(entryKind, reference, [from, to], part);
  }
  return false;
}

const pickOrder = ({ orderId }: LedgerEntry): Pick<LedgerEntry, 'orderId'> => ({ orderId });

/**
 * Ends the order of a refund whose payment outside the provider is undone, so that the shares get the money back. If a
 * full refund is due, it is ordered again instead.
 */
function endUndoneOrder(draft: LedgerDraft): void {
  const undone = draft.fresh.find(({ kind, orderId }) => kind === 'settlement-undone' && orderId);
  const order = undone && findOpenRefund(draft.entries, undone.orderId ?? null);
  if (order) endRefund(draft, order, order.amount);
}

/** Settlements of late payments. Their undecided amounts are the platform's loss or gain. */
const LATE_KINDS: ReadonlySet<SettlementKind> = new Set(['written-off', 'borne-by-platform']);

function assertSettleable({ checkout, testimony }: PaymentRecords, { kind, undo }: Settlement): void {
  if (checkout.state === 'late') {
    if (!undo && !LATE_KINDS.has(kind)) throw new DomainError('wrong-state');
    return;
  }
  const { payment, payout } = assertPaid(testimony);
  const isRefundBlocked =
    kind === 'refund' && (payment.balances['refund-in-transit'] > 0 || disputedAmount(payment.balances) > 0);
  if (isPayoutBeingSent(payout) || isRefundBlocked) throw new DomainError('wrong-state');
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
  const missing = Math.max(0, -balances.unallocated);
  const deficit = expertDeficit(balances);
  const isPayable = testimony.state !== 'accepted' && missing === 0;
  switch (kind) {
    case 'payout':
      assertAtMost(amount, isPayable ? expertClaim(balances) - disputedAmount(balances) : 0);
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
    case 'refund': {
      const shares = divideRefund({ amount, from }, assertPaid(testimony).payment, draft);
      assertAtMost(shares.expert ?? 0, payableAmount(balances));
      return Object.entries(shares).map(
        ([account, part = 0]) => [account as LedgerAccount, 'outside', part] as const,
      );
    }
    case 'borne-by-expert':
      assertAtMost(amount, Math.abs(balances.unallocated));
      return [missing > 0 ? ['expert', 'unallocated', amount] : ['unallocated', 'expert', amount]];
    case 'borne-by-platform': {
      assertAtMost(amount, missing);
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
 * Returns the amounts that the platform writes off: first unallocated amounts, then the expert's deficit. A remaining
 * balance of an expert who gets nothing more becomes a gain.
 */
function writeOff({ balances }: LedgerDraft, testimony: Testimony, amount: number): Transfer {
  const account = balances.unallocated === 0 ? 'expert' : 'unallocated';
  const isLoss = balances[account] < 0;
  const surplus = balances.unallocated || Math.min(balances.expert, computeImbalance(testimony));
  assertAtMost(amount, isLoss ? -balances[account] : Math.max(0, surplus));
  return isLoss ? ['platform-loss', account, amount] : [account, 'platform-loss', amount];
}

/** @throws FieldError on `amount` when it exceeds the highest possible amount */
function assertAtMost(amount: number, highest: number): void {
  if (amount > highest) throw new FieldError({ amount: ['amount-too-high'] });
}
