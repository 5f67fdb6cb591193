/** Checkouts (contract §4): a page of the provider where an offer is paid. `settlement.ts` has what follows. */
import { Refusal } from '../errors.ts';
import type { Client, Expert } from '../model/account.ts';
import { type Checkout, type CheckoutForm, commissionOn, isUnsettled } from '../model/payment.ts';
import { isOpen, type Offer, type Testimony } from '../model/testimony.ts';
import { writeOptimistically } from '../optimistic.ts';
import type { World } from '../ports/world.ts';
import { isVisible } from './visibility.ts';

/** The provider refuses less than 30 by its own clock. */
const OPEN_MINUTES = 31;

export type Reading = Pick<World, 'accounts' | 'testimonies'>;

type Opening = Pick<World, 'checkouts' | 'clock' | 'payments' | 'random'>;

/**
 * One page per offer at a time: whoever asks again gets the same, and is billed as they say now.
 * @returns the provider's page. @throws Refusal `offer-not-payable`
 */
export async function startCheckout(
  offer: Offer,
  client: Client,
  form: CheckoutForm,
  needs: Reading & Opening,
): Promise<string> {
  const { expert } = (await findOpenSale(offer, needs)) ?? {};
  if (!isVisible(offer, expert)) throw new Refusal('offer-not-payable');

  const buyer = { ...form, email: client.email };
  return writeOptimistically(async () => {
    const [newest] = await needs.checkouts.newestOf([offer.id]);
    if (newest && isPayable(newest, needs.clock.now())) {
      return (await needs.checkouts.rewrite(newest, { ...newest, buyer })) ? newest.url : undefined;
    }
    const opened = await openCheckout(offer, buyer, needs);
    // Overtaken, ours was never shown to anybody, and ends by itself.
    return (await needs.checkouts.add(opened, newest)) ? opened.url : undefined;
  });
}

function isPayable({ state, payableUntil }: Checkout, now: Date): boolean {
  return state === 'open' && now < new Date(payableUntil);
}

async function openCheckout(
  offer: Offer,
  buyer: NonNullable<Checkout['buyer']>,
  needs: Opening,
): Promise<Checkout> {
  const now = needs.clock.now();
  const expiresAt = new Date(now.getTime() + OPEN_MINUTES * 60_000);
  const attempt = needs.random.uuid();
  const { id, url } = await needs.payments.openSession({ attempt, offer, email: buyer.email, expiresAt });
  return {
    id,
    url,
    testimonyId: offer.testimonyId,
    offerId: offer.id,
    clientId: offer.clientId,
    expertId: offer.expert.id,
    amount: offer.price,
    commission: commissionOn(offer.price, needs.payments.commissionPercent),
    buyer,
    state: 'open',
    createdAt: now.toISOString(),
    payableUntil: expiresAt.toISOString(),
  };
}

/** The testimony and expert of an offer that is open, as both are now. */
export async function findOpenSale(
  offer: Offer,
  needs: Reading,
): Promise<{ testimony: Testimony; expert: Expert } | undefined> {
  const [testimony, expert] = await Promise.all([
    needs.testimonies.find(offer.testimonyId),
    needs.accounts.find(offer.expert.id),
  ]);
  const isOpenSale = offer.state === 'open' && testimony && isOpen(testimony) && expert?.role === 'expert';
  return isOpenSale ? { testimony, expert } : undefined;
}

/**
 * Closes the pages of offers that can no longer be accepted. Part of a job, and no more than a courtesy: what
 * is paid all the same is given back.
 */
export async function closeSessions(
  testimonyId: string,
  needs: Pick<World, 'checkouts' | 'payments' | 'testimonies'>,
): Promise<void> {
  const testimony = await needs.testimonies.find(testimonyId);
  const offers = await needs.testimonies.offers(testimonyId);
  const ended = offers.filter(({ state }) => state !== 'open' || !testimony || !isOpen(testimony));
  const checkouts = await needs.checkouts.newestOf(ended.map(({ id }) => id));
  for (const { id } of checkouts.filter(({ state }) => state === 'open')) {
    await needs.payments.closeSession(id);
  }
}

/** The provider says that nobody can pay there any more. @returns whether the session is one of ours */
export async function sessionEnded(sessionId: string, needs: Pick<World, 'checkouts'>): Promise<boolean> {
  const checkout = await needs.checkouts.find(sessionId);
  if (checkout && isUnsettled(checkout))
    await needs.checkouts.rewrite(checkout, { ...checkout, state: 'closed' });
  return checkout !== undefined;
}
