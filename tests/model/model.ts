/** What the marketplace should be like, kept beside the real one: infra/docs/api/testimonies.md in the fewest words. */
import { TESTIMONY_TRANSITIONS } from '../../lib/domain/model/testimony.ts';

export interface OfferModel {
  readonly id: string;
  readonly expert: number;
  /** Euros. */
  readonly price: number;
  state: 'open' | 'withdrawn' | 'accepted';
  /** Whether the client had a mail about it; undefined while its job waits. */
  isClientNotified?: boolean;
}

export interface TestimonyModel {
  readonly id: string;
  readonly client: number;
  readonly offers: OfferModel[];
  state: string;
  /** Cancelled by an operator when it was accepted. */
  isCancelledByOperator?: boolean;
}

export interface SessionModel {
  readonly id: string;
  readonly testimony: TestimonyModel;
  readonly offer: OfferModel;
  outcome: 'open' | 'accepted' | 'refunded';
  /** Whether something befell its money that we may not have been told of. */
  isOutOfSync?: boolean;
  /** Whether anything ever did. */
  hasHadFault?: boolean;
}

export interface Model {
  readonly testimonies: TestimonyModel[];
  readonly sessions: SessionModel[];
  /** How often the process has died. */
  crashes: number;
  /** By the number of the expert. */
  readonly approved: boolean[];
  /** By the number of the expert: whether the identity review is accepted, or has begun anew. */
  readonly reviewed: boolean[];
}

export const createModel = (experts: number): Model => ({
  testimonies: [],
  sessions: [],
  crashes: 0,
  approved: Array.from({ length: experts }, () => true),
  reviewed: Array.from({ length: experts }, () => true),
});

export const isOpen = ({ state }: TestimonyModel) => state === 'pending' || state === 'offered';

const isOfferShowable = ({ approved, reviewed }: Model, { expert }: OfferModel) =>
  approved[expert] === true && reviewed[expert] === true;

export const isAccepted = ({ state, isCancelledByOperator }: TestimonyModel) =>
  isCancelledByOperator === true || state === 'accepted' || state === 'completed';

/** Whether the client may begin to pay; money that then comes in asks no more for the review. */
export const canStartCheckout = (model: Model, testimony: TestimonyModel, offer: OfferModel) =>
  canAcceptPayment(model, testimony, offer) && isOfferShowable(model, offer);

const canAcceptPayment = ({ approved }: Model, testimony: TestimonyModel, offer: OfferModel) =>
  offer.state === 'open' && isOpen(testimony) && approved[offer.expert] === true;

export const isVisibleToClient = (model: Model, testimony: TestimonyModel, offer: OfferModel) =>
  offer.state !== 'withdrawn' && (!isOpen(testimony) || isOfferShowable(model, offer));

/** All jobs have run: clients were told of the new offers that they may see. */
export function notifyClients(model: Model): void {
  for (const offer of model.testimonies.flatMap(({ offers }) => offers)) {
    offer.isClientNotified ??= offer.state !== 'withdrawn' && isOfferShowable(model, offer);
  }
}

/** A paid session is reported. @returns whether its offer is the accepted one */
export function settlePayment(model: Model, session: SessionModel): boolean {
  const { testimony, offer } = session;
  if (session.outcome === 'open') {
    session.outcome = canAcceptPayment(model, testimony, offer) ? 'accepted' : 'refunded';
    if (session.outcome === 'accepted') [testimony.state, offer.state] = ['accepted', 'accepted'];
  }
  return session.outcome === 'accepted';
}

/** What the offer amounts to for whoever sees it. */
export const getShownState = (testimony: TestimonyModel, { state }: OfferModel) =>
  state === 'open' && !isOpen(testimony) ? 'lapsed' : state;

/** Whether the state machine has a way from one state to the other, or they are the same. */
export function isLegalTransition(from: string, to: string): boolean {
  const arrows: readonly { readonly from: readonly string[]; readonly to: string }[] =
    Object.values(TESTIMONY_TRANSITIONS);
  return from === to || arrows.some(arrow => arrow.to === to && arrow.from.includes(from));
}
