/** Payments outside the provider, recorded by operators (infra/docs/api/operators.md#money). */
import { DomainError, FieldError } from '../errors.ts';
import type { OperatorDecision } from '../model/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import type { TestimonyPayment } from '../model/escrow.ts';
import { type SettlementParty, sumHeld } from '../model/payment.ts';
import type { Testimony } from '../model/testimony.ts';
import { decideWithAudit, type PaidTestimony, withPayment } from './paid-testimony.ts';
import {
  fetchMovements,
  findChanges,
  type MoneyDependencies,
  type ProviderMovement,
} from './payment-sync.ts';
import { amountDue, computeImbalance, sumOrdered } from './payment-totals.ts';

/** Payment outside the provider: what an operator records. */
export interface OutsideSettlement {
  readonly kind: 'payout' | 'payout-returned' | 'refund' | 'written-off';
  /** Cents. */
  readonly amount: number;
  readonly reference: string;
}

/**
 * Decides to record a payment outside the provider. It ends what was stuck: the payout counts as sent, or the client as refunded.
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
    if (testimony.payout?.jobId && testimony.payout.status === 'held') throw new DomainError('wrong-state');
    if (settlement.amount > settlementLimit(settlement.kind, paid))
      throw new FieldError({ amount: ['amount-too-high'] });
    const further = [createSettlement(settlement, computeImbalance(testimony), deps)];
    return findChanges(checkout, testimony.payment.paymentId, { further }, deps);
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
  if (kind === 'refund') return payment.amount - (payment.refunded ?? 0) - pendingAtProvider(payment);
  return Math.abs(computeImbalance(testimony));
}

/** Returns the cents of refunds that the provider has received and may still complete. */
const pendingAtProvider = (payment: TestimonyPayment): number =>
  (payment.returning ?? 0) - sumOrdered(payment);

/** Changes that record the refund of a checkout outside the provider, in place of a refund job. */
export async function settleRefund(
  { sessionId, paymentId }: { readonly sessionId: string; readonly paymentId: string },
  reference: string,
  deps: Omit<MoneyDependencies, 'unitOfWork'>,
): Promise<readonly Change[]> {
  const checkout = await deps.checkouts.find(sessionId);
  const testimony = checkout && (await deps.testimonies.find(checkout.testimonyId));
  if (!checkout || !testimony) return [];
  const payment = checkout.state === 'accepted' ? testimony.payment : null;
  const order = payment?.order && !payment.order.isStarted ? payment.order : null;
  const held = sumHeld(await fetchMovements(checkout, deps));
  const amount = order?.amount ?? held;
  const further = amount > 0 ? [createSettlement({ kind: 'refund', amount, reference }, 0, deps)] : [];
  const decide = withPayment(order ? { order: null } : {});
  return findChanges(checkout, paymentId, { further, decide }, deps);
}
