/** Operations that create and settle full and partial refunds. */
import type Stripe from 'stripe';
import { formatEuros, StripeError } from '../responses.ts';
import type {
  Charge,
  PaymentIntent,
  Refund,
  SettlementOutcome,
  StripeApiRequest,
  StripeEmulator,
} from '../types.ts';
import { reverseTransfer } from './transfers.ts';

type RefundCall = StripeApiRequest<Stripe.RefundCreateParams>;

/**
 * Creates a refund. Depending on the emulator's settings, the status of the refund changes later.
 *
 * @throws StripeError when the charge cannot be refunded by this amount
 */
export function createRefund(call: RefundCall): Refund {
  const { params, store, ledger, webhooks, now, controls } = call;
  const intent = findIntent(call);
  const charge = findCharge(call, intent);
  const { amount = charge.amount - charge.amount_refunded, metadata, reason } = params;
  assertRefundable(call, charge, amount);
  assertDestinationCharge(call, intent);
  const transfer_reversal = refundDestinationCharge(call, { intent, charge, amount });
  const { begins, ends, afterSeconds } = intent.hidden.refunds ?? controls.refunds;
  const id = store.createId('re_');
  const refund = store.create('refund', {
    id,
    amount,
    balance_transaction: ledger.recordMovement({ category: 'refund', amount: -amount, source: id, charge }),
    charge: charge.id,
    metadata,
    payment_intent: intent.id,
    ...(begins === 'pending' && { pending_reason: 'processing' as const }),
    reason,
    status: begins,
    transfer_reversal,
  });
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = amount_refunded === charge.amount;
  const updated = store.update(charge, { amount_refunded, refunded });
  if (ends !== begins && afterSeconds !== null) {
    call.schedule({ name: 'settle-refund', subject: id, at: now() + afterSeconds, outcome: ends });
  }
  void webhooks.send('refund.created', refund);
  void webhooks.send('charge.refunded', updated);
  return refund;
}

/** Settles a refund. If the refund fails, the refunded amount returns to the balance. */
export async function settleRefund(
  provider: StripeEmulator,
  refund: Refund,
  outcome: SettlementOutcome,
): Promise<void> {
  const { store, webhooks } = provider;
  if (refund.status === 'failed' || refund.status === outcome) return;
  const failure = outcome === 'failed' && undoRefund(provider, refund);
  const settled = store.update(refund, { ...failure, pending_reason: undefined, status: outcome });
  if (outcome === 'failed') await webhooks.send('refund.failed', settled);
  await webhooks.send('refund.updated', settled);
}

function undoRefund({ store, ledger }: StripeEmulator, { id, amount, charge: chargeId }: Refund) {
  const charge = store.get('charge', String(chargeId));
  store.update(charge, { amount_refunded: charge.amount_refunded - amount, refunded: false });
  return {
    failure_balance_transaction: ledger.recordMovement({
      category: 'refund_failure',
      amount,
      source: id,
      charge,
    }),
    failure_reason: 'expired_or_canceled_card',
  };
}

function findIntent({ params, store }: RefundCall): PaymentIntent {
  const { charge, payment_intent } = params;
  if (payment_intent) return store.get('payment_intent', payment_intent, 'payment_intent');
  if (charge)
    return store.get('payment_intent', String(store.get('charge', charge, 'charge').payment_intent));
  const message =
    'One of the following params should be provided for this request: payment_intent or charge.';
  throw new StripeError(400, message);
}

function findCharge({ store }: StripeEmulator, intent: PaymentIntent): Charge {
  const charge = store.find('charge', intent.latest_charge);
  if (charge?.status === 'succeeded') return charge;
  const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
  throw new StripeError(400, message, { param: 'payment_intent' });
}

function assertRefundable({ store }: StripeEmulator, charge: Charge, amount: number): void {
  const isDisputed = store.list('dispute').some(one => one.charge === charge.id && one.status !== 'won');
  if (isDisputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new StripeError(400, message, { code: 'charge_disputed' });
  }
  const remainingAmount = charge.amount - charge.amount_refunded;
  if (remainingAmount === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw new StripeError(400, message, { code: 'charge_already_refunded' });
  }
  if (amount > remainingAmount) {
    const message = `Refund amount (${formatEuros(amount)}) is greater than unrefunded amount on charge (${formatEuros(remainingAmount)})`;
    throw new StripeError(400, message, { param: 'amount' });
  }
}

/** Rejects parameters that are only valid for a destination charge. */
function assertDestinationCharge({ params }: RefundCall, intent: PaymentIntent): void {
  const isImpossible = {
    reverse_transfer: params.reverse_transfer && !intent.transfer_data,
    refund_application_fee: params.refund_application_fee && !intent.application_fee_amount,
  };
  for (const [param, isWrong] of Object.entries(isImpossible)) {
    if (!isWrong) continue;
    throw new StripeError(400, `Charge ${intent.latest_charge} has nothing to ${param}.`, { param });
  }
}

interface RefundTarget {
  readonly intent: PaymentIntent;
  readonly charge: Charge;
  readonly amount: number;
}

/**
 * Reverses the transfer of a destination charge and returns the application fee if the request asks for it. The fee is
 * returned in proportion to the refund.
 *
 * @returns the id of the reversal, or null if no transfer was reversed
 */
function refundDestinationCharge(call: RefundCall, { intent, charge, amount }: RefundTarget): string | null {
  const { params, store, ledger } = call;
  const fee = intent.application_fee_amount;
  if (params.refund_application_fee && fee) {
    const category = 'platform_earning_refund';
    const share = Math.round((fee * amount) / charge.amount);
    ledger.recordMovement({ category, amount: -share, source: store.createId('fr_'), charge });
  }
  const transfer = store.list('transfer').find(one => one.source_transaction === charge.id);
  return params.reverse_transfer && transfer ? reverseTransfer(call, transfer, amount).id : null;
}
