/**
 * Settlement of payments (infra/docs/api/payments.md).
 *
 * `session-sync.ts` may find repeatedly that a session is paid. Only the first time, the payment is settled, in one
 * write that fails if the testimony, the offer, the expert or the checkout has changed since it was read. A payment
 * that arrives too late is refunded.
 */
import { DAY } from '../../../durations.ts';
import { checkoutActivity } from '../../activity/testimony-activity.ts';
import {
  activityRecorded,
  checkoutChanged,
  entriesRecorded,
  jobsAdded,
  tasksAdded,
  testimonyChanged,
} from '../../changes.ts';
import type { Expert } from '../../model/accounts/account.ts';
import { type Contact, toContact } from '../../model/accounts/contact.ts';
import type { Decision } from '../../model/change.ts';
import type { JobTask } from '../../model/jobs/job.ts';
import type { Offer } from '../../model/offers/offer.ts';
import type {
  Checkout,
  PaidCheckout,
  ProviderSession,
  UnpaidCheckout,
} from '../../model/payments/checkout-session.ts';
import type { TestimonyPayment, TestimonyPayout } from '../../model/payments/escrow.ts';
import { applyTransition, type Testimony } from '../../model/testimonies/testimony.ts';
import { LedgerDraft } from '../../money/ledger-draft.ts';
import { deriveUnfinishedRefund } from '../../money/refund-state.ts';
import { findWaitingEnd } from '../../money/waiting-period.ts';
import { findOpenSale, isOfferPayable, type OfferDependencies } from '../../offers/sale.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { createReminders } from '../../reminders.ts';

export type SettlementDependencies = OfferDependencies &
  Pick<Dependencies, 'checkouts' | 'clock' | 'payoutLimits' | 'random'>;

/** Accepts the paid offer, or starts the refund of the payment if the offer can no longer be accepted. */
export async function settlePayment(
  checkout: UnpaidCheckout,
  session: ProviderSession,
  deps: SettlementDependencies,
): Promise<Decision<'accepted' | 'refunded'>> {
  const offer = await deps.testimonies.findOffer(checkout.offerId);
  const sale = offer && (await findOpenSale(offer, deps));
  const { buyer } = checkout;
  const isSold = offer && sale && buyer && isOfferPayable(offer, sale.expert);
  return isSold
    ? acceptOffer({ ...checkout, buyer }, offer, sale, session, deps)
    : startRefund(checkout, session, deps);
}

/**
 * Refunds a payment whose offer can no longer be accepted. The late payment counts towards a limit of the client,
 * because the platform loses the provider's fee (infra/docs/api/payments.md#late-payments).
 */
function startRefund(
  checkout: UnpaidCheckout,
  session: ProviderSession,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<'refunded'> {
  const { id: sessionId, testimonyId, clientId: key, amount } = checkout;
  const order = deps.random.uuid();
  const now = deps.clock.now();
  const paymentId = session.paymentId ?? '';
  const draft = new LedgerDraft([], { testimonyId, sessionId, at: now.toISOString() });
  draft.post('payment', paymentId, ['provider', 'refund-in-transit'], amount, { orderId: order });
  const payment = createPayment(checkout, session, draft, null);
  const late: PaidCheckout = { ...checkout, state: 'late', payment };
  const after = { ...late, refund: deriveUnfinishedRefund(late, draft, now) };
  const refund = { kind: 'refund', sessionId, testimonyId, paymentId, order } as const;
  const alert = { kind: 'alert', alert: 'late payments', testimonyId } as const;
  return {
    result: 'refunded',
    changes: [
      ...checkoutChanged(checkout, after, deps),
      ...entriesRecorded(draft.fresh),
      ...tasksAdded([refund, alert], deps),
      { kind: 'rate-limit-recorded', hit: { limit: 'late-payments', key, at: now } },
      ...activityRecorded(checkoutActivity(checkout, after)),
    ],
  };
}

/**
 * Accepts a paid offer. Client and expert become parties to the testimony. A concurrent deletion of their accounts
 * therefore fails; if an account was deleted first, the acceptance fails.
 */
async function acceptOffer(
  checkout: UnpaidCheckout & { readonly buyer: Contact },
  offer: Offer,
  { testimony, expert }: { testimony: Testimony; expert: Expert },
  session: ProviderSession,
  deps: SettlementDependencies,
): Promise<Decision<'accepted'>> {
  const now = deps.clock.now();
  const waitsUntil = await findWaitingEnd(checkout, now, deps);
  const { id: testimonyId } = testimony;
  const draft = new LedgerDraft([], { testimonyId, sessionId: checkout.id, at: now.toISOString() });
  const { amount, commission } = checkout;
  const paymentId = session.paymentId ?? '';
  draft.post('payment', paymentId, ['provider', 'expert'], amount - commission);
  draft.post('payment', paymentId, ['provider', 'deferred-commission'], commission);
  const payment = createPayment(checkout, session, draft, waitsUntil);
  const after: Testimony = {
    ...applyTransition(testimony, 'accept', now),
    dueAt: new Date(now.getTime() + offer.daysToComplete * DAY).toISOString(),
    payment,
    payout: createPayout(amount - commission),
    acceptedOffer: { ...offer, state: 'accepted' },
    sessionId: checkout.id,
    contact: toContact(checkout.buyer),
  };
  const about = { testimonyId, offerId: offer.id };
  const others: JobTask[] = [
    { kind: 'notify-not-chosen', testimonyId },
    { kind: 'close-sessions', testimonyId },
  ];
  const tasks: JobTask[] = [
    { kind: 'mail', mail: 'offer-accepted', userId: expert.id, ...about },
    { kind: 'mail', mail: 'payment-received', userId: testimony.clientId, ...about },
    ...(testimony.openOfferIds.length > 1 ? others : []),
  ];
  return {
    result: 'accepted',
    changes: [
      ...testimonyChanged(testimony, after, deps),
      { kind: 'offer-accepted', offer },
      { kind: 'party-joined', userId: expert.id, version: expert.version },
      { kind: 'party-joined', userId: testimony.clientId, version: undefined },
      ...checkoutChanged(checkout, { ...checkout, state: 'accepted', payment }, deps),
      ...entriesRecorded(draft.fresh),
      ...tasksAdded(tasks, deps),
      ...jobsAdded(createReminders(after, deps)),
    ],
  };
}

function createPayment(
  { amount, commission }: Checkout,
  { paymentId, riskLevel }: ProviderSession,
  { balances, fresh: [entry] }: LedgerDraft,
  waitsUntil: string | null,
): TestimonyPayment {
  const returning = balances['refund-in-transit'];
  return {
    status: returning > 0 ? 'refunding' : 'paid',
    paymentId: paymentId ?? '',
    amount,
    commission,
    paidAt: entry?.at ?? '',
    refundedAt: null,
    refunded: 0,
    returning,
    disputedSince: null,
    balances,
    hasInquiry: false,
    riskLevel,
    waitsUntil,
  };
}

const createPayout = (amount: number): TestimonyPayout => ({
  status: 'held',
  amount,
  sentAt: null,
  jobId: null,
  dueAt: null,
  hold: null,
  releases: [],
});
