/**
 * Testimonies and their offers (infra/docs/api/testimonies.md): the records, and both state machines as data.
 */
import { DomainError } from '../errors.ts';
import type { Expert, User } from './account.ts';
import type { Contact } from './contact.ts';

export interface Testimony {
  readonly id: string;
  readonly clientId: string;
  readonly contact: Contact;
  readonly state: TestimonyState;
  readonly purpose: string;
  readonly realEstate: RealEstate;
  readonly notes: string | null;
  readonly cancellationReason: string | null;
  readonly acceptedOffer: Offer | null;
  /** The payment that accepted it. */
  readonly sessionId: string | null;
  /** Where the finished document lies. Never part of an answer or a log line. */
  readonly document: string | null;
  /** Of all offers ever made, withdrawn ones included, the oldest first. */
  readonly offerIds: readonly string[];
  readonly createdAt: string;
  readonly acceptedAt: string | null;
  /** When the work is to be delivered: the offer's days after acceptance. */
  readonly dueAt: string | null;
  readonly completedAt: string | null;
  readonly cancelledAt: string | null;
  /** Of the client, once there is one that accepted it. */
  readonly payment: TestimonyPayment | null;
  /** Of the assigned expert, from acceptance on. */
  readonly payout: TestimonyPayout | null;
  /** Counts writes, so that nobody overwrites what they have not read. */
  readonly version: number;
}

export interface TestimonyPayment {
  readonly status: 'paid' | 'refunding' | 'refunded' | 'disputed';
  /** At the provider, `pi_…`. */
  readonly paymentId: string;
  /** Cents. */
  readonly amount: number;
  /** The part of it that stays with us, in cents. */
  readonly commission: number;
  readonly paidAt: string;
  readonly refundedAt: string | null;
}

export interface TestimonyPayout {
  /** `held` before delivery, and while the payment is not ours to pass on; `owed` without a verified account. */
  readonly status: 'held' | 'owed' | 'sent' | 'failed';
  /** Cents. */
  readonly amount: number;
  readonly sentAt: string | null;
  /** The job that may send it: no other does, so that nobody is paid twice. */
  readonly jobId: string | null;
  /** An operator has dismissed its job: what was not sent is never sent. */
  readonly ended?: boolean;
}

/** Whether the expert is still to get money: what the client has back, nobody pays out. */
export const isUnpaid = ({ payment, payout }: Pick<Testimony, 'payment' | 'payout'>): boolean =>
  payout !== null && payout.status !== 'sent' && !payout.ended && payment?.status !== 'refunded';

export interface RealEstate {
  readonly type: string;
  readonly properties: Readonly<Record<string, number>> | null;
  readonly region: string;
  readonly address: {
    readonly line1: string | null;
    readonly line2: string | null;
    readonly city: string;
    readonly postalCode: string;
    readonly parcelNumber: string | null;
    readonly cadastralArea: string | null;
  };
  readonly addressCoords: Coordinates | null;
  readonly userCoords: Coordinates | null;
}

export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

export interface Offer {
  readonly id: string;
  readonly testimonyId: string;
  readonly clientId: string;
  readonly expert: Pick<Expert, 'id' | 'firstName' | 'lastName' | 'registrationNumber'>;
  /** Cents. */
  readonly price: number;
  readonly daysToComplete: number;
  readonly note: string | null;
  /** As written; `offerState` tells what it amounts to. */
  readonly state: Exclude<OfferState, 'lapsed'>;
  readonly createdAt: string;
}

export type TestimonyState = 'pending' | 'offered' | 'accepted' | 'completed' | 'cancelled';

export type OfferState = 'open' | 'withdrawn' | 'accepted' | 'lapsed';

interface Transition<State> {
  readonly from: readonly State[];
  readonly to: State;
}

export const TESTIMONY_TRANSITIONS = {
  offer: { from: ['pending', 'offered'], to: 'offered' },
  accept: { from: ['offered'], to: 'accepted' },
  complete: { from: ['accepted'], to: 'completed' },
  cancel: { from: ['pending', 'offered'], to: 'cancelled' },
  /** By an operator only. */
  giveUp: { from: ['accepted'], to: 'cancelled' },
} as const satisfies Record<string, Transition<TestimonyState>>;

export const OFFER_TRANSITIONS = {
  withdraw: { from: ['open'], to: 'withdrawn' },
  accept: { from: ['open'], to: 'accepted' },
  lapse: { from: ['open'], to: 'lapsed' },
} as const satisfies Record<string, Transition<OfferState>>;

type TransitionName = keyof typeof TESTIMONY_TRANSITIONS;

/** Where it is kept when something happened. */
const NOTED = {
  accept: 'acceptedAt',
  complete: 'completedAt',
  cancel: 'cancelledAt',
  giveUp: 'cancelledAt',
} as const;

/** @throws DomainError `wrong-state` for a transition that does not exist */
export function transition(testimony: Testimony, name: keyof typeof NOTED, now: Date): Testimony {
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
 * An open offer has lapsed once its testimony is no longer open to offers. Nobody has to write that,
 * so it cannot be forgotten, however many offers there are.
 */
export function deriveOfferState({ state }: Offer, testimony: Testimony): OfferState {
  return state === 'open' && !isOpen(testimony) ? OFFER_TRANSITIONS.lapse.to : state;
}

export function isOwner({ clientId }: Testimony, user: Pick<User, 'id'>): boolean {
  return clientId === user.id;
}

export function isAssigned({ acceptedOffer }: Testimony, user: Pick<User, 'id'>): boolean {
  return acceptedOffer?.expert.id === user.id;
}

/** Whoever has paid, and whoever was paid. */
export function isParty(testimony: Testimony, user: Pick<User, 'id'>): boolean {
  return isOwner(testimony, user) || isAssigned(testimony, user);
}
