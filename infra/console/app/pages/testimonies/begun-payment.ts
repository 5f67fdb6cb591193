/**
 * Payment that the user has begun in this tab. It tells the page that opens after the payment page what the user wanted
 * to pay for. It does not tell whether the payment succeeded: the user may have paid without coming back to this tab.
 */
import type { CheckoutOfferData, Testimony } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { readDraft, removeDraft, storeDraft } from '../../core/drafts.ts';

/** The payment is stored as a draft, so that its personal data is deleted when the user signs out. */
const DRAFT = 'begun-payment';

interface BegunPayment {
  readonly testimonyId: string;
  readonly offerId: string;
  /** Data of the payer. */
  readonly body: CheckoutOfferData['body'];
}

export function readBegunPayment(): BegunPayment | undefined {
  const payment = readDraft<BegunPayment>(DRAFT);
  return payment.testimonyId ? payment : undefined;
}

/**
 * Opens the hosted checkout page. Until that page expires, each call opens the same page. If the client has already
 * paid, the API accepts the offer and rejects the request, so nobody pays twice (infra/docs/api/payments.md#checkout).
 */
export async function openPaymentPage(payment: BegunPayment): Promise<void> {
  const { offerId, body } = payment;
  const { url } = await api.checkoutOffer({ path: { offerId }, body });
  storeDraft(DRAFT, payment);
  location.assign(url);
  // This pause keeps the button disabled while the browser loads the checkout page.
  await new Promise(resolve => setTimeout(resolve, 3000));
}

/** Deletes the begun payment and the draft of the checkout form. */
export function clearBegunPayment(): void {
  removeDraft(DRAFT);
  removeDraft('checkout');
}

/** Returns the begun payment of a testimony if its offer can still be paid for. */
export function findUnfinishedPayment({ id, offers, allowedActions }: Testimony): BegunPayment | undefined {
  const payment = readBegunPayment();
  const isPayable =
    payment?.testimonyId === id &&
    allowedActions.includes('checkout') &&
    offers.some(offer => offer.id === payment.offerId && offer.state === 'open');
  return isPayable ? payment : undefined;
}
