/**
 * Rules for the sale of offers (infra/docs/api/testimonies.md). Clients see, are notified of and pay only offers of
 * experts whose name was reviewed and accepted.
 */
import { type Expert, isApproved, isSameName } from '../model/accounts/account.ts';
import type { Offer } from '../model/offers/offer.ts';
import { isOpen, type Testimony } from '../model/testimonies/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Returns whether the latest identity review or an earlier one has accepted the expert's name on the offer. */
export function hasAcceptedName({ expert: named }: Offer, expert: Expert | undefined): boolean {
  return expert?.acceptedNames.some(name => isSameName(name, named)) ?? false;
}

/** Returns whether the client may see an open offer, be notified of it and start a checkout. */
export function isOfferVisible(offer: Offer, expert: Expert | undefined): expert is Expert {
  return isOfferPayable(offer, expert) && expert.identityReview === 'accepted';
}

/**
 * Returns whether an incoming payment still accepts the offer. A pending identity review does not prevent this, because
 * otherwise a new review would cause a refund.
 */
export function isOfferPayable(offer: Offer, expert: Expert | undefined): expert is Expert {
  return (
    expert !== undefined &&
    !expert.lockedAt &&
    isApproved(expert) &&
    expert.identityReview !== 'rejected' &&
    hasAcceptedName(offer, expert)
  );
}

export type OfferDependencies = Pick<Dependencies, 'accounts' | 'testimonies'>;

/**
 * Finds the testimony and the expert of an offer that can still be bought.
 * @returns undefined unless the offer and its testimony are open and the expert still exists
 */
export async function findOpenSale(
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
