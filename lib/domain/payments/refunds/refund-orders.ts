/** Refunds ordered by operators (infra/docs/api/payments.md#refunds). Jobs carry them out. */
import { DomainError, FieldError } from '../../errors.ts';
import type { AuditAction, OperatorDecision } from '../../model/activity/audit.ts';
import type { Decision } from '../../model/change.ts';
import { isPayoutBeingSent, type TestimonyPayment } from '../../model/payments/escrow.ts';
import type { LedgerAccount } from '../../model/payments/ledger-entry.ts';
import type { Testimony } from '../../model/testimonies/testimony.ts';
import {
  computeAmountBorneByPlatform,
  computeDisputedAmount,
  computeUnsentAmount,
  findCommissionAccount,
  type LedgerDraft,
  sumPaidOut,
} from '../../money/ledger.ts';
import { listOpenRefunds, listPendingRefunds } from '../../money/refund-state.ts';
import { assertPaid, decideWithAudit } from '../paid-testimony.ts';
import { decideMoney, type MoneyDependencies } from '../sync/payment-sync.ts';

export type RefundBearer = 'expert' | 'platform' | 'both';

export interface RefundDecision {
  /** Amount in cents. By default, the rest of the payment is refunded. */
  readonly amount?: number | undefined;
  readonly from: RefundBearer;
}

/** Decision that a refund is a part of, for example the end of a complaint. */
export interface RefundContext {
  readonly what: AuditAction;
  /** @throws DomainError when the context does not allow the refund */
  readonly decide: (testimony: Testimony) => Testimony;
}

const REFUND_ONLY: RefundContext = {
  what: 'refund ordered',
  decide: testimony => testimony,
};

/**
 * Orders a refund. A job reverses the expert's part, if it was sent, and then refunds the client.
 * @throws DomainError `wrong-state` unless the payment is `paid`, and while a dispute, another refund or the sending of
 * the payout is under way
 * @throws FieldError on `amount` when it exceeds what is left of the payment or of the expert's part, or when it is all
 * that is left of the payment while a part of the expert's share has not been sent
 */
export function orderRefund(
  testimonyId: string,
  { amount: wanted, from }: RefundDecision,
  decision: OperatorDecision,
  deps: MoneyDependencies,
  context = REFUND_ONLY,
): Promise<Decision<Testimony>> {
  return decideWithAudit(testimonyId, context.what, decision, deps, async ({ checkout }) => {
    const id = deps.random.uuid();
    const { changes } = await decideMoney(
      checkout,
      {
        decide(records, draft) {
          const { payment, payout } = assertPaid(records.testimony);
          const isUnderWay =
            computeDisputedAmount(payment.balances) > 0 ||
            listOpenRefunds(draft.entries).length > 0 ||
            listPendingRefunds(draft.entries).some(({ orderId }) => orderId !== undefined);
          if (payment.status !== 'paid' || isUnderWay || isPayoutBeingSent(payout))
            throw new DomainError('wrong-state');
          const amount = wanted ?? restOf(payment);
          postShares(draft, id, divideRefund({ amount, from }, payment, draft));
          // After a full refund there is no payout, so an unsent share of the expert must be paid out first.
          if (amount === restOf(payment) && computeUnsentAmount(draft.balances) > 0)
            throw new FieldError({ amount: ['payout-unsent'] });
          return { ...records, testimony: context.decide(records.testimony) };
        },
      },
      deps,
    );
    return changes;
  });
}

/** Returns the cents that are neither refunded nor being refunded. */
const restOf = ({ amount, refunded, returning }: TestimonyPayment): number => amount - refunded - returning;

type Shares = Readonly<Partial<Record<LedgerAccount, number>>>;

/**
 * Divides a refund among the parties that bear it. If expert and platform both bear it, their shares are in proportion
 * to the commission. The platform's part is first taken from its commission.
 * @throws FieldError on `amount` when it exceeds the rest of the payment or the expert's part
 */
export function divideRefund(
  { amount, from }: RefundDecision & { readonly amount: number },
  payment: TestimonyPayment,
  { entries, balances }: LedgerDraft,
): Shares {
  const rest = restOf(payment);
  const kept = Math.max(0, payment.commission - computeAmountBorneByPlatform({ ...payment, balances }));
  const both = rest > 0 ? Math.round((amount * Math.min(kept, rest)) / rest) : 0;
  const ofPlatform = { expert: 0, platform: amount, both }[from];
  const ofExpert = amount - ofPlatform;
  if (amount > rest || ofExpert > Math.max(0, sumPaidOut(entries) + balances.expert))
    throw new FieldError({ amount: ['amount-too-high'] });
  const account = findCommissionAccount(balances);
  const commission = Math.min(ofPlatform, Math.max(0, balances[account]));
  return { expert: ofExpert, [account]: commission, 'platform-loss': ofPlatform - commission };
}

function postShares(draft: LedgerDraft, orderId: string, shares: Shares): void {
  for (const [account, amount = 0] of Object.entries(shares)) {
    const accounts = [account as LedgerAccount, 'refund-in-transit'] as const;
    draft.post('refund-ordered', orderId, accounts, amount, { orderId });
  }
}
