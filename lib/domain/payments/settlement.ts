/**
 * Settlement of payments (infra/docs/api/payments.md).
 *
 * The client's browser and the provider's webhook both report a payment, in any order and more than once. The first
 * report settles the payment in one write, which fails if the testimony, the offer, the expert or the checkout has
 * changed since it was read. A payment that arrives too late is refunded.
 */
import { checkoutActivity } from '../activity/testimony-activity.ts';
import {
  addJobs,
  changeCheckout,
  changeTestimony,
  recordActivity,
  recordMovements,
  recordProviderEvent,
} from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import type { Client, Expert } from '../model/account.ts';
import type { Decision } from '../model/change.ts';
import { type Contact, toContact } from '../model/contact.ts';
import type { JobTask } from '../model/job.ts';
import { type Checkout, isUnsettled, type MoneyMovement } from '../model/payment.ts';
import { applyTransition, type Offer, type Testimony } from '../model/testimony.ts';
import { isOfferPayable } from '../offers/visibility.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';
import { createReminders } from '../reminders.ts';
import { commitDecision } from '../unit-of-work.ts';
import { findPurchasableOffer, type OfferDependencies } from './checkout.ts';

const DAY_MS = 24 * 3600_000;

type SettlementDependencies = OfferDependencies &
  Pick<Dependencies, 'checkouts' | 'clock' | 'random' | 'unitOfWork'>;

/**
 * Settles the payment when the client's browser returns from the provider's page.
 * @throws FieldError on `sessionId` when the session is unknown or not paid
 * @throws DomainError `not-owner` when the checkout is another client's, `wrong-state` when the payment is refunded
 */
export async function acceptPaidOffer(
  sessionId: string,
  client: Client,
  deps: SettlementDependencies & Pick<Dependencies, 'payments'>,
): Promise<void> {
  const checkout = await deps.checkouts.find(sessionId);
  if (!checkout) throw new FieldError({ sessionId: ['session-unusable'] });
  if (checkout.clientId !== client.id) throw new DomainError('not-owner');
  if (checkout.state === 'accepted') return;
  if (!isUnsettled(checkout)) throw new DomainError('wrong-state');

  const session = await deps.payments.findSession(sessionId);
  if (!session?.paymentId) throw new FieldError({ sessionId: ['session-unusable'] });
  const paid = { sessionId, paymentId: session.paymentId };
  if ((await settlePayment(paid, undefined, deps)) !== 'accepted') throw new DomainError('wrong-state');
}

interface PaidCheckout {
  readonly sessionId: string;
  readonly paymentId: string;
}

/**
 * Accepts the paid offer, or starts the refund of the payment when the offer can no longer be accepted.
 * @param eventId id of the provider's event, when the webhook reported the payment
 * @returns the outcome; `unknown` when the checkout is unknown
 */
export async function settlePayment(
  { sessionId, paymentId }: PaidCheckout,
  eventId: string | undefined,
  deps: SettlementDependencies,
): Promise<'accepted' | 'refunded' | 'unknown'> {
  return commitDecision(async () => {
    const checkout = await deps.checkouts.find(sessionId);
    if (!checkout) return { result: 'unknown', changes: [] };
    if (!isUnsettled(checkout))
      return { result: checkout.state === 'accepted' ? 'accepted' : 'refunded', changes: [] };

    const payment = createPaymentMovement(checkout, paymentId, deps);
    const offer = await deps.testimonies.findOffer(checkout.offerId);
    const sale = offer && (await findPurchasableOffer(offer, deps));
    const { buyer } = checkout;
    const isSold = offer && sale && buyer && isOfferPayable(offer, sale.expert);
    const decision = isSold
      ? acceptOffer({ ...checkout, buyer }, offer, sale, payment, deps)
      : startRefund(checkout, payment, deps);
    return { ...decision, changes: [...decision.changes, ...recordProviderEvent(eventId)] };
  }, deps);
}

/** Decides to refund a payment whose offer can no longer be accepted. */
function startRefund(
  checkout: Checkout,
  payment: MoneyMovement,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<'refunded'> {
  const after = { ...checkout, state: 'refunding' } as const;
  const refund = { kind: 'refund', sessionId: checkout.id, paymentId: payment.providerId } as const;
  return {
    result: 'refunded',
    changes: [
      changeCheckout(checkout, after),
      ...recordMovements([payment]),
      ...addJobs([createJob(refund, deps)]),
      ...recordActivity(checkoutActivity(checkout, after)),
    ],
  };
}

/**
 * Decides to accept a paid offer. Client and expert become parties to the testimony. A concurrent deletion of their
 * accounts therefore fails; if an account was deleted first, the acceptance fails.
 */
function acceptOffer(
  checkout: Checkout & { readonly buyer: Contact },
  offer: Offer,
  { testimony, expert }: { testimony: Testimony; expert: Expert },
  payment: MoneyMovement,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<'accepted'> {
  const now = deps.clock.now();
  const after: Testimony = {
    ...applyTransition(testimony, 'accept', now),
    dueAt: new Date(now.getTime() + offer.daysToComplete * DAY_MS).toISOString(),
    payment: createPayment(checkout, payment),
    payout: { status: 'held', amount: payment.amount - checkout.commission, sentAt: null, jobId: null },
    acceptedOffer: { ...offer, state: 'accepted' },
    sessionId: checkout.id,
    contact: toContact(checkout.buyer),
  };
  const about = { testimonyId: testimony.id, offerId: offer.id };
  const { id: testimonyId } = testimony;
  const others: JobTask[] = [
    { kind: 'notify-not-chosen', testimonyId },
    { kind: 'close-sessions', testimonyId },
  ];
  const tasks: JobTask[] = [
    { kind: 'mail', mail: 'offer-accepted', userId: expert.id, ...about },
    { kind: 'mail', mail: 'payment-received', userId: testimony.clientId, ...about },
    ...(testimony.offerIds.length > 1 ? others : []),
  ];
  const jobs = [...tasks.map(task => createJob(task, deps)), ...createReminders(after, deps)];
  return {
    result: 'accepted',
    changes: [
      ...changeTestimony(testimony, after),
      { kind: 'offer-accepted', offer },
      { kind: 'party-joined', userId: expert.id, version: expert.version },
      { kind: 'party-joined', userId: testimony.clientId, version: undefined },
      changeCheckout(checkout, { ...checkout, state: 'accepted' }),
      ...recordMovements([payment]),
      ...addJobs(jobs),
    ],
  };
}

function createPayment(
  { commission }: Checkout,
  { providerId, amount, at }: MoneyMovement,
): Testimony['payment'] {
  return {
    status: 'paid',
    paymentId: providerId,
    ...{ amount, commission, held: amount, refunded: 0, returning: 0, disputed: 0 },
    paidAt: at,
    refundedAt: null,
  };
}

function createPaymentMovement(
  { id: sessionId, testimonyId, amount }: Checkout,
  paymentId: string,
  deps: Pick<Dependencies, 'clock'>,
): MoneyMovement {
  const at = deps.clock.now().toISOString();
  return { kind: 'payment', providerId: paymentId, testimonyId, sessionId, amount, at };
}
