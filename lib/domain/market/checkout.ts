/** Checkouts (contract §4): a page of the provider where an offer is paid. `settlement.ts` has what follows. */
import { Refusal } from '../errors.ts';
import type { Client, Expert } from '../model/account.ts';
import { type CheckoutForm, commissionOn } from '../model/payment.ts';
import { isOpen, type Offer, type Testimony } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';
import { isVisible } from './visibility.ts';

export type Reading = Pick<World, 'accounts' | 'testimonies'>;

/** @returns the provider's page. @throws Refusal `offer-not-payable` */
export async function startCheckout(
  offer: Offer,
  client: Client,
  form: CheckoutForm,
  needs: Reading & Pick<World, 'checkouts' | 'clock' | 'payments' | 'random'>,
): Promise<string> {
  const { expert } = (await findOpenSale(offer, needs)) ?? {};
  if (!isVisible(offer, expert)) throw new Refusal('offer-not-payable');
  const destination = expert.approval.paymentAccountVerified ? expert.paymentAccountId : null;

  const commission = commissionOn(offer.price, needs.payments.commissionPercent);
  const { id, url } = await needs.payments.openSession({
    attempt: needs.random.uuid(),
    offer,
    commission,
    email: client.email,
    destination,
  });
  await needs.checkouts.add({
    id,
    testimonyId: offer.testimonyId,
    offerId: offer.id,
    clientId: client.id,
    amount: offer.price,
    commission,
    buyer: { ...form, email: client.email },
    destination,
    state: 'open',
    createdAt: needs.clock.now().toISOString(),
  });
  return url;
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
