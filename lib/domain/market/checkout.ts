/** Checkouts (contract §4): a page of the provider where an offer is paid. `settlement.ts` has what follows. */
import { Refusal } from '../errors.ts';
import { type Client, type Expert, isApproved } from '../model/account.ts';
import { type CheckoutForm, commissionOn } from '../model/payment.ts';
import { isOpen, type Offer, type Testimony } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';

export type Reading = Pick<World, 'accounts' | 'testimonies'>;

/** @returns the provider's page. @throws Refusal `wrong-state` for an offer that cannot be paid now */
export async function startCheckout(
  offer: Offer,
  client: Client,
  form: CheckoutForm,
  needs: Reading & Pick<World, 'checkouts' | 'clock' | 'payments' | 'random'>,
): Promise<string> {
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
