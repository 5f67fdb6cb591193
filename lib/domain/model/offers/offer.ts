/** Offers of experts and their states (infra/docs/api/testimonies.md#offer). */
import * as v from 'valibot';
import { createExpertNameSchema } from '../accounts/account.ts';
import { nullableTextSchema, numberSchema, type Stored, textSchema } from '../schemas/record-schema.ts';

export const STORED_OFFER_STATES = ['open', 'withdrawn', 'accepted'] as const;

export const createOfferSchema = () =>
  v.object({
    id: textSchema,
    testimonyId: textSchema,
    clientId: textSchema,
    expert: v.object({ ...createExpertNameSchema().entries, id: textSchema }),
    /** Price in cents. */
    price: numberSchema,
    /** The platform's share of the price, in cents. */
    commission: numberSchema,
    daysToComplete: numberSchema,
    note: nullableTextSchema,
    /** Stored state; `deriveOfferState` returns the effective state, which can also be `lapsed`. */
    state: v.picklist(STORED_OFFER_STATES),
    createdAt: textSchema,
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
