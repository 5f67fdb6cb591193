/**
 * Acceptance of paid offers, and refunds of payments that arrive too late (infra/docs/api/payments.md).
 *
 * `session-sync.ts` may find repeatedly that a session is paid. Only the first time, the payment is accepted or
 * refunded, in one write that fails if the testimony, the offer, the expert or the checkout has changed since it was
 * read. The payout of an accepted payment waits for the time in which the use of a stolen card is usually discovered
 * (infra/docs/api/payments.md#protection-against-fraud).
 */
import { DAY } from '../../../durations.ts';
import { listCheckoutActivities } from '../../activity/testimony-activity.ts';
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
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../../model/page.ts';
import type {
  Checkout,
  PaidCheckout,
  ProviderSession,
  UnpaidCheckout,
} from '../../model/payments/checkout-session.ts';
import type { EscrowParts, TestimonyPayment, TestimonyPayout } from '../../model/payments/escrow.ts';
import { applyTransition, isAssigned, type Testimony } from '../../model/testimonies/testimony.ts';
import { computeDisputedAmount, LedgerDraft } from '../../money/ledger.ts';
import { deriveUnfinishedRefund } from '../../money/refund-state.ts';
import { findOpenSale, isOfferPayable, type OfferDependencies } from '../../offers/sale.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { createReminders } from '../../reminders.ts';

export type PaymentAcceptanceDependencies = OfferDependencies &
  Pick<Dependencies, 'checkouts' | 'clock' | 'payoutLimits' | 'random'>;

/** Accepts the paid offer, or starts the refund of the payment if the offer can no longer be accepted. */
export async function acceptOrRefundPayment(
  checkout: UnpaidCheckout,
  session: ProviderSession,
  deps: PaymentAcceptanceDependencies,
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
      ...activityRecorded(listCheckoutActivities(checkout, after)),
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
  deps: PaymentAcceptanceDependencies,
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

/** Maximum number of pages of a party's list that a payment reads, so that a long list cannot delay its acceptance. */
const MAX_PAGES = 10;

/**
 * Returns the cents of a trade that count for its parties: the part of the payment that the client has not got back,
 * once the payout was sent. A trade does not count while the payment is disputed or the client's bank inquires.
 */
export function computeTradedAmount({ payment, payout }: EscrowParts): number {
  if (!payment || payout?.status !== 'sent') return 0;
  if (computeDisputedAmount(payment.balances) > 0 || payment.hasInquiry) return 0;
  return Math.max(0, payment.amount - payment.refunded - payment.returning);
}

/**
 * Finds the end of the waiting period of a payment. There is no waiting period if each party already has trades that
 * together reach the amount of the payment. The trades are added up from the testimonies themselves, so a refund or a
 * dispute counts at once.
 * @returns null if there is no waiting period
 */
export async function findWaitingEnd(
  { clientId, expertId, amount }: Pick<Checkout, 'clientId' | 'expertId' | 'amount'>,
  paidAt: Date,
  { payoutLimits: { minDays }, testimonies }: Pick<Dependencies, 'payoutLimits' | 'testimonies'>,
): Promise<string | null> {
  const filter = { state: 'completed' } as const;
  const areKnown = await Promise.all([
    hasTraded(amount, page => testimonies.listOfClient(clientId, page, filter)),
    hasTraded(
      amount,
      page => testimonies.listOfExpert(expertId, page, filter),
      testimony => isAssigned(testimony, { id: expertId }),
    ),
  ]);
  // The trades are also read in a stage without a waiting period, so that the sandbox makes the calls of production.
  if (minDays === 0 || areKnown.every(Boolean)) return null;
  return new Date(paidAt.getTime() + minDays * DAY).toISOString();
}

/** Returns whether the latest trades of a list together reach the amount. It stops reading when they do. */
async function hasTraded(
  amount: number,
  read: (page: PageRequest) => Promise<Page<Testimony>>,
  isCounted: (testimony: Testimony) => boolean = () => true,
): Promise<boolean> {
  let sum = 0;
  let from: string | undefined;
  for (let pages = 0; pages < MAX_PAGES && sum < amount; pages++) {
    const page = await read({ limit: MAX_PAGE_SIZE, ...(from !== undefined && { from }) });
    sum += page.items
      .filter(isCounted)
      .reduce((total, testimony) => total + computeTradedAmount(testimony), 0);
    from = page.next;
    if (from === undefined) break;
  }
  return sum >= amount;
}
