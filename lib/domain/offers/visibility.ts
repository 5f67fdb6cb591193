/**
 * Visibility of offers (infra/docs/api/testimonies.md). Clients see, are notified of and pay only offers of experts
 * whose name was reviewed and accepted.
 */
import { type Expert, isApproved } from '../model/account.ts';
import { isSameName } from '../model/identity.ts';
import type { Offer } from '../model/testimony.ts';

/** Returns whether the expert's name on the offer was accepted by a review, the latest one or an earlier one. */
export function hasAcceptedName({ expert: named }: Offer, expert: Expert | undefined): boolean {
  return expert?.acceptedNames.some(name => isSameName(name, named)) ?? false;
}

/** Returns whether the client may see an open offer, be notified of it and start a checkout. */
export function isOfferVisible(offer: Offer, expert: Expert | undefined): expert is Expert {
  return isOfferPayable(offer, expert) && expert.identityReview === 'accepted';
}

/**
 * Returns whether an incoming payment still accepts the offer. A pending review does not prevent that, so a review that
 * starts again does not cause a refund.
 */
export function isOfferPayable(offer: Offer, expert: Expert | undefined): expert is Expert {
  return (
    expert !== undefined &&
    isApproved(expert) &&
    expert.identityReview !== 'rejected' &&
    hasAcceptedName(offer, expert)
  );
}
