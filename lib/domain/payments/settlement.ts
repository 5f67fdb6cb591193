/**
 * Settlement of payments (infra/docs/api/payments.md).
 *
 * `session-sync.ts` finds that a session is paid, possibly several times. The first time settles the payment in one
 * write, which fails if the testimony, the offer, the expert or the checkout has changed since it was read. A payment
 * that arrives too late is refunded.
 */
import { checkoutActivity } from '../activity/testimony-activity.ts';
import {
  addJobs,
  changeCheckout,
  changeTestimony,
  createJob,
  recordActivity,
  recordMovements,
  recordProviderEvent,
} from '../changes.ts';
import type { Expert } from '../model/account.ts';
import type { Decision } from '../model/change.ts';
import type { Checkout } from '../model/checkout-session.ts';
import { type Contact, toContact } from '../model/contact.ts';
import type { TestimonyPayment, TestimonyPayout } from '../model/escrow.ts';
import type { JobTask } from '../model/job.ts';
import type { MoneyMovement } from '../model/movement.ts';
import { applyTransition, type Offer, type Testimony } from '../model/testimony.ts';
import { findOpenSale, isOfferPayable, type OfferDependencies } from '../offers/sale.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createReminders } from '../reminders.ts';
import { addPendingRefund, createRefundNotice } from './pending-refunds.ts';

const DAY_MS = 24 * 3600_000;

export type SettlementDependencies = OfferDependencies & Pick<Dependencies, 'checkouts' | 'clock' | 'random'>;

/**
 * Returns the decision to accept the paid offer, or to start the refund of the payment when the offer can no longer be
 * accepted.
 * @param checkout whose payment is not settled
 * @param eventId id of the provider's event, when the webhook reported the payment
 */
export async function settlePayment(
  checkout: Checkout,
  paymentId: string,
  eventId: string | undefined,
  deps: SettlementDependencies,
): Promise<Decision<'accepted' | 'refunded'>> {
  const payment = createPaymentMovement(checkout, paymentId, deps);
  const offer = await deps.testimonies.findOffer(checkout.offerId);
  const sale = offer && (await findOpenSale(offer, deps));
  const { buyer } = checkout;
  const isSold = offer && sale && buyer && isOfferPayable(offer, sale.expert);
  const { result, changes } = isSold
    ? acceptOffer({ ...checkout, buyer }, offer, sale, payment, deps)
    : startRefund(checkout, payment, deps);
  return { result, changes: [...changes, ...recordProviderEvent(eventId)] };
}

/**
 * Returns the decision to refund a payment whose offer can no longer be accepted. The late payment counts towards a
 * limit of the client, because the platform loses the provider's fee (infra/docs/api/payments.md#late-payments).
 */
function startRefund(
  checkout: Checkout,
  payment: MoneyMovement,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<'refunded'> {
  const begun = addPendingRefund(checkout, payment.amount, deps.clock.now());
  const after = { ...begun, state: 'refunding' } as const;
  const { id: sessionId, testimonyId, clientId: key } = checkout;
  const refund = { kind: 'refund', sessionId, testimonyId, paymentId: payment.providerId } as const;
  const alert = { kind: 'alert', alert: 'late payments', testimonyId } as const;
  return {
    result: 'refunded',
    changes: [
      changeCheckout(checkout, after),
      ...recordMovements([payment]),
      ...addJobs([
        createJob(refund, deps),
        createJob(alert, deps),
        ...createRefundNotice(checkout, after, deps),
      ]),
      { kind: 'rate-limit-recorded', hit: { limit: 'late-payments', key, at: deps.clock.now() } },
      ...recordActivity(checkoutActivity(checkout, after)),
    ],
  };
}

/**
 * Returns the decision to accept a paid offer. Client and expert become parties to the testimony. A concurrent deletion
 * of their accounts therefore fails; if an account was deleted first, the acceptance fails.
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
    payout: createPayout(payment.amount - checkout.commission),
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
    ...(testimony.openOfferIds.length > 1 ? others : []),
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
): TestimonyPayment {
  return {
    status: 'paid',
    paymentId: providerId,
    ...{ amount, commission, held: amount, refunded: 0, takenByBank: 0, returning: 0, disputed: 0 },
    ...{ disputedSince: null, borneByPlatform: 0, order: null, furtherOrders: [] },
    paidAt: at,
    refundedAt: null,
  };
}

const createPayout = (amount: number): TestimonyPayout => ({
  ...{ status: 'held', amount, sentAt: null, jobId: null, ended: false, dueAt: null },
  ...{ heldForExpert: false, releasedAt: null, confirmedAt: null },
});

function createPaymentMovement(
  { id: sessionId, testimonyId, amount }: Checkout,
  paymentId: string,
  deps: Pick<Dependencies, 'clock'>,
): MoneyMovement {
  const at = deps.clock.now().toISOString();
  return { kind: 'payment', providerId: paymentId, testimonyId, sessionId, amount, at };
}
