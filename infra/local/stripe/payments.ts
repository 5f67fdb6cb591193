/** Payments: what becomes of a session when somebody pays, or tries to. */
import { type Call, existing } from './call.ts';
import { chargeOf, intentOf } from './charges.ts';
import { collectFor } from './destinations.ts';
import { move } from './ledger.ts';
import { type Charge, newId, type PaymentIntent, type Session } from './objects.ts';
import { type Provider, plan } from './provider.ts';
import { seen } from './sessions.ts';

/** What takes days in life takes seconds here. */
const DELAY_SECONDS = 3;

export function showPaymentIntent({ id, store }: Call): PaymentIntent {
  return existing(store.find('payment_intent', id), 'payment_intent', id);
}

export function showCharge({ id, store }: Call): Charge {
  return existing(store.find('charge', id), 'charge', id);
}

/** An open session's payment, made at once and in full. */
export async function pay(provider: Provider, session: Session): Promise<void> {
  const intent = charged(provider, session, 'succeeded');
  const paid = finished(provider, session, intent, 'paid');
  await provider.webhooks.send('checkout.session.completed', paid);
}

/** The card is refused: the session stays open. */
export async function decline(provider: Provider, session: Session): Promise<void> {
  const intent = charged(provider, session, 'failed');
  provider.store.put({ ...session, hidden: { ...session.hidden, tried: intent.id } });
  await provider.webhooks.send('payment_intent.payment_failed', intent);
}

/** A payment that takes days: the session is complete, but nothing is paid yet. */
export async function payLater(
  provider: Provider,
  session: Session,
  ends: 'failed' | 'succeeded',
): Promise<void> {
  const intent = charged(provider, session, 'pending');
  const complete = finished(provider, session, intent, 'unpaid');
  plan(provider, { task: 'settle-payment', about: session.id, at: provider.now() + DELAY_SECONDS, ends });
  await provider.webhooks.send('checkout.session.completed', complete);
}

/** The days are over. */
export async function settlePayment(
  provider: Provider,
  session: Session,
  ends: 'failed' | 'succeeded',
): Promise<void> {
  const intent = provider.store.find('payment_intent', session.payment_intent ?? '');
  if (intent?.status !== 'processing') return;
  const settled = charged(provider, session, ends, intent);
  const isPaid = ends === 'succeeded';
  const after = finished(provider, session, settled, isPaid ? 'paid' : 'unpaid');
  if (!isPaid) await provider.webhooks.send('payment_intent.payment_failed', settled);
  await provider.webhooks.send(
    isPaid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
    after,
  );
}

const INTENT_STATUS = {
  succeeded: 'succeeded',
  pending: 'processing',
  failed: 'requires_payment_method',
} as const;

/** The session's payment after one more attempt, which is a charge of its own unless one is pending. */
function charged(
  provider: Provider,
  session: Session,
  status: Charge['status'],
  pending?: PaymentIntent,
): PaymentIntent {
  const { store } = provider;
  const before =
    pending ?? store.find('payment_intent', session.hidden.tried ?? '') ?? intentOf(provider, session);
  const charge = chargeOf(provider, before, status, pending?.latest_charge ?? newId('ch_'));
  const intent = store.put<PaymentIntent>({
    ...before,
    amount_received: status === 'succeeded' ? before.amount : 0,
    latest_charge: charge.id,
    status: INTENT_STATUS[status],
  });
  if (status === 'succeeded') {
    const { id } = move(provider, { category: 'charge', amount: charge.amount, source: charge.id, charge });
    store.put({ ...charge, balance_transaction: id });
    collectFor(provider, intent, charge);
  }
  return intent;
}

function finished(
  provider: Provider,
  session: Session,
  { id }: PaymentIntent,
  payment_status: Session['payment_status'],
): Session {
  const status = 'complete';
  return seen(provider.store.put({ ...session, payment_intent: id, payment_status, status }), provider);
}
