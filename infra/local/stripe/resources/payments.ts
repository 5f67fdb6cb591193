/** Payment intents and charges of checkout sessions. */
import type { Charge, CheckoutSession, PaymentIntent, SettlementOutcome, StripeEmulator } from '../types.ts';
import { sendTransfer } from './transfers.ts';

/** Duration of a delayed payment, which takes days at Stripe. */
const DELAY_SECONDS = 3;

/** Pays an open session immediately. */
export function paySession(provider: StripeEmulator, session: CheckoutSession): void {
  const intent = attemptPayment(provider, session, 'succeeded');
  provider.webhooks.send('checkout.session.completed', completeSession(provider, session, intent, 'paid'));
}

/** Declines a card payment. The session stays open. */
export function declinePayment(provider: StripeEmulator, session: CheckoutSession): void {
  const intent = attemptPayment(provider, session, 'failed');
  provider.store.update(session, { hidden: { ...session.hidden, failedIntent: intent.id } });
  provider.webhooks.send('payment_intent.payment_failed', intent);
}

/**
 * Completes a session with a delayed payment, which settles after a few seconds.
 *
 * @param outcome null for a payment that settles only when `settlePayment` is called
 */
export function startDelayedPayment(
  provider: StripeEmulator,
  session: CheckoutSession,
  outcome: SettlementOutcome | null,
): void {
  const intent = attemptPayment(provider, session, 'pending');
  const completed = completeSession(provider, session, intent, 'unpaid');
  const at = provider.now() + DELAY_SECONDS;
  if (outcome) provider.schedule({ name: 'settle-payment', subject: session.id, at, outcome });
  provider.webhooks.send('checkout.session.completed', completed);
}

/** Settles a delayed payment. Does nothing if the status of the payment intent is not `processing`. */
export function settlePayment(
  provider: StripeEmulator,
  session: CheckoutSession,
  outcome: SettlementOutcome,
): void {
  const { store, webhooks } = provider;
  const pending = store.find('payment_intent', session.payment_intent);
  if (pending?.status !== 'processing') return;
  const intent = attemptPayment(provider, session, outcome, pending);
  if (outcome === 'succeeded') {
    const paid = completeSession(provider, session, intent, 'paid');
    webhooks.send('checkout.session.async_payment_succeeded', paid);
    return;
  }
  webhooks.send('payment_intent.payment_failed', intent);
  webhooks.send('checkout.session.async_payment_failed', session);
}

const INTENT_STATUS = {
  succeeded: 'succeeded',
  pending: 'processing',
  failed: 'requires_payment_method',
} as const;

/**
 * Attempts to pay a session. Each attempt creates a charge, except the settlement of a delayed payment, which updates
 * the charge of that payment.
 *
 * @returns the payment intent, which all attempts of a session share
 */
function attemptPayment(
  provider: StripeEmulator,
  session: CheckoutSession,
  status: SettlementOutcome | 'pending',
  pending?: PaymentIntent,
): PaymentIntent {
  const { store } = provider;
  const previousIntent =
    pending ?? store.find('payment_intent', session.hidden.failedIntent) ?? createIntent(provider, session);
  const charge = createCharge(
    provider,
    previousIntent,
    status,
    pending?.latest_charge ?? store.createId('ch_'),
  );
  const intent = store.update(previousIntent, {
    amount_received: status === 'succeeded' ? previousIntent.amount : 0,
    latest_charge: charge.id,
    status: INTENT_STATUS[status],
  });
  if (status === 'succeeded') recordChargeMoney(provider, intent, charge);
  return intent;
}

/**
 * Records the money of a charge in the ledger. For a destination charge, also transfers the money to the connected
 * account.
 */
function recordChargeMoney(provider: StripeEmulator, intent: PaymentIntent, charge: Charge): void {
  const { store, ledger } = provider;
  const { amount, id: source } = charge;
  const balance_transaction = ledger.recordMovement({ category: 'charge', amount, source, charge });
  const updatedCharge = store.update(charge, { balance_transaction });
  const { transfer_data, application_fee_amount: fee } = intent;
  if (!transfer_data) return;
  sendTransfer(provider, updatedCharge, { amount, destination: String(transfer_data.destination) });
  if (fee)
    ledger.recordMovement({
      category: 'platform_earning',
      amount: fee,
      source: store.createId('fee_'),
      charge,
    });
}

function createIntent({ store }: StripeEmulator, session: CheckoutSession): PaymentIntent {
  return store.create('payment_intent', {
    amount: Number(session.amount_total),
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    payment_method_types: session.payment_method_types,
    status: 'requires_payment_method',
    hidden: {},
    ...session.hidden.intent,
  });
}

function createCharge(
  { store }: StripeEmulator,
  intent: PaymentIntent,
  status: SettlementOutcome | 'pending',
  id: string,
): Charge {
  const { amount, application_fee_amount, description, metadata, receipt_email, transfer_group } = intent;
  const isDeclined = status === 'failed';
  return store.create('charge', {
    id,
    amount,
    amount_captured: isDeclined ? 0 : amount,
    amount_refunded: 0,
    application_fee_amount,
    captured: !isDeclined,
    description,
    disputed: false,
    metadata,
    paid: !isDeclined,
    payment_intent: intent.id,
    receipt_email,
    refunded: false,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: intent.transfer_data,
    transfer_group,
    ...(isDeclined && { failure_code: 'card_declined', failure_message: 'Your card was declined.' }),
  });
}

function completeSession(
  { store }: StripeEmulator,
  session: CheckoutSession,
  intent: PaymentIntent,
  payment_status: 'paid' | 'unpaid',
): CheckoutSession {
  return store.update(session, { payment_intent: intent.id, payment_status, status: 'complete', url: null });
}
