/** Activity entries of clients and experts for changes to testimonies, offers, payments and mails. */
import type { Activity } from '../model/activity/activity.ts';
import type { ActivityType } from '../model/activity/activity-types.ts';
import type { Job } from '../model/jobs/job.ts';
import type { MailRecord } from '../model/mails/mail-record.ts';
import type { Offer } from '../model/offers/offer.ts';
import type { Checkout } from '../model/payments/checkout-session.ts';
import { getConfirmedAt } from '../model/payments/escrow.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import type { LedgerDraft } from '../money/ledger.ts';

export function listCreationActivities({ id, clientId }: Testimony): Activity[] {
  return [createTestimonyActivity(id, clientId, 'testimony.created')];
}

export function listOfferActivities(offer: Offer, what: 'made' | 'withdrawn'): Activity[] {
  return [
    createOfferActivity(offer, offer.expert.id, `offer.${what}`),
    createOfferActivity(offer, offer.clientId, what === 'made' ? 'offer.received' : 'offer.withdrawn'),
  ];
}

export function listTestimonyActivities(before: Testimony, after: Testimony): Activity[] {
  const { id, clientId, acceptedOffer, state, payment, payout, complaint } = after;
  const expertId = acceptedOffer?.expert.id;
  const toClient = (type: ActivityType) => [createTestimonyActivity(id, clientId, type)];
  const toExpert = (type: ActivityType) => (expertId ? [createTestimonyActivity(id, expertId, type)] : []);
  const toBoth = (type: ActivityType) => [...toClient(type), ...toExpert(type)];

  const hasLeftOfferStage = state !== 'pending' && state !== 'offered';
  const isDueDateChanged = before.dueAt !== null && before.dueAt !== after.dueAt;
  return [
    ...(acceptedOffer && expertId && !before.acceptedOffer
      ? [createOfferActivity(acceptedOffer, expertId, 'offer.accepted')]
      : []),
    ...(state !== before.state && hasLeftOfferStage ? toBoth(`testimony.${state}`) : []),
    ...(isDueDateChanged ? toBoth('testimony.due-changed') : []),
    ...(isCorrected(before, after) ? toBoth('testimony.corrected') : []),
    ...(getConfirmedAt(payout) && !getConfirmedAt(before.payout) ? toBoth('testimony.confirmed') : []),
    ...(complaint && !before.complaint ? toBoth('complaint.made') : []),
    ...(complaint?.endedAt && !before.complaint?.endedAt ? toBoth('complaint.ended') : []),
    ...(payment && payment.status !== before.payment?.status ? toClient(`payment.${payment.status}`) : []),
    ...(payout && payout.status !== before.payout?.status ? toExpert(`payout.${payout.status}`) : []),
  ];
}

const isCorrected = (before: Testimony, after: Testimony) =>
  before.document !== null && before.document !== after.document;

/**
 * Creates the entries for the refund of a payment that accepted no offer. `listTestimonyActivities` creates the entries
 * for all other payments.
 */
export function listCheckoutActivities(before: Checkout, after: Checkout): Activity[] {
  const { testimonyId, clientId, state, payment } = after;
  if (state !== 'late' || payment.status === before.payment?.status) return [];
  return [createTestimonyActivity(testimonyId, clientId, `payment.${payment.status}`)];
}

/** A payment before and after its synchronisation with the provider. */
interface SyncedPayment {
  readonly checkout: Checkout;
  readonly testimony: Testimony;
  readonly after: { readonly checkout: Checkout; readonly testimony: Testimony };
  readonly draft: LedgerDraft;
}

export function listPaymentActivities({ checkout, testimony, after, draft }: SyncedPayment): Activity[] {
  const changes = [
    ...listCheckoutActivities(checkout, after.checkout),
    ...listTestimonyActivities(testimony, after.testimony),
  ];
  const isRefund = draft.fresh.some(({ kind }) => kind === 'refund' || kind === 'outside-refund');
  if (!isRefund || changes.some(({ type }) => type.startsWith('payment.'))) return changes;
  const { testimonyId, clientId } = checkout;
  return [...changes, createTestimonyActivity(testimonyId, clientId, 'payment.partly-refunded')];
}

/**
 * Creates the entry for a lapsed offer. No record stores that an offer has lapsed, because the state of the testimony
 * implies it. The entry is therefore derived from the mail job that notifies the expert.
 */
export function listLapsedOfferActivities({ task }: Job): Activity[] {
  const isLapse = task.kind === 'mail' && (task.mail === 'not-chosen' || task.mail === 'cancelled');
  return isLapse ? [createTestimonyActivity(task.testimonyId, task.userId, 'offer.lapsed')] : [];
}

export function listMailActivities({ id, userId, state }: MailRecord): Activity[] {
  return state === 'sent'
    ? [{ userId, type: 'mail.sent', about: { kind: 'mail', id }, testimonyId: null }]
    : [];
}

const createTestimonyActivity = (id: string, userId: string, type: ActivityType): Activity => ({
  userId,
  type,
  about: { kind: 'testimony', id },
  testimonyId: id,
});

const createOfferActivity = (
  { id, testimonyId }: Pick<Offer, 'id' | 'testimonyId'>,
  userId: string,
  type: ActivityType,
): Activity => ({ userId, type, about: { kind: 'offer', id }, testimonyId });
