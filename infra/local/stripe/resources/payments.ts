/** Payment intents and charges of checkout sessions. */
import type { Charge, CheckoutSession, CompletionStatus, PaymentIntent, StripeEmulator } from '../types.ts';

/** Risk assessment by Radar, for a charge that is not blocked. */
export type ChargeRisk = 'normal' | 'elevated' | 'highest';

/** Pays an open session immediately. */
export function paySession(
  provider: StripeEmulator,
  session: CheckoutSession,
  riskLevel: ChargeRisk = 'normal',
): void {
  const { id: payment_intent } = attemptPayment(provider, session, 'succeeded', riskLevel);
  const completion = { payment_intent, payment_status: 'paid', status: 'complete', url: null } as const;
  provider.webhooks.send('checkout.session.completed', provider.store.update(session, completion));
}

/** Declines a card payment. The session stays open. */
export function declinePayment(provider: StripeEmulator, session: CheckoutSession): void {
  const intent = attemptPayment(provider, session, 'failed', 'normal');
  provider.store.update(session, { hidden: { ...session.hidden, failedIntent: intent.id } });
  provider.webhooks.send('payment_intent.payment_failed', intent);
}

/**
 * Attempts to pay a session. Each attempt creates a charge.
 * @returns the payment intent, which all attempts of a session share
 */
function attemptPayment(
  provider: StripeEmulator,
  session: CheckoutSession,
  status: CompletionStatus,
  riskLevel: ChargeRisk,
): PaymentIntent {
  const { store } = provider;
  const previousIntent =
    store.find('payment_intent', session.hidden.failedIntent) ?? createIntent(provider, session);
  const charge = createCharge(provider, previousIntent, status, riskLevel);
  const { amount, id: source } = charge;
  if (status === 'succeeded')
    store.update(charge, {
      balance_transaction: provider.ledger.recordMovement({ category: 'charge', amount, source, charge }),
    });
  return store.update(previousIntent, {
    latest_charge: source,
    status: status === 'succeeded' ? 'succeeded' : 'requires_payment_method',
  });
}

function createIntent({ store }: StripeEmulator, session: CheckoutSession): PaymentIntent {
  return store.create('payment_intent', {
    amount: Number(session.amount_total),
    latest_charge: null,
    status: 'requires_payment_method',
    hidden: {},
    ...session.hidden.intent,
  });
}

function createCharge(
  { store }: StripeEmulator,
  intent: PaymentIntent,
  status: CompletionStatus,
  riskLevel: ChargeRisk,
): Charge {
  const { amount, metadata, transfer_group } = intent;
  return store.create('charge', {
    amount,
    amount_refunded: 0,
    metadata,
    outcome: { risk_level: riskLevel },
    payment_intent: intent.id,
    refunded: false,
    status,
    transfer_group,
  });
}
