/** A session's payment and its attempts, as they begin. */
import { complete } from './complete.ts';
import { type Charge, newId, type PaymentIntent, type Session } from './objects.ts';
import type { Provider } from './provider.ts';

const UNTOUCHED = { amount_refunded: 0, disputed: false, livemode: false, refunded: false };

const DECLINED = { failure_code: 'card_declined', failure_message: 'Your card was declined.' };

/** A payment that nobody has tried to make yet. */
export function intentOf({ now }: Provider, session: Session): PaymentIntent {
  return complete('payment_intent', {
    id: newId('pi_'),
    object: 'payment_intent',
    amount: session.amount_total,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    created: now(),
    currency: session.currency,
    latest_charge: null,
    livemode: false,
    payment_method_types: session.payment_method_types,
    status: 'requires_payment_method',
    hidden: {},
    ...session.hidden.intent,
  });
}

/** One attempt to make it. */
export function chargeOf(
  provider: Provider,
  intent: PaymentIntent,
  status: Charge['status'],
  id: string,
): Charge {
  const declined = status === 'failed';
  return provider.store.put<Charge>(
    complete('charge', {
      id,
      object: 'charge',
      amount: intent.amount,
      amount_captured: declined ? 0 : intent.amount,
      application_fee_amount: intent.application_fee_amount,
      captured: !declined,
      created: provider.now(),
      currency: intent.currency,
      description: intent.description,
      metadata: intent.metadata,
      paid: !declined,
      payment_intent: intent.id,
      status,
      transfer_data: intent.transfer_data,
      transfer_group: intent.transfer_group,
      ...UNTOUCHED,
      ...(declined && DECLINED),
    }),
  );
}
