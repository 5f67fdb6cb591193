/** Checkouts (contract §4): a page of the provider where an offer is paid. `settlement.ts` has what follows. */
import type { Address, Client, Company, Expert, ShippingAddress } from './accounts.ts';
import { isApproved } from './approvals.ts';
import { commissionOn } from './money.ts';
import { Refusal } from './refusal.ts';
import { isOpen, type Offer, type Testimony } from './testimonies.ts';
import type { World } from './world.ts';

export interface CheckoutForm {
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly billingAddress: Address;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
}

export interface Checkout {
  /** The provider's session, `cs_…`. */
  readonly id: string;
  readonly testimonyId: string;
  readonly offerId: string;
  readonly clientId: string;
  /** Cents. */
  readonly amount: number;
  /** Cents. */
  readonly commission: number;
  readonly buyer: CheckoutForm & { readonly email: string };
  /**
   * The expert's account at the provider, which the price less the commission goes to. Nobody's while
   * the provider has not verified it: then all of it stays with us until it is paid out by hand.
   */
  readonly destination: string | null;
  readonly state: 'open' | 'accepted' | 'refunding' | 'refunded';
  readonly createdAt: string;
}

/** What is to be paid, and by whom. */
export interface SessionOrder {
  readonly attempt: string;
  readonly offer: Offer;
  /** Cents. */
  readonly commission: number;
  readonly email: string;
  readonly destination: string | null;
}

/** What the provider says of a session. */
export interface PaidSession {
  readonly id: string;
  readonly isPaid: boolean;
  readonly paymentId: string | null;
}

export type Reading = Pick<World, 'accounts' | 'testimonies'>;

/** @returns the provider's page. @throws Refusal `wrong-state` for an offer that cannot be paid now */
export async function startCheckout(
  offerId: string,
  client: Client,
  form: CheckoutForm,
  needs: Reading & Pick<World, 'checkouts' | 'clock' | 'payments' | 'random'>,
): Promise<string> {
  const offer = await needs.testimonies.findOffer(offerId);
  if (!offer) throw new Refusal('not-found');
  if (offer.clientId !== client.id) throw new Refusal('unauthorized');
  const { expert } = await findPayable(offer, needs);
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
    offerId,
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

/** The testimony and expert of an offer that may be paid now. @throws Refusal `wrong-state` */
export async function findPayable(
  offer: Offer,
  needs: Reading,
): Promise<{ testimony: Testimony; expert: Expert }> {
  const [testimony, expert] = await Promise.all([
    needs.testimonies.find(offer.testimonyId),
    needs.accounts.find(offer.expert.id),
  ]);
  if (!testimony || expert?.role !== 'expert') throw new Refusal('wrong-state');
  const isPayable =
    offer.state === 'open' && isOpen(testimony) && isApproved(expert) && expert.identityReview === 'accepted';
  if (!isPayable) throw new Refusal('wrong-state');
  return { testimony, expert };
}
