/** Opens disputes and inquiries. */
import { StripeError } from '../responses.ts';
import type { Charge, Dispute, StripeEmulator } from '../types.ts';
import { isUndecided, listDisputes, withdrawFunds } from './disputes.ts';
import { completeRefund } from './refund-completion.ts';

const RESPONSE_SECONDS = 7 * 24 * 3600;

export interface DisputeInput {
  /** Disputed amount in cents. By default, it is the part of the charge that is not refunded. */
  readonly amount?: number | undefined;
  /** Whether the bank only asks a question, which takes no money. */
  readonly isInquiry?: boolean | undefined;
}

/**
 * Opens a dispute or an inquiry. A dispute makes pending refunds of the charge fail, because the bank returns the money
 * instead.
 * @throws StripeError when the charge has an undecided dispute or inquiry, or the amount is not a part of the charge
 */
export function openDispute(
  provider: StripeEmulator,
  { id: chargeId }: Charge,
  { amount: givenAmount, isInquiry = false }: DisputeInput,
): Dispute {
  const { store, webhooks, now } = provider;
  if (listDisputes(provider, chargeId).some(isUndecided)) {
    throw new StripeError(400, `The charge ${chargeId} is disputed already.`);
  }
  const amount = givenAmount ?? computeDisputableAmount(provider, chargeId);
  if (amount < 1 || amount > store.get('charge', chargeId).amount) {
    throw new StripeError(400, 'The disputed amount must be a part of the charge.', { param: 'amount' });
  }
  if (!isInquiry) failPendingRefunds(provider, chargeId);
  const charge = store.get('charge', chargeId);
  const dispute = store.create('dispute', {
    amount,
    balance_transactions: [],
    charge: charge.id,
    evidence_details: { due_by: now() + RESPONSE_SECONDS },
    payment_intent: charge.payment_intent,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  });
  if (!isInquiry) return withdrawFunds(provider, dispute, 'charge.dispute.created');
  webhooks.send('charge.dispute.created', dispute);
  return dispute;
}

const listPendingRefunds = ({ store }: StripeEmulator, chargeId: string) =>
  store
    .list('refund')
    .filter(
      ({ charge, status }) => charge === chargeId && ['pending', 'requires_action'].includes(String(status)),
    );

/** Computes the part of a charge that is not refunded. Pending refunds belong to this part. */
function computeDisputableAmount(provider: StripeEmulator, chargeId: string): number {
  const { amount, amount_refunded } = provider.store.get('charge', chargeId);
  const pending = listPendingRefunds(provider, chargeId).reduce((sum, refund) => sum + refund.amount, 0);
  return amount - amount_refunded + pending;
}

function failPendingRefunds(provider: StripeEmulator, chargeId: string): void {
  for (const refund of listPendingRefunds(provider, chargeId)) completeRefund(provider, refund, 'failed');
}
