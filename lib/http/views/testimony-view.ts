/**
 * API views of testimonies and offers (infra/docs/api/testimonies.md#who-sees-what). Only the owner and the assigned
 * expert see the accepted offer and an operator's reason. They also see the client's contact and the exact location of
 * the property, the expert until the testimony is cancelled.
 */

import type { User } from '../../domain/model/account.ts';
import { NO_CONTACT, toContact } from '../../domain/model/contact.ts';
import {
  type Coordinates,
  deriveOfferState,
  isAssigned,
  isOwner,
  isParty,
  type Offer,
  type Testimony,
} from '../../domain/model/testimony.ts';
import { withVisibleOffers } from '../../domain/offers/offers.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import { allowedActions } from '../../domain/testimonies/actions.ts';
import type { ResponseData } from '../response/success-response.ts';
import { contactView } from './user-view.ts';

type TestimonyView = ResponseData<'Testimony'>;

/**
 * Returns a testimony as the viewer may see it.
 *
 * @param offers the offers that the viewer may see
 */
export function testimonyView(testimony: Testimony, offers: readonly Offer[], viewer: User): TestimonyView {
  const isViewerParty = isParty(testimony, viewer);
  const seesContact = isViewerParty && !isCancelledForExpert(testimony, viewer);
  const visibleOffer = isViewerParty ? testimony.acceptedOffer : null;
  return {
    id: testimony.id,
    state: testimony.state,
    purpose: testimony.purpose,
    price: visibleOffer && toEuros(visibleOffer.price),
    client: clientView(testimony, viewer, seesContact),
    expert: visibleOffer && expertView(visibleOffer),
    realEstate: realEstateView(testimony.realEstate, seesContact),
    notes: testimony.notes,
    cancellationReason: isOperatorReason(testimony) && !isViewerParty ? null : testimony.cancellationReason,
    acceptedOffer: visibleOffer && offerView(visibleOffer, testimony),
    offers: offers.map(offer => offerView(offer, testimony)),
    createdAt: testimony.createdAt,
    acceptedAt: testimony.acceptedAt,
    dueAt: testimony.dueAt,
    completedAt: testimony.completedAt,
    cancelledAt: testimony.cancelledAt,
    payment: isOwner(testimony, viewer) ? paymentView(testimony) : null,
    payout: isAssigned(testimony, viewer) ? payoutView(testimony) : null,
    allowedActions: allowedActions(testimony, viewer, offers),
  };
}

/** Returns whether the viewer was the assigned expert of a testimony that is now cancelled. */
function isCancelledForExpert(testimony: Testimony, viewer: User): boolean {
  return testimony.state === 'cancelled' && isAssigned(testimony, viewer);
}

/** Returns whether an operator has given the reason for the cancellation: only operators cancel accepted testimonies. */
function isOperatorReason({ acceptedOffer }: Testimony): boolean {
  return acceptedOffer !== null;
}

export function paymentView({ payment }: Testimony): TestimonyView['payment'] {
  return (
    payment && {
      status: payment.status,
      amount: toEuros(payment.amount),
      paidAt: payment.paidAt,
      refundedAt: payment.refundedAt,
    }
  );
}

export function payoutView({ payout }: Testimony): TestimonyView['payout'] {
  return payout && { status: payout.status, amount: toEuros(payout.amount), sentAt: payout.sentAt };
}

/** Returns views of the testimonies, each with the offers that the viewer may see. */
export async function createTestimonyViews(
  testimonies: readonly Testimony[],
  viewer: User,
  deps: Pick<Dependencies, 'accounts' | 'testimonies'>,
): Promise<TestimonyView[]> {
  const testimoniesWithOffers = await withVisibleOffers(testimonies, viewer, deps);
  return testimoniesWithOffers.map(({ testimony, offers }) => testimonyView(testimony, offers, viewer));
}

export async function createTestimonyView(
  testimony: Testimony,
  viewer: User,
  deps: Parameters<typeof createTestimonyViews>[2],
): Promise<TestimonyView> {
  const [testimonyWithOffers] = await withVisibleOffers([testimony], viewer, deps);
  return testimonyView(testimony, testimonyWithOffers?.offers ?? [], viewer);
}

export function offerView(offer: Offer, testimony: Testimony): ResponseData<'Offer'> {
  return {
    id: offer.id,
    testimonyId: offer.testimonyId,
    price: toEuros(offer.price),
    daysToComplete: offer.daysToComplete,
    note: offer.note,
    state: deriveOfferState(offer, testimony),
    expert: expertView(offer),
    createdAt: offer.createdAt,
  };
}

export const toEuros = (cents: number): number => cents / 100;

/**
 * Returns the client's contact as the viewer may see it: only the id for viewers who may not see it, the account's
 * contact for the owner before an offer is accepted, and otherwise the contact stored with the testimony.
 */
function clientView(testimony: Testimony, viewer: User, seesContact: boolean): TestimonyView['client'] {
  const { clientId, acceptedOffer } = testimony;
  if (!seesContact) return { id: clientId, ...NO_CONTACT };
  const isAccountContact = isOwner(testimony, viewer) && !acceptedOffer;
  const contact = toContact(isAccountContact ? viewer : testimony.contact);
  const { firstName, lastName, email, phone } = contact;
  return { id: clientId, firstName, lastName, email, phone, ...contactView(contact) };
}

function expertView({ expert: { id, firstName, lastName, registrationNumber } }: Offer) {
  return { id, firstName, lastName, registrationNumber };
}

/**
 * Returns the view of a property.
 *
 * @param isExact whether street, parcel number and the client's position are included; otherwise coordinates are
 *   rounded to two decimals, about one kilometre
 */
function realEstateView(
  { type, properties, region, address, addressCoords, userCoords }: Testimony['realEstate'],
  isExact: boolean,
): TestimonyView['realEstate'] {
  return {
    type,
    properties: properties && sortByName(properties),
    region,
    address: {
      line1: isExact ? address.line1 : null,
      line2: isExact ? address.line2 : null,
      city: address.city,
      postalCode: address.postalCode,
      parcelNumber: isExact ? address.parcelNumber : null,
      cadastralArea: address.cadastralArea,
    },
    addressCoords:
      addressCoords && coordinatesView(addressCoords, isExact ? value => value : roundToTwoDecimals),
    userCoords: isExact ? userCoords && coordinatesView(userCoords, value => value) : null,
  };
}

function coordinatesView(
  { lat, lng }: Coordinates,
  convertDegrees: (degrees: number) => number,
): Coordinates {
  return { lat: convertDegrees(lat), lng: convertDegrees(lng) };
}

const roundToTwoDecimals = (degrees: number): number => Math.round(degrees * 100) / 100;

/** Sorts members by name, because DynamoDB maps do not preserve member order. */
function sortByName(properties: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)));
}
