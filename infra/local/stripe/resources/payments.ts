/** Payment intents and charges of checkout sessions. */
import type { Charge, CheckoutSession, PaymentIntent, SettlementOutcome, StripeEmulator } from '../types.ts';

/** Pays an open session immediately. */
export function paySession(provider: StripeEmulator, session: CheckoutSession): void {
  const intent = attemptPayment(provider, session, 'succeeded');
  provider.webhooks.send('checkout.session.completed', completeSession(provider, session, intent));
}

/** Declines a card payment. The session stays open. */
export function declinePayment(provider: StripeEmulator, session: CheckoutSession): void {
  const intent = attemptPayment(provider, session, 'failed');
  provider.store.update(session, { hidden: { ...session.hidden, failedIntent: intent.id } });
  provider.webhooks.send('payment_intent.payment_failed', intent);
}

const INTENT_STATUS = {
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
} as const;

/**
 * Attempts to pay a session. Each attempt creates a charge.
 * @returns the payment intent, which all attempts of a session share
 */
function attemptPayment(
  provider: StripeEmulator,
  session: CheckoutSession,
  status: SettlementOutcome,
): PaymentIntent {
  const { store } = provider;
  const previousIntent =
    store.find('payment_intent', session.hidden.failedIntent) ?? createIntent(provider, session);
  const charge = createCharge(provider, previousIntent, status);
  const { amount, id: source } = charge;
  if (status === 'succeeded')
    store.update(charge, {
      balance_transaction: provider.ledger.recordMovement({ category: 'charge', amount, source, charge }),
    });
  return store.update(previousIntent, {
    amount_received: status === 'succeeded' ? amount : 0,
    latest_charge: source,
    status: INTENT_STATUS[status],
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

function createCharge({ store }: StripeEmulator, intent: PaymentIntent, status: SettlementOutcome): Charge {
  const { amount, description, metadata, receipt_email, transfer_group } = intent;
  const isDeclined = status === 'failed';
  return store.create('charge', {
    amount,
    amount_captured: isDeclined ? 0 : amount,
    amount_refunded: 0,
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
    transfer_group,
    ...(isDeclined && { failure_code: 'card_declined', failure_message: 'Your card was declined.' }),
  });
}

function completeSession(
  { store }: StripeEmulator,
  session: CheckoutSession,
  intent: PaymentIntent,
): CheckoutSession {
  const { id: payment_intent } = intent;
  return store.update(session, { payment_intent, payment_status: 'paid', status: 'complete', url: null });
}
