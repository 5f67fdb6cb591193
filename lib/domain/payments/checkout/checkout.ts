/**
 * Checkouts, in which clients pay for offers on a hosted page of the payment provider (infra/docs/api/payments.md).
 * `session-sync.ts` detects the payment.
 */
import { MINUTE } from '../../../durations.ts';
import { checkoutChanged, jobsAdded } from '../../changes.ts';
import { DomainError } from '../../errors.ts';
import { checkLimit } from '../../limits/rate-limits.ts';
import type { Client } from '../../model/accounts/account.ts';
import type { Decision } from '../../model/change.ts';
import type { Offer } from '../../model/offers/offer.ts';
import type { Checkout, CheckoutInput } from '../../model/payments/checkout-session.ts';
import { findOpenSale, isOfferVisible } from '../../offers/sale.ts';
import { findPartner, getFrontendUrl } from '../../partners/frontend.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { createSessionCheck } from './session-jobs.ts';
import { endSession, type SessionDependencies, syncSession } from './session-sync.ts';

/**
 * Lifetime of a checkout. The provider rejects less than 30 minutes by its own clock, so there is a margin of one
 * minute.
 */
const OPEN_MINUTES = 31;

/** Maximum number of payment pages that a client has open, because each can be paid too late and is then refunded. */
const MAX_OPEN_PAGES = 3;

type CheckoutDependencies = SessionDependencies & Pick<Dependencies, 'partners' | 'rateLimiter'>;

/**
 * Starts the checkout of an offer and opens the provider's page. An offer has one payable checkout at a time: a
 * repeated request returns the URL of the same checkout page and updates the billing details. The session of the
 * previous checkout is looked up first. Otherwise, a client could pay twice if no event has reported the first payment.
 * If the client has too many pages open, the oldest is closed, so that an abandoned page never prevents a payment.
 * @returns the decision, whose result is the URL of the provider's page
 * @throws DomainError `offer-not-payable` when the client may not pay the offer now
 * @throws LimitExceeded when too many late payments of the client were refunded today
 */
export async function startCheckout(
  offer: Offer,
  client: Client,
  form: CheckoutInput,
  deps: CheckoutDependencies,
): Promise<Decision<string>> {
  const { expert } = (await findOpenSale(offer, deps)) ?? {};
  if (!isOfferVisible(offer, expert)) throw new DomainError('offer-not-payable');
  await checkLimit({ limit: 'late-payments', key: client.id, at: deps.clock.now() }, deps);

  const buyer = { ...form, email: client.email };
  const [newest] = await deps.checkouts.findNewest([offer.id]);
  if (newest && (await isStillPayable(newest, deps))) {
    return { result: newest.url, changes: checkoutChanged(newest, { ...newest, buyer }, deps) };
  }
  const pages = await deps.checkouts.listPages(client.id);
  const others = await closeOldestPages(
    pages.filter(id => id !== newest?.id),
    deps,
  );
  const frontendUrl = getFrontendUrl(await findPartner(client, deps));
  const opened = await openCheckout(offer, buyer, frontendUrl, deps);
  // If a concurrent request has added another checkout, the commit fails. The user never sees this page, and it expires
  // unused.
  return {
    result: opened.url,
    changes: [
      {
        kind: 'checkout-created',
        checkout: opened,
        previous: newest,
        pages: { before: pages, after: [...others, opened.id] },
      },
      ...jobsAdded([createSessionCheck(opened, deps)]),
    ],
  };
}

/**
 * Returns whether the checkout's page can still be paid. The payment of a session that was completed in the meantime is
 * accepted or refunded. A session that is open beyond its time is closed, so that it cannot be paid together with a new
 * one.
 * @throws DomainError `offer-not-payable` when the page is paid
 */
async function isStillPayable(checkout: Checkout, deps: CheckoutDependencies): Promise<boolean> {
  if (checkout.state !== 'open') return false;
  const outcome = await syncSession(checkout, deps);
  const isInTime = deps.clock.now() < new Date(checkout.payableUntil);
  if (outcome === 'open' && isInTime) return true;
  const ended = outcome === 'open' ? await endSession(checkout, deps) : outcome;
  if (ended !== 'ended') throw new DomainError('offer-not-payable');
  return false;
}

/**
 * Closes the oldest open pages, so that one more can be opened. The payment of a page that is paid already is accepted
 * or refunded.
 * @returns the ids of the sessions whose pages stay open
 * @throws DomainError `offer-not-payable` when a page cannot be closed
 */
async function closeOldestPages(
  sessionIds: readonly string[],
  deps: CheckoutDependencies,
): Promise<readonly string[]> {
  const checkouts = await Promise.all(sessionIds.map(id => deps.checkouts.find(id)));
  const open = checkouts.filter(checkout => checkout !== undefined).filter(({ state }) => state === 'open');
  const kept = open.slice(-(MAX_OPEN_PAGES - 1));
  for (const checkout of open.slice(0, open.length - kept.length))
    if ((await endSession(checkout, deps)) === 'mismatch') throw new DomainError('offer-not-payable');
  return kept.map(({ id }) => id);
}

async function openCheckout(
  offer: Offer,
  buyer: NonNullable<Checkout['buyer']>,
  frontendUrl: string | undefined,
  deps: CheckoutDependencies,
): Promise<Checkout> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + OPEN_MINUTES * MINUTE);
  const attempt = deps.random.uuid();
  const input = { attempt, offer, email: buyer.email, expiresAt, frontendUrl };
  const { id, url } = await deps.payments.openSession(input);
  return {
    id,
    url,
    testimonyId: offer.testimonyId,
    offerId: offer.id,
    clientId: offer.clientId,
    expertId: offer.expert.id,
    amount: offer.price,
    commission: offer.commission,
    buyer,
    state: 'open',
    payment: null,
    refund: null,
    createdAt: now.toISOString(),
    payableUntil: expiresAt.toISOString(),
    version: 0,
  };
}
