/** Offers of experts and their states (infra/docs/api/testimonies.md#offer). */
import type { Expert } from '../accounts/account.ts';

export interface Offer {
  readonly id: string;
  readonly testimonyId: string;
  readonly clientId: string;
  readonly expert: Pick<Expert, 'id' | 'firstName' | 'lastName' | 'registrationNumber'>;
  /** Price in cents. */
  readonly price: number;
  /** The platform's share of the price, in cents. */
  readonly commission: number;
  readonly daysToComplete: number;
  readonly note: string | null;
  /** Stored state; `deriveOfferState` returns the effective state, which can also be `lapsed`. */
  readonly state: Exclude<OfferState, 'lapsed'>;
  readonly createdAt: string;
}

export type OfferState = 'open' | 'withdrawn' | 'accepted' | 'lapsed';

export interface Transition<State> {
  readonly from: readonly State[];
  readonly to: State;
}

export const OFFER_TRANSITIONS = {
  withdraw: { from: ['open'], to: 'withdrawn' },
  accept: { from: ['open'], to: 'accepted' },
  lapse: { from: ['open'], to: 'lapsed' },
} as const satisfies Record<string, Transition<OfferState>>;
