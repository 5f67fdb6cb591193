/**
 * API views of testimonies and offers (infra/docs/api/testimonies.md#who-sees-what). Only the owner and the assigned
 * expert see the accepted offer and an operator's reason. They also see the client's contact and the exact location of
 * the property, but the expert no longer sees these after a cancellation. Experts who are not approved or whose
 * identity is not accepted see only region, city, type and properties.
 */

import type { User } from '../../domain/model/accounts/account.ts';
import { NO_CONTACT, toContact } from '../../domain/model/accounts/contact.ts';
import type { Offer } from '../../domain/model/offers/offer.ts';
import { getConfirmedAt } from '../../domain/model/payments/escrow.ts';
import {
  deriveOfferState,
  isAssigned,
  isOwner,
  isParty,
  type Testimony,
} from '../../domain/model/testimonies/testimony.ts';
import { findHoldEnd, findHoldReason } from '../../domain/money/payout-hold.ts';
import { withVisibleOffers } from '../../domain/offers/offers.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import { listAllowedActions } from '../../domain/testimonies/actions.ts';
import { canViewDetails } from '../../domain/testimonies/testimonies.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick, toEuros } from './members.ts';
import { createRealEstateView } from './real-estate-view.ts';
import { createContactView } from './user-view.ts';

type TestimonyView = ResponseData<'Testimony'>;

/**
 * Returns a testimony as the viewer may see it.
 * @param offers the offers that the viewer may see
 * @param now the current time, on which the allowed actions depend
 */
export function createTestimonyView(
  testimony: Testimony,
  offers: readonly Offer[],
  viewer: User,
  now: Date,
): TestimonyView {
  const isViewerParty = isParty(testimony, viewer);
  const seesContact = isViewerParty && !(testimony.state === 'cancelled' && isAssigned(testimony, viewer));
  const seesDetails = canViewDetails(testimony, viewer);
  // Only the parties may see the reason for the end of an accepted testimony.
  const seesReason = isViewerParty || (seesDetails && !testimony.acceptedOffer);
  const visibleOffer = isViewerParty ? testimony.acceptedOffer : null;
  return {
    ...pick(testimony, 'id', 'state'),
    purpose: seesDetails ? testimony.purpose : null,
    price: visibleOffer && toEuros(visibleOffer.price),
    client: createClientView(testimony, viewer, seesContact, seesDetails),
    expert: visibleOffer && createExpertView(visibleOffer),
    realEstate: createRealEstateView(testimony.realEstate, seesContact, seesDetails),
    notes: seesDetails ? testimony.notes : null,
    cancellationReason: seesReason ? testimony.cancellationReason : null,
    acceptedOffer: visibleOffer && createOfferView(visibleOffer, testimony, viewer),
    offers: offers.map(offer => createOfferView(offer, testimony, viewer)),
    ...pick(testimony, 'createdAt', 'acceptedAt', 'dueAt', 'completedAt', 'cancelledAt'),
    documentCheck: isViewerParty ? testimony.documentCheck : null,
    payment: isOwner(testimony, viewer) ? createPaymentView(testimony) : null,
    payout: isAssigned(testimony, viewer) ? createPayoutView(testimony) : null,
    ...(isViewerParty ? createDeliveryView(testimony) : NO_DELIVERY),
    allowedActions: listAllowedActions(testimony, viewer, offers, now),
  };
}

export function createPaymentView({ payment }: Testimony): TestimonyView['payment'] {
  if (!payment) return null;
  const { status, amount, refunded, paidAt, refundedAt } = payment;
  return { status, amount: toEuros(amount), refunded: toEuros(refunded), paidAt, refundedAt };
}

export function createPayoutView(testimony: Testimony): TestimonyView['payout'] {
  const { payment, payout } = testimony;
  if (!payment || !payout) return null;
  const { status, amount, dueAt, sentAt } = payout;
  const reason = status === 'held' ? findHoldReason(testimony) : undefined;
  return {
    status,
    reason: reason ?? null,
    until: findHoldEnd(testimony, reason),
    paymentStatus: payment.status,
    amount: toEuros(amount),
    commission: toEuros(payment.commission),
    netAmount: toEuros(payment.amount - payment.commission),
    dueAt,
    sentAt,
  };
}

type DeliveryView = Pick<TestimonyView, 'complaintUntil' | 'confirmedAt' | 'complaint' | 'versions'>;

const NO_DELIVERY: DeliveryView = { complaintUntil: null, confirmedAt: null, complaint: null, versions: [] };

/**
 * Returns what the parties may see of the delivery: its versions, the confirmation, the complaint, and the time until
 * which a complaint is possible.
 */
export function createDeliveryView(testimony: Testimony): DeliveryView {
  const { payout, complaint } = testimony;
  return {
    complaintUntil: payout?.dueAt ?? null,
    confirmedAt: getConfirmedAt(payout),
    complaint: complaint ? pick(complaint, 'reason', 'madeAt', 'endedAt', 'outcome', 'decision') : null,
    versions: testimony.documents.map(({ deliveredAt }) => ({ deliveredAt })),
  };
}

/** Returns views of the testimonies, each with the offers that the viewer may see. */
export async function loadTestimonyViews(
  testimonies: readonly Testimony[],
  viewer: User,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'testimonies'>,
): Promise<TestimonyView[]> {
  const now = deps.clock.now();
  const testimoniesWithOffers = await withVisibleOffers(testimonies, viewer, deps);
  return testimoniesWithOffers.map(({ testimony, offers }) =>
    createTestimonyView(testimony, offers, viewer, now),
  );
}

export async function loadTestimonyView(
  testimony: Testimony,
  viewer: User,
  deps: Parameters<typeof loadTestimonyViews>[2],
): Promise<TestimonyView> {
  const [testimonyWithOffers] = await withVisibleOffers([testimony], viewer, deps);
  return createTestimonyView(testimony, testimonyWithOffers?.offers ?? [], viewer, deps.clock.now());
}

/** Returns an offer as the viewer may see it. Only the expert who made it sees the commission. */
export function createOfferView(offer: Offer, testimony: Testimony, viewer: User): ResponseData<'Offer'> {
  const commission = offer.expert.id === viewer.id ? offer.commission : null;
  return {
    ...pick(offer, 'id', 'testimonyId'),
    price: toEuros(offer.price),
    commission: toEuros(commission),
    netAmount: commission === null ? null : toEuros(offer.price - commission),
    ...pick(offer, 'daysToComplete', 'note'),
    state: deriveOfferState(offer, testimony),
    expert: createExpertView(offer),
    createdAt: offer.createdAt,
  };
}

/**
 * Returns the client's contact as the viewer may see it. Viewers without access see at most the id. Before an offer is
 * accepted, the owner sees the contact of the account; in all other cases, the contact is the one that is stored with
 * the testimony.
 */
function createClientView(
  testimony: Testimony,
  viewer: User,
  seesContact: boolean,
  seesId: boolean,
): TestimonyView['client'] {
  const { clientId, acceptedOffer } = testimony;
  if (!seesContact) return { id: seesId ? clientId : null, ...NO_CONTACT };
  const isAccountContact = isOwner(testimony, viewer) && !acceptedOffer;
  const contact = toContact(isAccountContact ? viewer : testimony.contact);
  return {
    id: clientId,
    ...pick(contact, 'firstName', 'lastName', 'email', 'phone'),
    ...createContactView(contact),
  };
}

const createExpertView = ({ expert }: Offer) =>
  pick(expert, 'id', 'firstName', 'lastName', 'registrationNumber');
