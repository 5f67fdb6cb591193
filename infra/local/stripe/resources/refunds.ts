/** The operation that creates full and partial refunds. */
import type Stripe from 'stripe';
import { formatEuros, StripeError } from '../responses.ts';
import type { Charge, PaymentIntent, Refund, StripeApiRequest, StripeEmulator } from '../types.ts';
import { changeDispute, computeLostAmount, isInquiry, isUndecided, listDisputes } from './disputes.ts';

type RefundCall = StripeApiRequest<Stripe.RefundCreateParams>;

/**
 * Creates a refund. Depending on the emulator's settings, the status of the refund changes later. A refund that exceeds
 * the available balance stays pending until money arrives. A full refund closes an inquiry.
 * @throws StripeError when the charge cannot be refunded by this amount
 */
export function createRefund(call: RefundCall): Refund {
  const { params, store, ledger, webhooks, now, controls } = call;
  const intent = findIntent(call);
  const charge = findCharge(call, intent);
  const remainingAmount = computeRefundableAmount(call, charge);
  const { amount = remainingAmount, metadata } = params;
  assertRefundable(call, charge, { amount, remainingAmount });
  const { begins, ends, afterSeconds } = intent.hidden.refunds ?? controls.refunds;
  const isFunded = ledger.getBalance().available >= amount;
  const id = store.createId('re_');
  const refund = store.create('refund', {
    id,
    amount,
    balance_transaction: ledger.recordMovement({ category: 'refund', amount: -amount, source: id, charge }),
    charge: charge.id,
    metadata,
    payment_intent: intent.id,
    ...(begins === 'pending' && { pending_reason: 'processing' as const }),
    ...(!isFunded && { pending_reason: 'insufficient_funds' as const }),
    status: isFunded ? begins : 'pending',
  });
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = amount_refunded === charge.amount;
  const updated = store.update(charge, { amount_refunded, refunded });
  if (isFunded && ends !== begins && afterSeconds !== null) {
    call.schedule({ name: 'complete-refund', subject: id, at: now() + afterSeconds, outcome: ends });
  }
  webhooks.send('refund.created', refund);
  webhooks.send('charge.refunded', updated);
  if (refunded) closeInquiries(call, charge);
  return refund;
}

function findIntent({ params, store }: RefundCall): PaymentIntent {
  const { charge, payment_intent } = params;
  const id = payment_intent ?? store.get('charge', String(charge), 'charge').payment_intent;
  return store.get('payment_intent', String(id), 'payment_intent');
}

function findCharge({ store }: StripeEmulator, intent: PaymentIntent): Charge {
  const charge = store.find('charge', intent.latest_charge);
  if (charge?.status === 'succeeded') return charge;
  const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
  throw new StripeError(400, message, { param: 'payment_intent' });
}

/** Computes the amount that can still be refunded, which excludes earlier refunds and lost disputes. */
export function computeRefundableAmount(provider: StripeEmulator, charge: Charge): number {
  return Math.max(0, charge.amount - charge.amount_refunded - computeLostAmount(provider, charge.id));
}

function assertRefundable(
  provider: StripeEmulator,
  charge: Charge,
  { amount, remainingAmount }: { readonly amount: number; readonly remainingAmount: number },
): void {
  const disputes = listDisputes(provider, charge.id);
  const isOpen = disputes.some(one => isUndecided(one) && !isInquiry(one));
  const isLost = remainingAmount === 0 && disputes.some(({ status }) => status === 'lost');
  if (isOpen || isLost) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new StripeError(400, message, { code: 'charge_disputed' });
  }
  if (remainingAmount === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw new StripeError(400, message, { code: 'charge_already_refunded' });
  }
  if (amount > remainingAmount) {
    const message = `Refund amount (${formatEuros(amount)}) is greater than unrefunded amount on charge (${formatEuros(remainingAmount)})`;
    throw new StripeError(400, message, { param: 'amount' });
  }
}

function closeInquiries(provider: StripeEmulator, { id }: Charge): void {
  const inquiries = listDisputes(provider, id).filter(one => isInquiry(one) && isUndecided(one));
  for (const inquiry of inquiries) changeDispute(provider, inquiry, 'warning_closed');
}
