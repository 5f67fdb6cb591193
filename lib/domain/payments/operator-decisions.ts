/**
 * Decisions of operators about the money of a testimony (infra/docs/api/operators.md#money): refunds, the release or
 * reopening of a payout, and payments outside the provider.
 */
import { addJobs, changeTestimony, createAuditEntry, createJob, recordAudit } from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import type { AuditAction, AuditSubject, OperatorDecision } from '../model/audit.ts';
import type { Change } from '../model/change.ts';
import { isPayoutOpen, type TestimonyPayment } from '../model/escrow.ts';
import type { JobTask } from '../model/job.ts';
import { type Checkout, type SettlementParty, sumHeld, sumPaidOut } from '../model/payment.ts';
import type { Testimony } from '../model/testimony.ts';
import { commitDecision } from '../unit-of-work.ts';
import {
  fetchMovements,
  findChanges,
  type MoneyDependencies,
  type ProviderMovement,
} from './payment-sync.ts';
import { amountDue, computeImbalance, keptCommission } from './payment-totals.ts';
import { type HoldReason, holdReason } from './payout-hold.ts';

/** Dependencies of decisions that do not call the provider. */
type Deps = Omit<MoneyDependencies, 'payments'>;

/** A testimony with an accepted offer, and the checkout and the movements of its payment. */
interface PaidTestimony {
  readonly testimony: Testimony & { readonly payment: TestimonyPayment };
  readonly checkout: Checkout;
  /** Cents that the platform holds. */
  readonly held: number;
  /** Cents that the expert got. */
  readonly paidOut: number;
}

/**
 * Reads the testimony and its payment.
 * @throws DomainError `not-found` for an unknown testimony, `wrong-state` for one without a payment
 */
async function readPaid(
  testimonyId: string,
  deps: Pick<Deps, 'checkouts' | 'testimonies'>,
): Promise<PaidTestimony> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (!testimony) throw new DomainError('not-found');
  const checkout = testimony.sessionId ? await deps.checkouts.find(testimony.sessionId) : undefined;
  const { payment } = testimony;
  if (!checkout || !payment) throw new DomainError('wrong-state');
  const movements = await fetchMovements(checkout, deps);
  const [held, paidOut] = [sumHeld(movements), sumPaidOut(movements)];
  return { testimony: { ...testimony, payment }, checkout, held, paidOut };
}

/**
 * Decides and commits, with an audit entry.
 * @returns the testimony after the decision
 */
async function decideAndAudit(
  testimonyId: string,
  what: AuditAction,
  decision: OperatorDecision,
  deps: Deps,
  decide: (paid: PaidTestimony) => readonly Change[] | Promise<readonly Change[]>,
): Promise<Testimony> {
  return commitDecision(async () => {
    const paid = await readPaid(testimonyId, deps);
    const changes = await decide(paid);
    const subject: AuditSubject = { kind: 'testimony', id: testimonyId };
    const audit = recordAudit(createAuditEntry({ subject, what, ...decision }, deps));
    return { result: resultOf(paid.testimony, changes), changes: [...changes, audit] };
  }, deps);
}

const resultOf = (before: Testimony, changes: readonly Change[]): Testimony =>
  changes.flatMap(change => (change.kind === 'testimony-changed' ? [change.after] : []))[0] ?? before;

const withPayment =
  (change: Partial<TestimonyPayment>) =>
  (testimony: Testimony): Testimony => ({
    ...testimony,
    payment: testimony.payment && { ...testimony.payment, ...change },
  });

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
 * Orders a refund. A job reverses the expert's part, if it was sent, and then refunds the client.
 * @throws DomainError `wrong-state` unless the payment is paid, and while another order or the payout is under way
 * @throws FieldError on `amount` when it exceeds the rest of the payment or the expert's part
 */
