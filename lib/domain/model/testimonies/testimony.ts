/** Testimonies and their states (infra/docs/api/testimonies.md). */
import * as v from 'valibot';
import { DomainError } from '../../errors.ts';
import type { Expert, User } from '../accounts/account.ts';
import { createContactSchema } from '../accounts/contact.ts';
import {
  createOfferSchema,
  OFFER_TRANSITIONS,
  type Offer,
  type OfferState,
  type Transition,
} from '../offers/offer.ts';
import { createPaymentSchema, createPayoutSchema, getEscrowNoticeDate } from '../payments/escrow.ts';
import {
  nullableTextSchema,
  numberSchema,
  optionalNumberSchema,
  optionalTextSchema,
  type Stored,
  textSchema,
} from '../schemas/record-schema.ts';
import { createComplaintSchema, createDocumentVersionSchema, DOCUMENT_CHECKS } from './delivered-document.ts';
import { createRealEstateSchema } from './real-estate.ts';

export const MAX_OPEN_OFFERS = 200;

export const TESTIMONY_STATES = ['pending', 'offered', 'accepted', 'completed', 'cancelled'] as const;

export const createTestimonySchema = () =>
  v.object({
    id: textSchema,
    clientId: textSchema,
    /** Market of the client. Only its experts can view the testimony and make offers. */
    market: optionalTextSchema,
    contact: createContactSchema(),
    state: v.picklist(TESTIMONY_STATES),
    purpose: textSchema,
    realEstate: createRealEstateSchema(),
    notes: nullableTextSchema,
    cancellationReason: nullableTextSchema,
    acceptedOffer: v.nullable(createOfferSchema()),
    /** Id of the checkout with which the accepted offer was paid. */
    sessionId: nullableTextSchema,
    /** Key of the newest version of the finished document. It must not appear in responses or logs. */
    document: nullableTextSchema,
    documents: v.array(createDocumentVersionSchema()),
    /**
     * Days between delivery and payout. The delivery sets them from the settings of the stage, unless the sandbox has
     * set them before.
     */
    payoutDelayDays: optionalNumberSchema,
    complaint: v.nullable(createComplaintSchema()),
    /** Result of the check of the newest document; `pending` until the job has run. Null before delivery. */
    documentCheck: v.nullable(v.picklist(DOCUMENT_CHECKS)),
    /**
     * Ids of the offers that are open, or were open when the testimony was accepted or cancelled, unordered. They are
     * stored as a set, so that offers can be added and removed without reading the testimony. The set is absent when it
     * is empty, because DynamoDB has no empty sets.
     */
    openOfferIds: v.optional(
      v.pipe(
        v.set(textSchema),
        v.transform(ids => [...ids]),
      ),
      () => new Set<string>(),
    ),
    createdAt: textSchema,
    /**
     * Time from which experts can list a testimony whose client had no verified address at its creation. Null before
     * that time; absent if experts could list the testimony at once.
     */
    visibleSince: v.exactOptional(nullableTextSchema),
    /** Time of the first offer; absent while there is none. */
    firstOfferAt: optionalTextSchema,
    acceptedAt: nullableTextSchema,
    /** Due date of the work. At first, it is the acceptance of the offer plus the offer's `daysToComplete` days. */
    dueAt: nullableTextSchema,
    completedAt: nullableTextSchema,
    cancelledAt: nullableTextSchema,
    /** The client's payment for the accepted offer; null before an offer is accepted. */
    payment: v.nullable(createPaymentSchema()),
    /** Payout to the assigned expert; null before an offer is accepted. */
    payout: v.nullable(createPayoutSchema()),
    /** Number of writes, for optimistic locking. */
    version: numberSchema,
  });

export type Testimony = Stored<typeof createTestimonySchema>;
export type TestimonyState = Testimony['state'];

