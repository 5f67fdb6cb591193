/**
 * Anonymisation of testimonies and offers after an account is closed (infra/docs/api/accounts.md#closing-the-account).
 * Completed testimonies keep name, amounts and dates, as the law requires. In all others, the name is also erased. The
 * location of the real estate is reduced to the parts that strangers can see.
 */
import { NO_CONTACT } from '../model/accounts/contact.ts';
import type { Offer } from '../model/offers/offer.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';

const isCompleted = ({ state }: Testimony) => state === 'completed';

export function anonymizeClient(testimony: Testimony): Testimony {
  const { contact, realEstate } = testimony;
  const { firstName, lastName } = contact;
  const address = { ...realEstate.address, line1: null, line2: null, parcelNumber: null };
  return {
    ...testimony,
    contact: isCompleted(testimony) ? { ...NO_CONTACT, firstName, lastName } : NO_CONTACT,
    realEstate: { ...realEstate, address, addressCoords: null, userCoords: null },
    notes: null,
    cancellationReason: null,
    ...withoutComplaintTexts(testimony),
  };
}

/** Removes the personal data of the expert from the accepted offer that is stored in the testimony. */
export function anonymizeExpert(testimony: Testimony, expertId: string): Testimony {
  const { acceptedOffer } = testimony;
  if (acceptedOffer?.expert.id !== expertId) return testimony;
  const nobody = { id: expertId, firstName: null, lastName: null, registrationNumber: '' };
  const expert = isCompleted(testimony) ? acceptedOffer.expert : nobody;
  // The cancellation reason and the texts of a complaint are erased: they are free texts and may mention the expert.
  return {
    ...testimony,
    acceptedOffer: { ...acceptedOffer, expert, note: null },
    cancellationReason: null,
    ...withoutComplaintTexts(testimony),
  };
}

/** Returns the complaint without its texts, which may mention either party. */
const withoutComplaintTexts = ({ complaint }: Testimony): Pick<Testimony, 'complaint'> =>
  complaint ? { complaint: { ...complaint, reason: null, decision: null } } : { complaint };

/** Returns whether the offer must be retained because it is the accepted offer of a completed testimony. */
export function mustKeepOffer({ id }: Pick<Offer, 'id'>, testimony: Testimony): boolean {
  return isCompleted(testimony) && testimony.acceptedOffer?.id === id;
}
