/**
 * Synchronisation of payments with the provider (infra/docs/api/payments.md): refunds, including manual ones,
 * disputes and reversed payouts.
 *
 * Events arrive late, twice and out of order, so their content is not trusted: each event triggers a lookup of the
 * payment. Movements that are not recorded yet are written together with their follow-up jobs.
 */
import { paymentActivity } from '../activity/testimony-activity.ts';
import {
  addJobs,
  changeCheckout,
  recordActivity,
  recordMovements,
  recordProviderEvent,
  replaceTestimony,
} from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Change } from '../model/change.ts';
import type { Checkout } from '../model/checkout-session.ts';
import type { MoneyMovement } from '../model/movement.ts';
import type { ProviderDispute, ProviderRefund } from '../model/payment.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';
import { createFollowUpJobs } from './payment-jobs.ts';
import { derivePaymentState } from './payment-state.ts';
import { isSimulatedTransfer } from './transfers.ts';

export type MoneyDependencies = Pick<
  Dependencies,
  'checkouts' | 'clock' | 'payments' | 'random' | 'testimonies' | 'unitOfWork'
>;

/**
 * Records the movements of a payment that are not recorded yet.
 * @returns whether the payment belongs to this service
 * @throws DomainError `unavailable` when a payment of this service is not settled yet, so that the provider resends
 *   the event
 */
export async function syncPayment(
  paymentId: string,
  eventId: string | undefined,
  deps: MoneyDependencies,
): Promise<boolean> {
  const isKnown = await commitDecision(async () => {
    const checkout = await deps.checkouts.findPaid(paymentId);
    if (!checkout) return { result: false, changes: [] };
    return { result: true, changes: await findChanges(checkout, paymentId, { eventId }, deps) };
  }, deps);
  if (!isKnown && (await deps.payments.isOwnPayment(paymentId))) throw new DomainError('unavailable');
  return isKnown;
}

/** What changes a payment besides the provider's own movements. */
interface Cause {
  readonly eventId?: string | undefined;
  /** Movements that the provider does not know, such as a payment outside of it. */
  readonly further?: readonly ProviderMovement[];
  /** An operator's decision about the payment. */
  readonly decide?: (testimony: Testimony) => Testimony;
}

/** Compares the recorded movements of a payment with the provider and decides what changes. */
export async function findChanges(
  checkout: Checkout,
  paymentId: string,
  { eventId, further = [], decide = testimony => testimony }: Cause,
  deps: Omit<MoneyDependencies, 'unitOfWork'>,
): Promise<Change[]> {
  const [testimony, movements] = await Promise.all([
    deps.testimonies.find(checkout.testimonyId),
    fetchMovements(checkout, deps),
  ]);
  if (!testimony) return [];
  // Query the provider after reading our records, so that outdated data never overwrites newer data.
  const [refunds, disputes, reversals] = await Promise.all([
    deps.payments.listRefunds(paymentId),
    deps.payments.listDisputes(paymentId),
    fetchReversals(movements, deps),
  ]);
  const lines = [
    ...refundMovements(refunds),
    ...disputes.flatMap(disputeMovements),
    ...reversals,
    ...further,
  ];
  const fresh = selectUnrecorded(checkout, movements, lines, deps);
  const facts = { checkout, testimony, refunds, movements: [...movements, ...fresh], fresh };
  const after = derivePaymentState({ ...facts, testimony: decide(testimony) }, deps.clock.now());
  const isSame = after.checkout.state === checkout.state && isSamePayment(after.testimony, testimony);
  if (fresh.length === 0 && isSame) return [];
  const hasAcceptedOffer = checkout.state === 'accepted';
  return [
    changeCheckout(checkout, after.checkout),
    ...(hasAcceptedOffer ? [replaceTestimony(testimony, after.testimony)] : []),
    ...recordMovements(fresh),
    ...recordProviderEvent(eventId),
    ...addJobs(createFollowUpJobs({ ...facts, paymentId, after }, deps)),
    ...recordActivity(paymentActivity({ ...facts, after, hasAcceptedOffer })),
  ];
}

/** Fetches the movements of one checkout's payment. A testimony may have several payments. */
export async function fetchMovements(
  { id, testimonyId }: Pick<Checkout, 'id' | 'testimonyId'>,
  { checkouts }: Pick<Dependencies, 'checkouts'>,
): Promise<MoneyMovement[]> {
  return (await checkouts.listMovements(testimonyId)).filter(({ sessionId }) => sessionId === id);
}

const isSamePayment = ({ payment: after }: Testimony, { payment: before }: Testimony) =>
  after?.status === before?.status &&
  after?.order?.id === before?.order?.id &&
  // A refund that arrives changes these amounts without a movement.
  after?.refunded === before?.refunded &&
  after?.returning === before?.returning;

export type ProviderMovement = Omit<MoneyMovement, 'testimonyId' | 'sessionId' | 'at'>;

/** Maps refunds to movements. The provider debits a refund when it starts, and returns the money if it fails. */
function refundMovements(refunds: readonly ProviderRefund[]): ProviderMovement[] {
  return refunds.flatMap(({ id: providerId, amount, status }): ProviderMovement[] => [
    { kind: 'refund', providerId, amount: -amount },
    ...(status === 'failed' ? [{ kind: 'refund-failed', providerId, amount } as const] : []),
  ]);
}

function disputeMovements({
  id: providerId,
  amount,
  status,
  respondBy,
}: ProviderDispute): ProviderMovement[] {
  if (status === 'inquiry') return [{ kind: 'inquiry', providerId, amount: 0, respondBy }];
  const end: ProviderMovement[] = [];
  if (status === 'won') end.push({ kind: 'dispute-won', providerId, amount });
  if (status === 'lost') end.push({ kind: 'dispute-lost', providerId, amount: 0 });
  return [{ kind: 'dispute', providerId, amount: -amount, respondBy }, ...end];
}

async function fetchReversals(
  movements: readonly MoneyMovement[],
  { payments }: Pick<Dependencies, 'payments'>,
): Promise<ProviderMovement[]> {
  const sent = movements.filter(movement => movement.kind === 'payout' && !isSimulatedTransfer(movement));
  const found = await Promise.all(sent.map(({ providerId }) => payments.listReversals(providerId)));
  return found.flat().map(({ id: providerId, amount }) => ({ kind: 'payout-reversed', providerId, amount }));
}

function selectUnrecorded(
  { id: sessionId, testimonyId }: Checkout,
  movements: readonly MoneyMovement[],
  lines: readonly ProviderMovement[],
  { clock }: Pick<Dependencies, 'clock'>,
): MoneyMovement[] {
  const isKnown = (line: ProviderMovement) =>
    movements.some(({ kind, providerId }) => kind === line.kind && providerId === line.providerId);
  const at = clock.now().toISOString();
  return lines.filter(line => !isKnown(line)).map(line => ({ ...line, testimonyId, sessionId, at }));
}
