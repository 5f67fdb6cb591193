/** What the marketplace should be like, kept beside the real one: infra/docs/api/testimonies.md in the fewest words. */
import { TESTIMONY_TRANSITIONS } from '../../lib/domain/model/testimony.ts';

export interface OfferModel {
  readonly id: string;
  readonly expert: number;
  /** Euros. */
  readonly price: number;
  state: 'open' | 'withdrawn' | 'accepted';
  /** Whether the client had a mail about it; undefined while its job waits. */
  told?: boolean;
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
  ended: 'open' | 'accepted' | 'refunded';
  /** Whether something befell its money that we may not have been told of. */
  isInDoubt?: boolean;
  /** Whether anything ever did. */
  isTroubled?: boolean;
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

const isShowable = ({ approved, reviewed }: Model, { expert }: OfferModel) =>
  approved[expert] === true && reviewed[expert] === true;

export const isAccepted = ({ state, isCancelledByOperator }: TestimonyModel) =>
  isCancelledByOperator === true || state === 'accepted' || state === 'completed';

/** Whether the client may begin to pay; money that then comes in asks no more for the review. */
export const isPayable = (model: Model, testimony: TestimonyModel, offer: OfferModel) =>
  isSellable(model, testimony, offer) && isShowable(model, offer);

const isSellable = ({ approved }: Model, testimony: TestimonyModel, offer: OfferModel) =>
  offer.state === 'open' && isOpen(testimony) && approved[offer.expert] === true;

export const isVisible = (model: Model, testimony: TestimonyModel, offer: OfferModel) =>
  offer.state !== 'withdrawn' && (!isOpen(testimony) || isShowable(model, offer));

/** All jobs have run: clients were told of the new offers that they may see. */
export function tell(model: Model): void {
  for (const offer of model.testimonies.flatMap(({ offers }) => offers)) {
    offer.told ??= offer.state !== 'withdrawn' && isShowable(model, offer);
  }
}

/** A paid session is reported. @returns whether its offer is the accepted one */
export function settle(model: Model, session: SessionModel): boolean {
  const { testimony, offer } = session;
  if (session.ended === 'open') {
    session.ended = isSellable(model, testimony, offer) ? 'accepted' : 'refunded';
    if (session.ended === 'accepted') [testimony.state, offer.state] = ['accepted', 'accepted'];
  }
  return session.ended === 'accepted';
}

/** What the offer amounts to for whoever sees it. */
export const shownState = (testimony: TestimonyModel, { state }: OfferModel) =>
  state === 'open' && !isOpen(testimony) ? 'lapsed' : state;

/** Whether the state machine has a way from one state to the other, or they are the same. */
export function isLegalTransition(from: string, to: string): boolean {
  const arrows: readonly { readonly from: readonly string[]; readonly to: string }[] =
    Object.values(TESTIMONY_TRANSITIONS);
  return from === to || arrows.some(arrow => arrow.to === to && arrow.from.includes(from));
}
