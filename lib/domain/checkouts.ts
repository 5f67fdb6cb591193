/**
 * Paying for an offer (contract §4): a checkout at the provider, and its acceptance.
 *
 * Browser and webhook both report a payment, in any order and more than once; whichever comes first
 * settles it, in one write that also checks that the testimony, the offer, the expert's approval and
 * the checkout are still as they were read. A payment that comes too late is given back.
 */
import type { Address, Client, Company, Expert, ShippingAddress } from './accounts.ts';
import { isApproved } from './approvals.ts';
import { newJob } from './jobs.ts';
import { commissionOn, type MoneyMovement } from './money.ts';
import { FieldRefusal, Refusal } from './refusal.ts';
import { isOpen, moved, type Offer, type Testimony } from './testimonies.ts';
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

type Reading = Pick<World, 'accounts' | 'testimonies'>;

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
async function findPayable(offer: Offer, needs: Reading): Promise<{ testimony: Testimony; expert: Expert }> {
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

type SettlingNeeds = Reading & Pick<World, 'checkouts' | 'clock' | 'random'>;

/**
 * The browser comes back from the provider's page.
 * @throws FieldRefusal on `sessionId`; Refusal `wrong-state` when the payment is given back
 */
export async function acceptPaid(
  sessionId: string,
  client: Client,
  needs: SettlingNeeds & Pick<World, 'payments'>,
): Promise<void> {
  const checkout = await needs.checkouts.find(sessionId);
  if (!checkout || checkout.clientId !== client.id)
    throw new FieldRefusal({ sessionId: ['session-unusable'] });
  if (checkout.state === 'accepted') return;
  if (checkout.state !== 'open') throw new Refusal('wrong-state');

  const session = await needs.payments.findSession(sessionId);
  if (!session?.isPaid) throw new FieldRefusal({ sessionId: ['session-unusable'] });
  if ((await settle(session, undefined, needs)) !== 'accepted') throw new Refusal('wrong-state');
}

const TRIES = 6;

/**
 * Accepts the offer that was paid for, or has the payment given back.
 * @param eventId of the provider, when it was the webhook that told us
 * @returns what became of the payment; undefined when it is none of ours
 */
export async function settle(
  { id, paymentId }: PaidSession,
  eventId: string | undefined,
  needs: SettlingNeeds,
): Promise<'accepted' | 'given back' | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const checkout = await needs.checkouts.find(id);
    if (!checkout) return undefined;
    if (checkout.state !== 'open') return checkout.state === 'accepted' ? 'accepted' : 'given back';

    const payment = movement('payment', checkout, paymentId, needs);
    const offer = await needs.testimonies.findOffer(checkout.offerId);
    const found = offer && (await findPayable(offer, needs).catch(onlyWrongState));
    const settled =
      offer && found
        ? await needs.checkouts.accept(acceptance(checkout, offer, found, payment, eventId, needs))
        : await needs.checkouts.giveBack(checkout, payment, eventId, [
            newJob({ kind: 'refund', sessionId: id, paymentId }, needs),
          ]);
    if (settled) return found ? 'accepted' : 'given back';
  }
  throw new Refusal('unavailable');
}

function onlyWrongState(error: unknown): undefined {
  if (error instanceof Refusal && error.reason === 'wrong-state') return undefined;
  throw error;
}

function acceptance(
  checkout: Checkout,
  offer: Offer,
  { testimony, expert }: { testimony: Testimony; expert: Expert },
  payment: MoneyMovement,
  eventId: string | undefined,
  needs: Pick<World, 'clock' | 'random'>,
): Acceptance {
  const { firstName, lastName, email, phone } = checkout.buyer;
  const after: Testimony = {
    ...moved(testimony, 'accept'),
    acceptedOffer: { ...offer, state: 'accepted' },
    sessionId: checkout.id,
    contact: { firstName, lastName, email, phone },
  };
  const about = { testimonyId: testimony.id, offerId: offer.id };
  const mail = { kind: 'mail', mail: 'offer-accepted', userId: expert.id, ...about } as const;
  return { checkout, before: testimony, after, offer, expert, payment, eventId, jobs: [newJob(mail, needs)] };
}

export interface Acceptance {
  readonly checkout: Checkout;
  readonly before: Testimony;
  readonly after: Testimony;
  readonly offer: Offer;
  /** As read: the write fails when the record has changed since. */
  readonly expert: Expert;
  readonly payment: MoneyMovement;
  readonly eventId: string | undefined;
  readonly jobs: readonly ReturnType<typeof newJob>[];
}

/** Gives a payment back, once; the client is told. Part of a job, so it may run again. */
export async function refund(
  sessionId: string,
  paymentId: string | null,
  attempt: number,
  needs: Pick<World, 'checkouts' | 'clock' | 'payments' | 'random'>,
): Promise<void> {
  const checkout = await needs.checkouts.find(sessionId);
  if (checkout?.state !== 'refunding') return;
  await needs.payments.refund(checkout, paymentId, attempt);
  const { clientId, testimonyId, amount } = checkout;
  const mail = { kind: 'mail', mail: 'payment-refunded', userId: clientId, testimonyId, amount } as const;
  await needs.checkouts.refunded(checkout, movement('refund', checkout, paymentId, needs), [
    newJob(mail, needs),
  ]);
}

function movement(
  kind: MoneyMovement['kind'],
  { id: sessionId, testimonyId, amount, commission }: Checkout,
  paymentId: string | null,
  needs: Pick<World, 'clock' | 'random'>,
): MoneyMovement {
  const at = needs.clock.now().toISOString();
  return { id: needs.random.uuid(), kind, testimonyId, sessionId, paymentId, amount, commission, at };
}
