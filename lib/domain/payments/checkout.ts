/**
 * Checkouts, in which clients pay for offers on a hosted page of the payment provider (infra/docs/api/payments.md).
 * `settlement.ts` processes the payment.
 */
import { changeCheckout } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Client, Expert } from '../model/account.ts';
import { type Checkout, type CheckoutInput, computeCommission } from '../model/payment.ts';
import { isOpen, type Offer, type Testimony } from '../model/testimony.ts';
import { isOfferVisible } from '../offers/visibility.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';

/** Lifetime of a checkout. The provider rejects less than 30 minutes, measured by its own clock. */
const OPEN_MINUTES = 31;

export type OfferDependencies = Pick<Dependencies, 'accounts' | 'testimonies'>;

type CheckoutDependencies = Pick<
  Dependencies,
  'checkouts' | 'clock' | 'payments' | 'pricing' | 'random' | 'unitOfWork'
>;

/**
 * Starts the checkout of an offer. An offer has one payable checkout at a time: a repeated request returns the URL of
 * the same checkout page and updates the billing details.
 * @returns the URL of the provider's page
 * @throws DomainError `offer-not-payable` when the client may not pay the offer now
 */
export async function startCheckout(
  offer: Offer,
  client: Client,
  form: CheckoutInput,
  deps: OfferDependencies & CheckoutDependencies,
): Promise<string> {
  const { expert } = (await findPurchasableOffer(offer, deps)) ?? {};
  if (!isOfferVisible(offer, expert)) throw new DomainError('offer-not-payable');

  const buyer = { ...form, email: client.email };
  return commitDecision(async () => {
    const [newest] = await deps.checkouts.findNewest([offer.id]);
    if (newest && isStillPayable(newest, deps.clock.now())) {
      return { result: newest.url, changes: [changeCheckout(newest, { ...newest, buyer })] };
    }
    const opened = await openCheckout(offer, buyer, deps);
    // If a concurrent request has added another checkout, this one is never shown to a user and expires unused.
    return {
      result: opened.url,
      changes: [{ kind: 'checkout-created', checkout: opened, previous: newest }],
    };
  }, deps);
}

function isStillPayable({ state, payableUntil }: Checkout, now: Date): boolean {
  return state === 'open' && now < new Date(payableUntil);
}

async function openCheckout(
  offer: Offer,
  buyer: NonNullable<Checkout['buyer']>,
  deps: CheckoutDependencies,
): Promise<Checkout> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + OPEN_MINUTES * 60_000);
  const attempt = deps.random.uuid();
  const { id, url } = await deps.payments.openSession({ attempt, offer, email: buyer.email, expiresAt });
  return {
    id,
    url,
    testimonyId: offer.testimonyId,
    offerId: offer.id,
    clientId: offer.clientId,
    expertId: offer.expert.id,
    amount: offer.price,
    commission: offer.commission ?? computeCommission(offer.price, deps.pricing.commissionPercent),
    buyer,
    state: 'open',
    createdAt: now.toISOString(),
    payableUntil: expiresAt.toISOString(),
  };
}

/**
 * Finds the current testimony and expert of an offer.
 * @returns undefined unless the offer and its testimony are open and the expert still exists
 */
export async function findPurchasableOffer(
  offer: Offer,
  deps: OfferDependencies,
): Promise<{ testimony: Testimony; expert: Expert } | undefined> {
  const [testimony, expert] = await Promise.all([
    deps.testimonies.find(offer.testimonyId),
    deps.accounts.find(offer.expert.id),
  ]);
  const isOpenSale = offer.state === 'open' && testimony && isOpen(testimony) && expert?.role === 'expert';
  return isOpenSale ? { testimony, expert } : undefined;
}

/**
 * Closes the checkouts of offers that can no longer be accepted. Runs in a job. A payment that arrives nevertheless is
 * refunded.
 */
export async function closeSessions(
  testimonyId: string,
  deps: Pick<Dependencies, 'checkouts' | 'payments' | 'testimonies'>,
): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  const offers = await deps.testimonies.listOffers(testimonyId);
  const ended = offers.filter(({ state }) => state !== 'open' || !testimony || !isOpen(testimony));
  const checkouts = await deps.checkouts.findNewest(ended.map(({ id }) => id));
  for (const { id } of checkouts.filter(({ state }) => state === 'open')) {
    await deps.payments.closeSession(id);
  }
}

/**
 * Closes a checkout after the provider has reported that its session has ended.
 * @returns whether the session was created by this service
 */
export async function closeCheckout(
  sessionId: string,
  deps: Pick<Dependencies, 'checkouts' | 'unitOfWork'>,
): Promise<boolean> {
  return commitDecision(async () => {
    const checkout = await deps.checkouts.find(sessionId);
    const isOpen = checkout?.state === 'open';
    const changes = isOpen ? [changeCheckout(checkout, { ...checkout, state: 'closed' })] : [];
    return { result: checkout !== undefined, changes };
  }, deps);
}
