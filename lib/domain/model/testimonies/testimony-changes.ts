/** Changes of testimonies and offers, as parts of a decision (`model/change.ts`). */
import type { Offer } from '../offers/offer.ts';
import type { WaitingMoney } from '../payments/money-list.ts';
import type { Testimony } from './testimony.ts';

export interface TestimonyChanges {
  'testimony-created': { readonly testimony: Testimony };
  /** A changed testimony. The change is rejected when the testimony has changed since `before` was read. */
  'testimony-changed': {
    readonly before: Testimony;
    readonly after: Testimony;
    readonly waiting: WaitingMoney | undefined;
  };
  /** A new offer on an open testimony, by an expert without an open offer on it. */
  'offer-created': {
    readonly offer: Offer;
    readonly region: string;
  };
  'offer-withdrawn': { readonly offer: Offer };
  'offer-accepted': { readonly offer: Offer };
}
