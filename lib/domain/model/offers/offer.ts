/** Offers of experts and their states (infra/docs/api/testimonies.md#offer). */
import * as v from 'valibot';
import { createExpertNameSchema } from '../accounts/account.ts';
import { nullableText, number, type Stored, text } from '../schemas/record-schema.ts';

export const STORED_OFFER_STATES = ['open', 'withdrawn', 'accepted'] as const;

export const createOfferSchema = () =>
  v.object({
    id: text,
    testimonyId: text,
    clientId: text,
    expert: v.object({ ...createExpertNameSchema().entries, id: text }),
    /** Price in cents. */
    price: number,
    /** The platform's share of the price, in cents. */
    commission: number,
    daysToComplete: number,
    note: nullableText,
    /** Stored state; `deriveOfferState` returns the effective state, which can also be `lapsed`. */
    state: v.picklist(STORED_OFFER_STATES),
    createdAt: text,
  });

export type Offer = Stored<typeof createOfferSchema>;

export type OfferState = Offer['state'] | 'lapsed';

export interface Transition<State> {
  readonly from: readonly State[];
  readonly to: State;
}

export const OFFER_TRANSITIONS = {
  withdraw: { from: ['open'], to: 'withdrawn' },
  accept: { from: ['open'], to: 'accepted' },
  lapse: { from: ['open'], to: 'lapsed' },
} as const satisfies Record<string, Transition<OfferState>>;
