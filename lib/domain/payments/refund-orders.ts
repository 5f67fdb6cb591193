/** Refunds that operators order (infra/docs/api/operators.md#money). */
import { addJobs, createJob } from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import type { AuditAction, OperatorDecision } from '../model/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import { isPayoutBeingSent, type TestimonyPayment } from '../model/escrow.ts';
import type { JobTask } from '../model/job.ts';
import type { Testimony } from '../model/testimony.ts';
import { decideWithAudit, type PaidTestimony, readPaid, withPayment } from './paid-testimony.ts';
import { findChanges, type MoneyDependencies } from './payment-sync.ts';
import { amountDue, keptCommission } from './payment-totals.ts';

export interface RefundDecision {
  /** Cents; the rest of the payment without an amount. */
  readonly amount?: number | undefined;
  readonly from: 'expert' | 'platform' | 'both';
}

/** What a refund decides beyond the payment, for example the end of a complaint. */
export interface RefundContext {
  readonly what: AuditAction;
  /** @throws DomainError when the context does not allow the refund */
  readonly decide: (testimony: Testimony) => Testimony;
  /** Creates further tasks from the amounts that the client and the expert get, in cents. */
  readonly createTasks: (testimony: Testimony, amounts: RefundAmounts) => readonly JobTask[];
}

interface RefundAmounts {
  readonly refund: number;
  readonly payout: number;
}

const ORDER_ONLY: RefundContext = {
  what: 'refund ordered',
  decide: testimony => testimony,
  createTasks: () => [],
};

/**
 * Returns the decision to order a refund. A job reverses the expert's part, if it was sent, and then refunds the
 * client.
 * @throws DomainError `wrong-state` unless the payment is paid, and while another order or the payout is under way
 * @throws FieldError on `amount` when it exceeds the rest of the payment or the expert's part, or when it is the whole
 *   rest and leaves a payout that is not sent yet
 */
export function orderRefund(
  testimonyId: string,
  { amount: wanted, from }: RefundDecision,
  decision: OperatorDecision,
  deps: Omit<MoneyDependencies, 'unitOfWork'>,
  context = ORDER_ONLY,
): Promise<Decision<Testimony>> {
  return decideWithAudit(testimonyId, context.what, decision, deps, async paid => {
    const { testimony, checkout, held, paidOut } = paid;
    const { payment, payout } = testimony;
    if (payment.status !== 'paid' || payment.disputed || payment.order || isPayoutBeingSent(payout))
      throw new DomainError('wrong-state');
    const amount = wanted ?? restOf(payment);
    const fromPlatform = platformPart({ amount, from }, paid);
    const order = { id: deps.random.uuid(), amount, fromPlatform };
    const borneByPlatform = payment.borneByPlatform + fromPlatform;
    const decide = (current: Testimony) => withPayment({ borneByPlatform, order })(context.decide(current));
    const due = amountDue({ ...payment, borneByPlatform, order }, held);
    // After a whole refund nothing is sent to the expert, so the platform must have paid its part before.
    if (amount === restOf(payment) && due > 0) throw new FieldError({ amount: ['payout-unsent'] });
    const further = context.createTasks(testimony, { refund: amount, payout: paidOut + due });
    const task = { kind: 'reverse-payout', testimonyId, order: order.id } as const;
    return [
      ...(await findChanges(checkout, payment.paymentId, { decide }, deps)),
      ...addJobs([task, ...further].map(each => createJob(each, deps))),
    ];
  });
}

/** Returns the cents that have neither gone back to the client nor are on their way there. */
const restOf = ({ amount, refunded, returning }: TestimonyPayment): number => amount - refunded - returning;

/**
 * Computes the part of a refund that the platform bears, in cents. Both bear it in proportion to the commission.
 * @throws FieldError on `amount` when it exceeds the rest of the payment or the expert's part
 */
function platformPart(
  { amount, from }: RefundDecision & { readonly amount: number },
  { testimony, held, paidOut }: PaidTestimony,
): number {
  const { payment } = testimony;
  const rest = restOf(payment);
  const kept = Math.max(0, keptCommission(payment));
  const both = rest > 0 ? Math.round((amount * kept) / rest) : 0;
  const part = { expert: 0, platform: amount, both }[from];
  const share = paidOut + amountDue(payment, held);
  if (amount > rest || amount - part > share) throw new FieldError({ amount: ['amount-too-high'] });
  return part;
}

/**
 * Ends an order that cannot be carried out. What was taken back from the expert can be sent again.
 * @returns the changes, empty when the testimony has no such order
 */
export async function endRefundOrder(
  testimonyId: string,
  orderId: string,
  deps: Omit<MoneyDependencies, 'unitOfWork'>,
): Promise<readonly Change[]> {
  const { testimony, checkout } = await readPaid(testimonyId, deps);
  const { payment } = testimony;
  const { order } = payment;
  if (order?.id !== orderId) return [];
  const borneByPlatform = Math.max(0, payment.borneByPlatform - order.fromPlatform);
  const decide = withPayment({ borneByPlatform, order: null });
  return findChanges(checkout, payment.paymentId, { decide }, deps);
}
