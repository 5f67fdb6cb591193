/** Checkout sessions and the payments that they end in. */
import {
  type Call,
  existing,
  expands,
  mapOf,
  required,
  requiredUrl,
  StripeError,
  wholeNumber,
} from './call.ts';
import { newId, nowInSeconds, type PaymentIntent, type Session } from './objects.ts';
import type { Store } from './store.ts';

const DAY_SECONDS = 24 * 3600;
const INTENT = 'payment_intent_data';

export function createSession(call: Call): object {
  const { params, store } = call;
  if (required(params, 'mode') !== 'payment') {
    throw new StripeError(400, 'The stand-in knows the mode payment only.', { param: 'mode' });
  }
  const amount = amountOf(params);
  const session: Session = {
    id: newId('cs_test_'),
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: params.get('cancel_url'),
    client_reference_id: params.get('client_reference_id'),
    created: nowInSeconds(),
    currency: required(params, 'line_items[0][price_data][currency]').toLowerCase(),
    customer: null,
    customer_email: params.get('customer_email'),
    expires_at: wholeNumber(params, 'expires_at') ?? nowInSeconds() + DAY_SECONDS,
    intent: intentOf(params, amount, store),
    livemode: false,
    metadata: mapOf(params, 'metadata'),
    mode: 'payment',
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    success_url: requiredUrl(params, 'success_url'),
    ui_mode: 'hosted',
  };
  return shown(store.put(session), call);
}

export function showSession(call: Call): object {
  return shown(sessionOf(call), call);
}

export function expireSession(call: Call): object {
  const session = sessionOf(call);
  if (session.status !== 'open') {
    throw new StripeError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
    );
  }
  return shown(call.store.put({ ...session, status: 'expired' }), call);
}

/** As it is now: an open one expires by itself. */
export function findSession(store: Store, id: string): Session | undefined {
  const found = store.find('checkout.session', id);
  const expired = found?.status === 'open' && found.expires_at <= nowInSeconds();
  return expired ? { ...found, status: 'expired' } : found;
}

/** An open session's payment, made at once and in full. */
export function pay(session: Session, store: Store): Session {
  const intent = store.put<PaymentIntent>({
    id: newId('pi_'),
    object: 'payment_intent',
    amount: session.amount_total,
    amount_received: session.amount_total,
    created: nowInSeconds(),
    currency: session.currency,
    latest_charge: newId('ch_'),
    livemode: false,
    status: 'succeeded',
    ...session.intent,
  });
  return store.put({ ...session, payment_intent: intent.id, payment_status: 'paid', status: 'complete' });
}

/** What callers and webhooks get to see of a session. */
export function shown(session: Session, { params, store, url }: Omit<Call, 'id'>): object {
  const { intent: _, ...visible } = session;
  const { payment_intent: paymentIntent } = session;
  return {
    ...visible,
    url: session.status === 'open' ? `${url}/pay/${session.id}` : null,
    ...(paymentIntent &&
      expands(params, 'payment_intent') && { payment_intent: store.find('payment_intent', paymentIntent) }),
  };
}

function sessionOf({ id, store }: Call): Session {
  return existing(findSession(store, id), 'checkout.session', id);
}

function amountOf(params: URLSearchParams): number {
  let amount = 0;
  for (let index = 0; index === 0 || hasItem(params, index); index++) {
    const item = `line_items[${index}]`;
    required(params, `${item}[price_data][product_data][name]`);
    required(params, `${item}[price_data][unit_amount]`);
    required(params, `${item}[quantity]`);
    const price = wholeNumber(params, `${item}[price_data][unit_amount]`) ?? 0;
    amount += price * (wholeNumber(params, `${item}[quantity]`) ?? 0);
  }
  return amount;
}

const hasItem = (params: URLSearchParams, index: number) =>
  [...params.keys()].some(name => name.startsWith(`line_items[${index}][`));

function intentOf(params: URLSearchParams, amount: number, store: Store): Session['intent'] {
  const to = `${INTENT}[transfer_data][destination]`;
  const destination = params.get(to);
  const fee = wholeNumber(params, `${INTENT}[application_fee_amount]`) ?? null;
  if (destination) existing(store.find('account', destination), 'destination', destination, to);
  if (fee !== null && (!destination || fee > amount)) {
    throw new StripeError(400, 'An application fee needs a destination and cannot exceed the amount.', {
      param: `${INTENT}[application_fee_amount]`,
    });
  }
  return {
    application_fee_amount: fee,
    metadata: mapOf(params, `${INTENT}[metadata]`),
    transfer_data: destination ? { destination } : null,
    transfer_group: params.get(`${INTENT}[transfer_group]`),
  };
}
