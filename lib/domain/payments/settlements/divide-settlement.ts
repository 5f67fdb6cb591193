/** Division of a settlement among the accounts of a ledger (infra/docs/api/operators.md#settlements). */
import { FieldError } from '../../errors.ts';
import type { LedgerAccount, SettlementKind } from '../../model/payments/ledger-entry.ts';
import type { Testimony } from '../../model/testimonies/testimony.ts';
import {
  computeDisputedAmount,
  computeExpertBalance,
  computeExpertDeficit,
  computeImbalance,
  findCommissionAccount,
  type LedgerDraft,
  sumPaidOut,
} from '../../money/ledger.ts';
import type { PaymentRecords } from '../../money/payment-state.ts';

type Transfer = readonly [from: LedgerAccount, to: LedgerAccount, amount: number];

/**
 * Divides a settlement among the accounts that it names.
 * @throws FieldError on `amount` when it exceeds what the accounts allow
 */
export function divideSettlement(
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
 * Returns what the platform bears: unallocated amounts, or if there are none, the expert's deficit. It pays from its
 * commission, then from its own money. A surplus, or the balance of an expert who gets nothing more, becomes a gain.
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
export function assertAtMost(amount: number, highest: number): void {
  if (amount > highest) throw new FieldError({ amount: ['amount-too-high'] });
}
