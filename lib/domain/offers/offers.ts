/** Creation, withdrawal and visibility of offers (infra/docs/api/testimonies.md). */
import { offerCreated, offerWithdrawn, tasksAdded } from '../changes.ts';
import type { Expert, User } from '../model/accounts/account.ts';
import type { Decision } from '../model/change.ts';
import type { Offer } from '../model/offers/offer.ts';
import { type Page, type PageRequest, paginateList } from '../model/page.ts';
import { computeCommission } from '../model/payments/payment.ts';
import { isOpen, type Testimony } from '../model/testimonies/testimony.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { hasAcceptedName, isOfferVisible } from './sale.ts';

export interface OfferInput {
  /** Price in cents. */
  readonly price: number;
  readonly daysToComplete: number;
  readonly note: string | null;
}

interface CreatedOffer {
  readonly offer: Offer;
  readonly testimony: Testimony;
}

/**
 * Creates an open offer and the mail job that notifies the client. The commission is fixed now, so that the expert
 * knows the net amount. The commit is rejected with `already-offered` when the expert has an open offer on the
 * testimony, with `wrong-state` when the testimony is no longer open, and with `too-many-offers` when the expert has
 * made `MAX_OFFERS_OF_EXPERT` offers on it, or it has `MAX_OPEN_OFFERS` open offers.
 */
export function createOffer(
  testimony: Testimony,
  expert: Expert,
  form: OfferInput,
  deps: Pick<Dependencies, 'clock' | 'pricing' | 'random'>,
): Decision<CreatedOffer> {
  const { id: testimonyId } = testimony;
  const { commissionPercent, minCommission } = deps.pricing;
  const { id, firstName, lastName, registrationNumber } = expert;
  const offer: Offer = {
    id: deps.random.uuid(),
    testimonyId,
    clientId: testimony.clientId,
    expert: { id, firstName, lastName, registrationNumber },
    ...form,
    commission: computeCommission(form.price, commissionPercent, minCommission),
    state: 'open',
    createdAt: deps.clock.now().toISOString(),
  };
  const { id: offerId, clientId: userId } = offer;
  return {
    result: { offer, testimony: { ...testimony, state: 'offered' } },
    changes: [
      ...offerCreated(offer, testimony),
      ...tasksAdded([{ kind: 'mail', mail: 'new-offer', userId, testimonyId, offerId, expertId: id }], deps),
    ],
  };
}

/**
 * Withdraws an open offer and creates the job that closes its checkout.
 * The commit is rejected with `wrong-state` when the offer or its testimony is no longer open.
 */
export function withdrawOffer(offer: Offer, deps: DecisionDependencies): Decision<undefined> {
  return {
    result: undefined,
    changes: [
      ...offerWithdrawn(offer),
      ...tasksAdded([{ kind: 'close-sessions', testimonyId: offer.testimonyId }], deps),
    ],
  };
}

export interface TestimonyWithOffers {
  readonly testimony: Testimony;
  readonly offers: readonly Offer[];
}

/**
 * Adds to each testimony the offers that the viewer may see: experts see their own offers, clients see all offers
 * except hidden ones.
 */
export async function withVisibleOffers(
  testimonies: readonly Testimony[],
  viewer: User,
  deps: Pick<Dependencies, 'accounts' | 'testimonies'>,
): Promise<TestimonyWithOffers[]> {
  if (viewer.role === 'client') return withoutHiddenOffers(testimonies, deps);
  const ids = testimonies.map(({ id }) => id);
  const own = await deps.testimonies.listOffersOfExpert(viewer.id, ids);
  return testimonies.map(testimony => ({
    testimony,
    offers: own.filter(({ testimonyId }) => testimonyId === testimony.id),
  }));
}

async function withoutHiddenOffers(
  testimonies: readonly Testimony[],
  deps: Pick<Dependencies, 'accounts' | 'testimonies'>,
): Promise<TestimonyWithOffers[]> {
  const all = await deps.testimonies.listOffersOnAll(testimonies);
  const users = await deps.accounts.findAll(all.map(({ expert }) => expert.id));
  const experts = new Map(users.flatMap(user => (user.role === 'expert' ? [[user.id, user]] : [])));
  return testimonies.map(testimony => ({
    testimony,
    offers: all.filter(
      offer => offer.testimonyId === testimony.id && isShown(offer, testimony, experts.get(offer.expert.id)),
    ),
  }));
}

/**
 * Returns whether the client sees the offer. Withdrawn offers are hidden and the accepted offer is always shown. Any
 * other offer is shown if a review has accepted the expert's name on the offer. While the testimony is open, an offer
 * is shown only if the client can pay for it.
 */
function isShown(offer: Offer, testimony: Testimony, expert: Expert | undefined): boolean {
  if (offer.state !== 'open') return offer.state === 'accepted';
  return isOpen(testimony) ? isOfferVisible(offer, expert) : hasAcceptedName(offer, expert);
}

export async function listVisibleOffers(
  testimony: Testimony,
  viewer: User,
  pageRequest: PageRequest,
  deps: Pick<Dependencies, 'accounts' | 'testimonies'>,
): Promise<Page<Offer>> {
  const [found] = await withVisibleOffers([testimony], viewer, deps);
  return paginateList(found?.offers ?? [], pageRequest);
}
