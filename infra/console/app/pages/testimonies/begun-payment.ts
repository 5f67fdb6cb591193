/**
 * Payment that the user has begun in this tab. It tells the pages after the payment page for what the user wanted to
 * pay, but not whether it was paid: the user may have paid without coming back to this tab.
 */
import type { Testimony } from '../../../../client/runtime/index.ts';
import { removeDraft } from '../../core/drafts.ts';
import { tabStorage } from '../../core/storage.ts';

const STORAGE_KEY = 'begun-payment';

interface BegunPayment {
  readonly testimonyId: string;
  readonly offerId: string;
  /** Time in ISO 8601. */
  readonly begunAt: string;
}

export function readBegunPayment(): BegunPayment | undefined {
  const payment = tabStorage.getObject<BegunPayment>(STORAGE_KEY);
  return payment.testimonyId ? payment : undefined;
}

export const storeBegunPayment = (payment: BegunPayment): void =>
  tabStorage.setItem(STORAGE_KEY, JSON.stringify(payment));

/** Forgets the payment and the input of the checkout form after the payment. */
export function clearBegunPayment(): void {
  tabStorage.removeItem(STORAGE_KEY);
  removeDraft('checkout');
}

export const getCheckoutPath = ({ testimonyId, offerId }: Pick<BegunPayment, 'testimonyId' | 'offerId'>) =>
  `/testimonies/${testimonyId}/checkout/${offerId}`;

/** Returns the begun payment of a testimony whose offer can still be paid. */
export function findUnfinishedPayment({ id, offers, allowedActions }: Testimony): BegunPayment | undefined {
  const payment = readBegunPayment();
  const isPayable =
    payment?.testimonyId === id &&
    allowedActions.includes('checkout') &&
    offers.some(offer => offer.id === payment.offerId && offer.state === 'open');
  return isPayable ? payment : undefined;
}
