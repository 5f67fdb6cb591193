/**
 * Visibility of offers (infra/docs/api/testimonies.md). Clients see, are notified of and pay only offers of experts
 * whose name was reviewed and accepted.
 */
import { type Expert, isApproved } from '../model/account.ts';
import { isSameName } from '../model/identity.ts';
import type { Offer } from '../model/testimony.ts';

/** Returns whether the latest identity review or an earlier one has accepted the expert's name on the offer. */
export function hasAcceptedName({ expert: named }: Offer, expert: Expert | undefined): boolean {
  return expert?.acceptedNames.some(name => isSameName(name, named)) ?? false;
}

/** Returns whether the client may see an open offer, be notified of it and start a checkout. */
export function isOfferVisible(offer: Offer, expert: Expert | undefined): expert is Expert {
  return isOfferPayable(offer, expert) && expert.identityReview === 'accepted';
}

/**
 * Returns whether an incoming payment still accepts the offer. A pending identity review does not prevent acceptance.
 * If it did, a new review would cause a refund.
 */
export function isOfferPayable(offer: Offer, expert: Expert | undefined): expert is Expert {
  return (
    expert !== undefined &&
    isApproved(expert) &&
    expert.identityReview !== 'rejected' &&
    hasAcceptedName(offer, expert)
  );
}
