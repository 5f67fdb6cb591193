/**
 * What testimonies and offers keep of somebody whose account is closed (infra/docs/api/accounts.md): of completed ones the
 * name, amounts and dates, as the law wants it; of all others no name either. Where the property lies is then
 * known as well as strangers know it.
 */
import { NO_CONTACT } from '../model/contact.ts';
import type { Offer, Testimony } from '../model/testimony.ts';

const isCompleted = ({ state }: Testimony) => state === 'completed';

export function anonymiseClient(testimony: Testimony): Testimony {
  const { contact, realEstate } = testimony;
  const { firstName, lastName } = contact;
  const address = { ...realEstate.address, line1: null, line2: null, parcelNumber: null };
  return {
    ...testimony,
    contact: isCompleted(testimony) ? { ...NO_CONTACT, firstName, lastName } : NO_CONTACT,
    realEstate: { ...realEstate, address, addressCoords: null, userCoords: null },
    notes: null,
    cancellationReason: null,
  };
}

/** As far as the offer stands on the testimony itself. */
export function anonymiseExpert(testimony: Testimony, expertId: string): Testimony {
  const { acceptedOffer } = testimony;
  if (acceptedOffer?.expert.id !== expertId) return testimony;
  const nobody = { id: expertId, firstName: null, lastName: null, registrationNumber: '' };
  const expert = isCompleted(testimony) ? acceptedOffer.expert : nobody;
  // What was accepted only an operator cancels: the reason may speak of either party.
  return {
    ...testimony,
    acceptedOffer: { ...acceptedOffer, expert, note: null },
    cancellationReason: null,
  };
}

/** Whether the offer itself stays, since its testimony was delivered. */
export function mustKeepOffer({ id }: Offer, testimony: Testimony): boolean {
  return isCompleted(testimony) && testimony.acceptedOffer?.id === id;
}