export function orderRefund(
  testimonyId: string,
  { amount: wanted, from }: RefundDecision,
  decision: OperatorDecision,
  deps: MoneyDependencies,
  context = ORDER_ONLY,
): Promise<Testimony> {
  return decideAndAudit(testimonyId, context.what, decision, deps, async paid => {
    const { testimony, checkout, held, paidOut } = paid;
    const { payment, payout } = testimony;
    const isSending = payout?.jobId && (payout.status === 'held' || payout.status === 'owed');
    if (payment.status !== 'paid' || payment.disputed || payment.order || isSending)
      throw new DomainError('wrong-state');
    const amount = wanted ?? restOf(payment);
    const fromPlatform = platformPart({ amount, from }, paid);
    const order = { id: deps.random.uuid(), amount, fromPlatform };
    const borneByPlatform = (payment.borneByPlatform ?? 0) + fromPlatform;
    const decide = (current: Testimony) => withPayment({ borneByPlatform, order })(context.decide(current));
    const share = paidOut + amountDue({ ...payment, borneByPlatform, order }, held);
    const further = context.createTasks(testimony, { refund: amount, payout: share });
    const task = { kind: 'reverse-payout', testimonyId, order: order.id } as const;
    return [
      ...(await findChanges(checkout, payment.paymentId, { decide }, deps)),
      ...addJobs([task, ...further].map(each => createJob(each, deps))),
    ];
  });
}

/** Returns the cents that have neither gone back to the client nor are on their way there. */
const restOf = ({ amount, refunded = 0, returning = 0 }: TestimonyPayment): number =>
  amount - refunded - returning;

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
export async function endOrder(
  testimonyId: string,
  orderId: string,
  deps: Omit<MoneyDependencies, 'unitOfWork'>,
): Promise<readonly Change[]> {
  const { testimony, checkout } = await readPaid(testimonyId, deps);
  const { payment } = testimony;
  const { order } = payment;
  if (order?.id !== orderId) return [];
  const borneByPlatform = (payment.borneByPlatform ?? 0) - order.fromPlatform;
  const decide = withPayment({ borneByPlatform, order: null });
  return findChanges(checkout, payment.paymentId, { decide }, deps);
}

/** Reasons from which an operator can release a payout. Other decisions end the others. */
const RELEASABLE: ReadonlySet<HoldReason | undefined> = new Set(['expert', 'document', 'not-due']);

/**
 * Releases a held payout, so that it is sent at once.
 * @throws DomainError `wrong-state` unless the payout waits because of the expert, the document or its date
 */
export function releasePayout(
  testimonyId: string,
  decision: OperatorDecision,
  deps: Deps,
): Promise<Testimony> {
  return decideAndAudit(testimonyId, 'payout released', decision, deps, ({ testimony }) => {
    const { payout } = testimony;
    if (!payout || !RELEASABLE.has(holdReason(testimony))) throw new DomainError('wrong-state');
    const { heldForExpert, ...released } = payout;
    const after = { ...testimony, payout: { ...released, releasedAt: deps.clock.now().toISOString() } };
    const task = { kind: 'pay-out', testimonyId } as const;
    return [...changeTestimony(testimony, after), ...addJobs([createJob(task, deps)])];
  });
}

/**
 * Reopens a payout that an operator has ended or that got too little, so that the rest is sent.
 * @throws DomainError `wrong-state` while the payout is open or the payment is not paid, or when nothing is due
 */
export function reopenPayout(
  testimonyId: string,
  decision: OperatorDecision,
  deps: Deps,
): Promise<Testimony> {
  return decideAndAudit(testimonyId, 'payout reopened', decision, deps, ({ testimony, held }) => {
    const { state, payment, payout } = testimony;
    const amount = amountDue(payment, held);
    const isClosed = payout && !isPayoutOpen(testimony);
    if (!isClosed || state !== 'completed' || payment.status !== 'paid' || amount === 0)
      throw new DomainError('wrong-state');
    const reopened = { ...payout, status: 'held', ended: false, jobId: null, amount } as const;
    const task = { kind: 'pay-out', testimonyId } as const;
    return [
      ...changeTestimony(testimony, { ...testimony, payout: reopened }),
      ...addJobs([createJob(task, deps)]),
    ];
  });
}

/** Payment outside the provider: what an operator records. */
export interface OutsideSettlement {
  readonly kind: 'payout' | 'payout-returned' | 'refund' | 'written-off';
  /** Cents. */
  readonly amount: number;
  readonly reference: string;
}

/**
 * Records a payment outside the provider. It ends what was stuck: the payout counts as sent, or the client as refunded.
 * @throws FieldError on `amount` when it exceeds what the party can get or return
 */
export function settleOutside(
  testimonyId: string,
  settlement: OutsideSettlement,
  decision: OperatorDecision,
  deps: MoneyDependencies,
): Promise<Testimony> {
  return decideAndAudit(testimonyId, 'settled outside', decision, deps, async paid => {
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
const pendingAtProvider = ({ returning = 0, order }: TestimonyPayment): number =>
  order && !order.isStarted ? returning - order.amount : returning;

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
