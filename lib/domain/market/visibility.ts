/**
 * Which offers clients may see, be told of and pay (infra/docs/api/testimonies.md): what stands on them is
 * what somebody has looked at and accepted.
 */
import { type Expert, isApproved } from '../model/account.ts';
import { isSameName } from '../model/identity.ts';
import type { Offer } from '../model/testimony.ts';

/** Whether the offer says who its expert is as somebody has accepted it, now or earlier (infra/docs/api/testimonies.md). */
export function hasAcceptedName({ expert: named }: Offer, expert: Expert | undefined): boolean {
  return expert?.acceptedNames.some(name => isSameName(name, named)) ?? false;
}

/** Whether the client may see an open offer of the expert's, be told of it, and begin to pay (infra/docs/api/testimonies.md). */
export function isVisible(offer: Offer, expert: Expert | undefined): expert is Expert {
  return isPayable(offer, expert) && expert.identityReview === 'accepted';
}

/** Whether money that comes in still buys it: a review that merely began anew gives nothing back (infra/docs/api/testimonies.md). */
export function isPayable(offer: Offer, expert: Expert | undefined): expert is Expert {
  return (
    expert !== undefined &&
    isApproved(expert) &&
    expert.identityReview !== 'rejected' &&
    hasAcceptedName(offer, expert)
  );
}
