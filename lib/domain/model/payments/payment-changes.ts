/** Changes of checkouts, of the ledger and of differences, as parts of a decision (`model/change.ts`). */
import type { Difference } from './books.ts';
import type { Checkout } from './checkout-session.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { WaitingMoney } from './money-list.ts';

export interface PaymentChanges {
  /** A new checkout, which becomes the newest checkout of its offer. */
  'checkout-created': {
    readonly checkout: Checkout;
    /** The previously newest checkout of the offer. */
    readonly previous: Checkout | undefined;
    /**
     * Ids of the sessions whose pages the client may have open. The change is rejected when they have changed since
     * `before` was read.
     */
    readonly pages: { readonly before: readonly string[]; readonly after: readonly string[] };
  };
  /** A changed checkout. The change is rejected when the checkout has changed since `before` was read. */
  'checkout-changed': {
    readonly before: Checkout;
    readonly after: Checkout;
    readonly waiting: WaitingMoney | undefined;
  };
  /** A ledger entry. An entry with the same key is recorded only once. */
  'entry-recorded': { readonly entry: LedgerEntry };
  /**
   * Cents of a payout that no operator has released, counted per day. The change is rejected when `sent` has changed
   * since it was read.
   */
  'payout-counted': {
    readonly expertId: string;
    /** Day in Slovak time. */
    readonly day: string;
    readonly sent: number;
    readonly amount: number;
  };
  /**
   * A difference between the provider's balance and the ledger. The change is rejected when the difference is already
   * known or dismissed.
   */
  'difference-found': { readonly difference: Difference };
  'difference-resolved': { readonly difference: Difference };
  /** A difference that an operator has dismissed. It remains stored, so that it is not reported again. */
  'difference-dismissed': { readonly difference: Difference };
}
