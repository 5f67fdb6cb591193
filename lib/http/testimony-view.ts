/**
 * Testimonies and offers as the API shows them (contract §4): how to reach the client, and where
 * exactly the property lies, are for the owner and the assigned expert only; so is what was agreed.
 */
import { withVisibleOffers } from '../domain/market/offers.ts';
import type { User } from '../domain/model/account.ts';
import { isAssigned, type Offer, offerState, type Testimony } from '../domain/model/testimony.ts';
import type { World } from '../domain/ports/world.ts';

/** @param offers those that the viewer may see */
export function testimonyView(testimony: Testimony, offers: readonly Offer[], viewer: User) {
  const isParty = testimony.clientId === viewer.id || isAssigned(testimony, viewer);
  const accepted = isParty ? testimony.acceptedOffer : null;
  return {
    id: testimony.id,
    state: testimony.state,
    purpose: testimony.purpose,
    price: accepted && euros(accepted.price),
    client: { id: testimony.clientId, ...(isParty ? contactOf(testimony, viewer) : NOBODY) },
    expert: accepted && expertOf(accepted),
    realEstate: isParty ? testimony.realEstate : withoutPlace(testimony.realEstate),
    notes: testimony.notes,
    cancellationReason: testimony.cancellationReason,
    acceptedOffer: accepted && offerView(accepted, testimony),
    offers: offers.map(offer => offerView(offer, testimony)),
    createdAt: testimony.createdAt,
  };
}

/** With the offers that the viewer may see. */
export async function viewsFor(
  testimonies: readonly Testimony[],
  viewer: User,
  needs: Pick<World, 'accounts' | 'testimonies'>,
): Promise<ReturnType<typeof testimonyView>[]> {
  const found = await withVisibleOffers(testimonies, viewer, needs);
  return found.map(({ testimony, offers }) => testimonyView(testimony, offers, viewer));
}

export async function viewFor(testimony: Testimony, viewer: User, needs: Parameters<typeof viewsFor>[2]) {
  return (await viewsFor([testimony], viewer, needs))[0];
}

export function offerView(offer: Offer, testimony: Testimony) {
  return {
    id: offer.id,
    testimonyId: offer.testimonyId,
    price: euros(offer.price),
    daysToComplete: offer.daysToComplete,
    note: offer.note,
    state: offerState(offer, testimony),
    expert: expertOf(offer),
    createdAt: offer.createdAt,
  };
}

const euros = (cents: number): number => cents / 100;

const NOBODY = { firstName: null, lastName: null, email: null, phone: null };

/** As given when it was paid; until then as the owner's account has it. */
function contactOf({ acceptedOffer, clientId, contact }: Testimony, viewer: User) {
  const isOwnStill = viewer.id === clientId && !acceptedOffer;
  const { firstName, lastName, email, phone } = isOwnStill ? viewer : contact;
  return { firstName, lastName, email, phone };
}

function expertOf({ expert: { id, firstName, lastName, registrationNumber } }: Offer) {
  return { id, firstName, lastName, registrationNumber };
}

function withoutPlace(realEstate: Testimony['realEstate']): Testimony['realEstate'] {
  return { ...realEstate, address: { ...realEstate.address, line1: null, line2: null }, userCoords: null };
}
