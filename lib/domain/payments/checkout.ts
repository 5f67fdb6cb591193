/**
 * Checkouts, in which clients pay for offers on a hosted page of the payment provider (infra/docs/api/payments.md).
 * `settlement.ts` processes the payment.
 */
import { changeCheckout } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Client } from '../model/account.ts';
import type { Decision } from '../model/change.ts';
import { type Checkout, type CheckoutInput, computeCommission } from '../model/payment.ts';
import { isOpen, type Offer } from '../model/testimony.ts';
import { findOpenSale, isOfferVisible, type OfferDependencies } from '../offers/sale.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';

/** Lifetime of a checkout. The provider rejects less than 30 minutes, measured by its own clock. */
const OPEN_MINUTES = 31;

type CheckoutDependencies = Pick<Dependencies, 'checkouts' | 'clock' | 'payments' | 'pricing' | 'random'>;

/**
 * Decides to start the checkout of an offer, after it has opened the provider's page. An offer has one payable checkout at a time: a repeated request returns the URL of
 * the same checkout page and updates the billing details.
 * @returns the decision, whose result is the URL of the provider's page
 * @throws DomainError `offer-not-payable` when the client may not pay the offer now
 */
export async function startCheckout(
  offer: Offer,
  client: Client,
  form: CheckoutInput,
  deps: OfferDependencies & CheckoutDependencies,
): Promise<Decision<string>> {
  const { expert } = (await findOpenSale(offer, deps)) ?? {};
  if (!isOfferVisible(offer, expert)) throw new DomainError('offer-not-payable');

  const buyer = { ...form, email: client.email };
  const [newest] = await deps.checkouts.findNewest([offer.id]);
  if (newest && isStillPayable(newest, deps.clock.now())) {
    return { result: newest.url, changes: [changeCheckout(newest, { ...newest, buyer })] };
  }
  const opened = await openCheckout(offer, buyer, deps);
  // If a concurrent request has added another checkout, this one is never shown to a user and expires unused.
  return { result: opened.url, changes: [{ kind: 'checkout-created', checkout: opened, previous: newest }] };
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
    if (checkout?.state !== 'open') return { result: checkout !== undefined, changes: [] };
    return { result: true, changes: [changeCheckout(checkout, { ...checkout, state: 'closed' })] };
  }, deps);
}