export const TESTIMONY_TRANSITIONS = {
  offer: { from: ['pending', 'offered'], to: 'offered' },
  accept: { from: ['offered'], to: 'accepted' },
  complete: { from: ['accepted'], to: 'completed' },
  cancel: { from: ['pending', 'offered'], to: 'cancelled' },
  /** Cancellation by an operator, or after a full refund of the payment. */
  cancelByOperator: { from: ['accepted'], to: 'cancelled' },
  /** Cancellation by the client of a testimony that is long overdue. */
  cancelOverdue: { from: ['accepted'], to: 'cancelled' },
} as const satisfies Record<string, Transition<TestimonyState>>;

type TransitionName = keyof typeof TESTIMONY_TRANSITIONS;

/** Field that stores the time of each transition. */
const NOTED = {
  accept: 'acceptedAt',
  complete: 'completedAt',
  cancel: 'cancelledAt',
  cancelByOperator: 'cancelledAt',
  cancelOverdue: 'cancelledAt',
} as const;

/**
 * Applies a transition and stores its time.
 * @throws DomainError `wrong-state` when the current state does not allow the transition
 */
export function applyTransition(testimony: Testimony, name: keyof typeof NOTED, now: Date): Testimony {
  if (!canTransition(name, testimony)) throw new DomainError('wrong-state');
  return { ...testimony, state: TESTIMONY_TRANSITIONS[name].to, [NOTED[name]]: now.toISOString() };
}

export function canTransition(name: TransitionName, { state }: Pick<Testimony, 'state'>): boolean {
  const { from }: Transition<TestimonyState> = TESTIMONY_TRANSITIONS[name];
  return from.includes(state);
}

export function isOpen(testimony: Pick<Testimony, 'state'>): boolean {
  return canTransition('offer', testimony);
}

/**
 * Derives the effective state of an offer. An open offer has lapsed once its testimony is no longer open to offers. The
 * state `lapsed` is derived and never stored, so no offer is written when it lapses.
 */
export function deriveOfferState({ state }: Offer, testimony: Testimony): OfferState {
  return state === 'open' && !isOpen(testimony) ? OFFER_TRANSITIONS.lapse.to : state;
}

/** Returns whether the testimony is in the market and in one of the regions of the expert. */
export const isInReachOf = (
  { market, realEstate }: Pick<Testimony, 'market' | 'realEstate'>,
  expert: Pick<Expert, 'market' | 'regions'>,
): boolean => market === expert.market && expert.regions.includes(realEstate.region);

export function isOwner({ clientId }: Testimony, user: Pick<User, 'id'>): boolean {
  return clientId === user.id;
}

export function isAssigned({ acceptedOffer }: Testimony, user: Pick<User, 'id'>): boolean {
  return acceptedOffer?.expert.id === user.id;
}

export function isParty(testimony: Testimony, user: Pick<User, 'id'>): boolean {
  return isOwner(testimony, user) || isAssigned(testimony, user);
}

/** Lists the ids of the owner and of the assigned expert, if there is one. */
export const listPartyIds = ({ clientId, acceptedOffer }: Testimony): string[] =>
  acceptedOffer ? [clientId, acceptedOffer.expert.id] : [clientId];

/** Returns the testimony number, short enough for a phone call: the last eight digits of the id, which are random. */
export const getTestimonyNumber = (id: string): string => id.slice(-8).toUpperCase();

/**
 * Actions of clients and experts, in the order in which responses list them (infra/docs/api/testimonies.md#testimony).
 */
export const TESTIMONY_ACTIONS = [
  'offer',
  'withdraw',
  'checkout',
  'cancel',
  'complete',
  'download',
  'confirm',
  'complain',
] as const;

export type TestimonyAction = (typeof TESTIMONY_ACTIONS)[number];

/**
 * Returns the date from which a paid testimony is listed as overdue for operators: its due date or the escrow notice
 * date, whichever is earlier.
 */
export function getOperatorListDate({ dueAt, payment }: Pick<Testimony, 'dueAt' | 'payment'>): string {
  const dates = [dueAt, payment && getEscrowNoticeDate(payment.paidAt)].filter(date => date !== null);
  return dates.sort()[0] ?? '';
}
