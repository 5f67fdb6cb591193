/** Simplified model of the marketplace, with which the tests compare the real one (infra/docs/api/testimonies.md). */
import { TESTIMONY_TRANSITIONS } from '../../lib/domain/model/testimonies/testimony.ts';

export interface OfferModel {
  readonly id: string;
  readonly expert: number;
  /** Price in euros. */
  readonly price: number;
  state: 'open' | 'withdrawn' | 'accepted';
  /** Whether the client has received a mail about the offer; undefined while the mail job is pending. */
  isClientNotified?: boolean;
  /** Day in UTC on which the mail about the offer was sent. */
  notifiedOn?: string;
}

export interface TestimonyModel {
  readonly id: string;
  readonly client: number;
  readonly offers: OfferModel[];
  state: string;
  /** Whether an operator, the client or a full refund has cancelled the testimony after an offer was accepted. */
  isCancelledByOperator?: boolean;
  /** Whether the marketplace regards the payment as paid; set by `adoptMoney`. */
  isPaid?: boolean;
}

export interface SessionModel {
  readonly id: string;
  readonly testimony: TestimonyModel;
  readonly offer: OfferModel;
  /** Result of the payment in the service; `open` until the service has looked it up. */
  outcome: 'open' | 'accepted' | 'refunded' | 'closed';
  /** Time from which a job checks the session, in milliseconds since 1970. */
  readonly checkedAt: number;
  /** Whether the provider may have a fault or change of this payment that the service does not know. */
  isOutOfSync?: boolean;
  /** Whether a fault or change of this payment has ever been simulated. */
  hasHadFault?: boolean;
  /** Whether an operator has ordered a refund, which the platform may have to bear. */
  hasOrderedRefund?: boolean;
}

export interface Model {
  readonly testimonies: TestimonyModel[];
  readonly sessions: SessionModel[];
  crashes: number;
  /** Number of times that days have passed. */
  pauses: number;
  /** Whether each expert is approved, by the index of the expert. */
  readonly approved: boolean[];
  /** Whether the identity review of each expert is accepted and not pending again, by the index of the expert. */
  readonly reviewed: boolean[];
}

export const createModel = (experts: number): Model => ({
  testimonies: [],
  sessions: [],
  crashes: 0,
  pauses: 0,
  approved: Array.from({ length: experts }, () => true),
  reviewed: Array.from({ length: experts }, () => true),
});

export const isOpen = ({ state }: TestimonyModel) => state === 'pending' || state === 'offered';

const isOfferShowable = ({ approved, reviewed }: Model, { expert }: OfferModel) =>
  approved[expert] === true && reviewed[expert] === true;

export const isAccepted = ({ state, isCancelledByOperator }: TestimonyModel) =>
  isCancelledByOperator === true || state === 'accepted' || state === 'completed';

/**
 * Returns whether the client may start a checkout. After the start, the payment does not depend on the identity review.
 */
export const canStartCheckout = (model: Model, testimony: TestimonyModel, offer: OfferModel) =>
  canAcceptPayment(model, testimony, offer) && isOfferShowable(model, offer);

const canAcceptPayment = ({ approved }: Model, testimony: TestimonyModel, offer: OfferModel) =>
  offer.state === 'open' && isOpen(testimony) && approved[offer.expert] === true;

export const isVisibleToClient = (model: Model, testimony: TestimonyModel, offer: OfferModel) =>
  offer.state !== 'withdrawn' && (!isOpen(testimony) || isOfferShowable(model, offer));

/**
 * Marks the clients as notified of the new offers that they may see, at most once a day for each expert and testimony.
 * Call this function after all jobs have run.
 * @param now time of the marketplace's clock
 */
export function notifyClients(model: Model, now: Date): void {
  const day = now.toISOString().slice(0, 10);
  for (const { offers } of model.testimonies)
    for (const offer of offers.filter(({ isClientNotified }) => isClientNotified === undefined)) {
      const isRepeated = offers.some(
        ({ expert, notifiedOn }) => expert === offer.expert && notifiedOn === day,
      );
      offer.isClientNotified = offer.state !== 'withdrawn' && isOfferShowable(model, offer) && !isRepeated;
      if (offer.isClientNotified) offer.notifiedOn = day;
    }
}

/**
 * Accepts or refunds the payment of a session.
 * @returns whether the offer of the session is accepted
 */
export function settlePayment(model: Model, session: SessionModel): boolean {
  const { testimony, offer } = session;
  if (session.outcome === 'open')
    endSession(session, canAcceptPayment(model, testimony, offer) ? 'accepted' : 'refunded');
  return session.outcome === 'accepted';
}

/** Ends a session with an outcome that the model predicts or the marketplace reports. */
export function endSession(session: SessionModel, outcome: SessionModel['outcome']): void {
  session.outcome = outcome;
  if (outcome === 'accepted') [session.testimony.state, session.offer.state] = ['accepted', 'accepted'];
}

/**
 * Settles the payments that jobs have found without a report. A job closes the pages of an ended testimony or offer,
 * and another job checks a session after its end. Call this function after all jobs have run.
 * @param now time of the marketplace's clock
 */
export function settleFoundPayments(model: Model, now: Date): void {
  for (const session of model.sessions) {
    const isEnded = !isOpen(session.testimony) || session.offer.state !== 'open';
    const isFound = isEnded || now.getTime() >= session.checkedAt;
    if (isFound) settlePayment(model, session);
  }
}

/** Returns the id of an event about the session. A repeated event with the same id has no further effect. */
export const getEventId = ({ id }: SessionModel, number = 0) => `evt_${id}_${number}`;

/** Returns the offer state that users see: an open offer has lapsed once the testimony is no longer open. */
export const getShownState = (testimony: TestimonyModel, { state }: OfferModel) =>
  state === 'open' && !isOpen(testimony) ? 'lapsed' : state;

/** Returns whether the state machine permits the transition or both states are the same. */
export function isLegalTransition(from: string, to: string): boolean {
  const arrows: readonly { readonly from: readonly string[]; readonly to: string }[] =
    Object.values(TESTIMONY_TRANSITIONS);
  return from === to || arrows.some(arrow => arrow.to === to && arrow.from.includes(from));
}
