/** Testimonies, offers, and the state machines of testimonies and offers (infra/docs/api/testimonies.md). */
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
  /** Id of the checkout whose payment accepted the offer. */
  readonly sessionId: string | null;
  /** Key of the finished document. It must not appear in responses or logs. */
  readonly document: string | null;
  /** Ids of all offers, including withdrawn ones, oldest first. */
  readonly offerIds: readonly string[];
  readonly createdAt: string;
  readonly acceptedAt: string | null;
  /**
   * Due date of the work. Initially, the due date is `daysToComplete` days (a field of the offer) after the acceptance
   * of the offer.
   */
  readonly dueAt: string | null;
  readonly completedAt: string | null;
  readonly cancelledAt: string | null;
  /** The client's payment for the accepted offer; null before an offer is accepted. */
  readonly payment: TestimonyPayment | null;
  /** Payout to the assigned expert; null before an offer is accepted. */
  readonly payout: TestimonyPayout | null;
  /** Pending payment by a delayed method, while the provider's page has said that the payment is under way. */
  readonly processing?: PendingPayment | null;
  /** The client's complaint about the delivered document, if there is one. */
  readonly complaint?: Complaint | null;
  /** Earlier versions of the document, oldest first. */
  readonly documents?: readonly DocumentVersion[];
  /** Result of the check of the document; absent or null without a document and for documents that are not checked. */
  readonly documentCheck?: DocumentCheck | null;
  /** Number of writes, for optimistic locking. */
  readonly version: number;
}

/** Payment by a delayed method, such as a bank transfer, that the provider has not confirmed yet. */
export interface PendingPayment {
  readonly sessionId: string;
  readonly offerId: string;
  /** Cents. */
  readonly amount: number;
  readonly since: string;
}

export interface Complaint {
  readonly reason: string;
  readonly madeAt: string;
  /** Null while the complaint is open. */
  readonly endedAt: string | null;
}

export interface DocumentVersion {
  /** Key of the document. It must not appear in responses or logs. */
  readonly key: string;
  readonly deliveredAt: string;
}

export type DocumentCheck = 'pending' | 'ok' | 'unreadable' | 'active-content';

export interface TestimonyPayment {
  readonly status: 'paid' | 'refunding' | 'refunded' | 'disputed';
  /** The provider's payment id, `pi_…`. */
  readonly paymentId: string;
  /** Cents. */
  readonly amount: number;
  /** The part of the amount that the platform keeps, in cents. */
  readonly commission: number;
  readonly paidAt: string;
  readonly refundedAt: string | null;
  /** Cents that went back to the client, by refunds and by lost disputes. Absent in older records, which means 0. */
  readonly refunded?: number;
  /** The part of `refunded` that the client's bank took in lost disputes, in cents. */
  readonly takenByBank?: number;
  /** Cents of refunds that have been ordered or started and have not arrived. */
  readonly returning?: number;
  /** Cents that open disputes hold. */
  readonly disputed?: number;
  /** Time since when the payment is disputed; the due date stands still. Null or absent while it is not. */
  readonly disputedSince?: string | null;
  /** Cents of refunds that the platform bears, by which the commission is reduced. */
  readonly borneByPlatform?: number;
  /** Refund that an operator has ordered and that has not reached the client yet. */
  readonly order?: RefundOrder | null;
  /** Cents that the platform holds for the payment, as of its last movement. */
  readonly held?: number;
}

/** Refund ordered by an operator. Its job reverses transfers first, if necessary, and then refunds the client. */
export interface RefundOrder {
  readonly id: string;
  /** Cents that the client gets. */
  readonly amount: number;
  /** The part of the amount that the platform bears, in cents. The expert bears the rest. */
  readonly fromPlatform: number;
  /** Whether the provider has received the refund, and has not confirmed it yet. */
  readonly isStarted?: boolean;
}

export interface TestimonyPayout {
  /**
   * `held` while there is a reason to wait (`payments/payout-hold.ts`); `owed` after delivery while the expert has no
   * verified payment account; `void` when nothing will be sent.
   */
  readonly status: 'held' | 'owed' | 'sent' | 'failed' | 'void';
  /** Cents. */
  readonly amount: number;
  readonly sentAt: string | null;
  /**
   * Id of the only job that may send the payout, so that the payout is not sent twice; null while no job has claimed
   * it.
   */
  readonly jobId: string | null;
  /** Whether an operator has dismissed the payout job, so that the unsent amount is never sent. */
  readonly ended?: boolean;
  /** Time from which the payout may be sent. Absent or null when there is no delay. */
  readonly dueAt?: string | null;
  /** Whether the payout job found that the expert is revoked, rejected or restricted. */
  readonly heldForExpert?: boolean;
  /** When an operator released the payout or the client confirmed the delivery. */
  readonly releasedAt?: string | null;
}

/** Returns whether the payout is still open: neither sent nor void, not ended, and the payment not refunded. */
export const isPayoutOpen = ({ payment, payout }: Pick<Testimony, 'payment' | 'payout'>): boolean =>
  payout !== null &&
  payout.status !== 'sent' &&
  payout.status !== 'void' &&
  !payout.ended &&
  payment?.status !== 'refunded';

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
  /** Stored state; `deriveOfferState` returns the effective state, which can also be `lapsed`. */
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
  /** Cancellation by an operator, or because the whole payment went back to the client. */
  cancelByOperator: { from: ['accepted'], to: 'cancelled' },
} as const satisfies Record<string, Transition<TestimonyState>>;

export const OFFER_TRANSITIONS = {
  withdraw: { from: ['open'], to: 'withdrawn' },
  accept: { from: ['open'], to: 'accepted' },
  lapse: { from: ['open'], to: 'lapsed' },
} as const satisfies Record<string, Transition<OfferState>>;

type TransitionName = keyof typeof TESTIMONY_TRANSITIONS;

/** Field that stores the time of each transition. */
const NOTED = {
  accept: 'acceptedAt',
  complete: 'completedAt',
  cancel: 'cancelledAt',
  cancelByOperator: 'cancelledAt',
} as const;

/**
 * Applies a transition and stores its time.
 * @throws DomainError `wrong-state` when the current state does not allow the transition
 */
export function applyTransition(testimony: Testimony, name: keyof typeof NOTED, now: Date): Testimony {
  if (!canTransition(name, testimony)) throw new DomainError('wrong-state');
  return { ...testimony, state: TESTIMONY_TRANSITIONS[name].to, [NOTED[name]]: now.toISOString() };
}

function canTransition(name: TransitionName, { state }: Pick<Testimony, 'state'>): boolean {
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

export function isOwner({ clientId }: Testimony, user: Pick<User, 'id'>): boolean {
  return clientId === user.id;
}

export function isAssigned({ acceptedOffer }: Testimony, user: Pick<User, 'id'>): boolean {
  return acceptedOffer?.expert.id === user.id;
}

/** Returns whether the user is the owner or the assigned expert. */
export function isParty(testimony: Testimony, user: Pick<User, 'id'>): boolean {
  return isOwner(testimony, user) || isAssigned(testimony, user);
}
