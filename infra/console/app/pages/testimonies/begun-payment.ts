/**
 * Payment that the user has begun in this tab. It tells the page that opens after the payment page what the user wanted
 * to pay for. It does not tell whether the payment succeeded: the user may have paid without coming back to this tab.
 */
import { type CheckoutOfferData, isProblem, type Testimony } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { readDraft, removeDraft, storeDraft } from '../../core/drafts.ts';
import { useOnReturn, useResource } from '../../core/resource.ts';

/** The payment is stored like a draft, because it has personal data of the user. */
const DRAFT = 'begun-payment';

interface PaymentRequest {
  readonly testimonyId: string;
  readonly offerId: string;
  /** Data of the payer. */
  readonly body: CheckoutOfferData['body'];
}

interface BegunPayment extends PaymentRequest {
  /** Id of the provider's session, if the URL of the payment page contains it. */
  readonly sessionId?: string | undefined;
}

export function readBegunPayment(): BegunPayment | undefined {
  const payment = readDraft<BegunPayment>(DRAFT);
  return payment.testimonyId ? payment : undefined;
}

/** Opens the hosted checkout page, which is the same one as before until it expires. */
export async function openPaymentPage({ testimonyId, offerId, body }: PaymentRequest): Promise<void> {
  const { url } = await api.checkoutOffer({ path: { offerId }, body });
  const sessionId = /cs_\w+/.exec(url)?.[0];
  storeDraft(DRAFT, { testimonyId, offerId, body, sessionId });
  location.assign(url);
  // Keeps the button disabled until the browser opens the page.
  await new Promise(resolve => setTimeout(resolve, 3000));
}

/** Deletes the begun payment and the draft of the checkout form. */
export function clearBegunPayment(): void {
  removeDraft(DRAFT);
  removeDraft('checkout');
}

/** A begun payment whose offer can still be paid for. */
export interface UnfinishedPayment extends BegunPayment {
  /** Whether the API has confirmed that nothing was charged. If this is false, the payment may have succeeded. */
  readonly isUnpaid: boolean;
}

function findUnfinishedPayment({ id, offers, allowedActions }: Testimony): BegunPayment | undefined {
  const payment = readBegunPayment();
  const isPayable =
    payment?.testimonyId === id &&
    allowedActions.includes('checkout') &&
    offers.some(offer => offer.id === payment.offerId && offer.state === 'open');
  return isPayable ? payment : undefined;
}

/**
 * Returns the unfinished payment of a testimony. If the payment has succeeded in the meantime, the hook accepts its
 * offer and reloads the testimony.
 */
export function useUnfinishedPayment(
  testimony: Testimony,
  reload: () => Promise<void>,
): UnfinishedPayment | undefined {
  const payment = findUnfinishedPayment(testimony);
  const sessionId = payment?.sessionId;
  const lookUp = useResource(async (): Promise<'settled' | 'unpaid' | 'unknown'> => {
    if (!sessionId) return 'unknown';
    try {
      await api.acceptOffer({ body: { sessionId } });
    } catch (problem) {
      if (isProblem(problem, 'acceptOffer', 'payment-not-made')) return 'unpaid';
      // After `wrong-state`, the payment is being refunded.
      if (!isProblem(problem, 'acceptOffer', 'wrong-state')) return 'unknown';
    }
    clearBegunPayment();
    await reload();
    return 'settled';
  }, sessionId ?? '');
  // The user may have paid in another tab.
  useOnReturn(() => void lookUp.reload());
  return payment && { ...payment, isUnpaid: lookUp.data === 'unpaid' };
}
