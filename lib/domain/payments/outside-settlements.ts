/** Payments outside the provider, recorded by operators (infra/docs/api/operators.md#money). */
import { DomainError, FieldError } from '../errors.ts';
import type { OperatorDecision } from '../model/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import { isPayoutBeingSent, type TestimonyPayment } from '../model/escrow.ts';
import type { SettlementParty } from '../model/movement.ts';
import type { Testimony } from '../model/testimony.ts';
import { decideWithAudit, type PaidTestimony, withPayment } from './paid-testimony.ts';
import { computeRefund, type RefundRequest } from './payment-refunds.ts';
import { findChanges, type MoneyDependencies, type ProviderMovement } from './payment-sync.ts';
import { amountDue, computeImbalance, sumOrdered } from './payment-totals.ts';

/** Payment outside the provider: what an operator records. */
export interface OutsideSettlement {
  readonly kind: 'payout' | 'payout-returned' | 'refund' | 'written-off';
  /** Cents. */
  readonly amount: number;
  readonly reference: string;
}

/**
 * Returns the decision to record a payment outside the provider. It ends what was stuck: the payout counts as sent, or
 * the client as refunded.
 * @throws DomainError `wrong-state` while the payout is being sent, and for a refund while an ordered one has not started:
 *   its job would refund the client again
 * @throws FieldError on `amount` when it exceeds what the party can get or return
 */
export function settleOutside(
  testimonyId: string,
  settlement: OutsideSettlement,
  decision: OperatorDecision,
  deps: Omit<MoneyDependencies, 'unitOfWork'>,
): Promise<Decision<Testimony>> {
  return decideWithAudit(testimonyId, 'settled outside', decision, deps, async paid => {
    const { testimony, checkout } = paid;
    const { payment, payout } = testimony;
    const isOrderOpen = settlement.kind === 'refund' && sumOrdered(payment) > 0;
    if (isPayoutBeingSent(payout) || isOrderOpen) throw new DomainError('wrong-state');
    if (settlement.amount > settlementLimit(settlement.kind, paid))
      throw new FieldError({ amount: ['amount-too-high'] });
    const further = [createSettlement(settlement, computeImbalance(testimony), deps)];
    return findChanges(checkout, payment.paymentId, { further }, deps);
  });
}

/** Parties of the movements by the kind of settlement. */
const PARTIES: Readonly<Record<OutsideSettlement['kind'], SettlementParty>> = {
  payout: 'expert',
  'payout-returned': 'expert',
  refund: 'client',
  'written-off': 'platform',
};

/** Creates the movement of a settlement. A loss that the platform writes off puts its own money in. */
function createSettlement(
  { kind, amount, reference }: OutsideSettlement,
  imbalance: number,
  { random }: Pick<MoneyDependencies, 'random'>,
): ProviderMovement {
  const isIncoming = kind === 'payout-returned' || (kind === 'written-off' && imbalance < 0);
  return {
    kind: 'settled-outside',
    providerId: `outside_${random.uuid()}`,
    amount: isIncoming ? amount : -amount,
    party: PARTIES[kind],
    reference,
  };
}

/** Computes the highest amount of a settlement, in cents. */
function settlementLimit(
  kind: OutsideSettlement['kind'],
  { testimony, held, paidOut }: PaidTestimony,
): number {
  const { state, payment } = testimony;
  if (kind === 'payout') return state === 'completed' ? amountDue(payment, held) : 0;
  if (kind === 'payout-returned') return Math.max(0, paidOut);
  if (kind === 'refund') return payment.amount - payment.refunded - pendingAtProvider(payment);
  return Math.abs(computeImbalance(testimony));
}

/** Returns the cents of refunds that the provider has received and may still complete. */
const pendingAtProvider = (payment: TestimonyPayment): number => payment.returning - sumOrdered(payment);

/**
 * Changes that record a refund outside the provider, in place of a refund job. Nothing is recorded for a job that would
 * refund nothing, because another job or an operator has carried out its refund.
 */
export async function settleRefund(
  request: RefundRequest,
  reference: string,
  deps: Omit<MoneyDependencies, 'unitOfWork'>,
): Promise<readonly Change[]> {
  const checkout = await deps.checkouts.find(request.sessionId);
  if (!checkout) return [];
  const amount = await computeRefund(checkout, request, deps);
  if (amount <= 0) return [];
  const further = [createSettlement({ kind: 'refund', amount, reference }, 0, deps)];
  const decide = withPayment(request.order ? { order: null } : {});
  return findChanges(checkout, request.paymentId, { further, decide }, deps);
}
