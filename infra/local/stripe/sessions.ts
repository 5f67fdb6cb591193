/** Checkout sessions: what is bought, and how long it can be paid. */
import { refuseUnlessTransferable } from './accounts.ts';
import { amountIn, type Call, euros, existing, mapOf, required, requiredUrl, StripeError } from './call.ts';
import { complete } from './complete.ts';
import { type IntentData, newId, type Session } from './objects.ts';
import { type Provider, plan } from './provider.ts';

const MINUTE_SECONDS = 60;
const SHORTEST_SECONDS = 30 * MINUTE_SECONDS;
const LONGEST_SECONDS = 24 * 60 * MINUTE_SECONDS;
const LEAST_CENTS = 50;
const INTENT = 'payment_intent_data';

const UNPAID = {
  automatic_tax: { enabled: false },
  currency: 'eur',
  livemode: false,
  mode: 'payment',
  payment_intent: null,
  payment_status: 'unpaid',
  status: 'open',
  ui_mode: 'hosted_page',
} as const;

export function createSession(call: Call): Session {
  const { params, store } = call;
  if (required(params, 'mode') !== 'payment') {
    throw new StripeError(400, 'The stand-in knows the mode payment only.', { param: 'mode' });
  }
  const items = itemsIn(params);
  const amount = totalOf(items);
  const allowed = Object.values(mapOf(params, 'allowed_payment_method_types'));
  const listed = Object.values(mapOf(params, 'payment_method_types'));
  const session: Session = complete('checkout.session', {
    id: newId('cs_test_'),
    object: 'checkout.session',
    allowed_payment_method_types: allowed.length > 0 ? allowed : null,
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: params.get('cancel_url'),
    client_reference_id: params.get('client_reference_id'),
    created: call.now(),
    customer_email: params.get('customer_email'),
    expires_at: expiryIn(call),
    locale: params.get('locale'),
    metadata: mapOf(params, 'metadata'),
    payment_method_types: listed.length > 0 ? listed : ['card'],
    success_url: requiredUrl(params, 'success_url'),
    hidden: { items, intent: intentIn(call, amount), tried: null },
    ...UNPAID,
  });
  plan(call, { task: 'expire-session', about: session.id, at: session.expires_at, ends: 'succeeded' });
  return seen(store.put(session), call);
}

export function showSession(call: Call): Session {
  return seen(existing(call.store.find('checkout.session', call.id), 'checkout.session', call.id), call);
}

export function expireSession(call: Call): Session {
  const session = showSession(call);
  if (session.status !== 'open') {
    throw new StripeError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return expire(call, session);
}

/** Nobody can pay it from now on. */
export function expire(provider: Provider, session: Session): Session {
  const expired = seen(provider.store.put({ ...session, status: 'expired' }), provider);
  void provider.webhooks.send('checkout.session.expired', expired);
  return expired;
}

/** What callers and webhooks get to see of a session: its page has an address while it is open. */
export function seen(session: Session, { url }: Provider): Session {
  return { ...session, url: session.status === 'open' ? `${url}/pay/${session.id}` : null };
}

function expiryIn({ params, now }: Call): number {
  const expiry = Number(params.get('expires_at') ?? now() + LONGEST_SECONDS);
  const bound =
    expiry - now() < SHORTEST_SECONDS
      ? 'at least 30 minutes'
      : expiry - now() > LONGEST_SECONDS && 'less than 24 hours';
  if (!bound) return expiry;
  const message = `The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`;
  throw new StripeError(400, message, { param: 'expires_at' });
}

function totalOf(items: ReturnType<typeof itemsIn>): number {
  const amount = items.reduce((sum, item) => sum + item.amount * item.quantity, 0);
  if (amount >= LEAST_CENTS) return amount;
  const message = `The Checkout Session's total amount due must add up to at least ${euros(LEAST_CENTS)} eur`;
  throw new StripeError(400, message, { code: 'amount_too_small' });
}

function itemsIn(params: URLSearchParams) {
  const prefixes = new Set([...params.keys()].flatMap(name => /^line_items\[\d+\]/.exec(name) ?? []));
  if (prefixes.size === 0) required(params, 'line_items');
  return [...prefixes].map(item => {
    const price = `${item}[price_data]`;
    if (required(params, `${price}[currency]`).toLowerCase() !== 'eur') {
      throw new StripeError(400, 'The stand-in knows euros only.', { param: `${price}[currency]` });
    }
    return {
      name: required(params, `${price}[product_data][name]`),
      description: params.get(`${price}[product_data][description]`),
      amount: amountIn(params, required(params, `${price}[unit_amount]`) && `${price}[unit_amount]`) ?? 0,
      quantity: amountIn(params, required(params, `${item}[quantity]`) && `${item}[quantity]`) ?? 0,
    };
  });
}

function intentIn(call: Call, amount: number): IntentData {
  const { params } = call;
  const to = `${INTENT}[transfer_data][destination]`;
  const destination = params.get(to);
  const fee = amountIn(params, `${INTENT}[application_fee_amount]`) ?? null;
  if (destination) refuseUnlessTransferable(call, destination, to);
  if (fee !== null && (!destination || fee > amount)) {
    throw new StripeError(400, 'An application fee needs a destination and cannot exceed the amount.', {
      param: `${INTENT}[application_fee_amount]`,
    });
  }
  return {
    application_fee_amount: fee,
    description: params.get(`${INTENT}[description]`),
    metadata: mapOf(params, `${INTENT}[metadata]`),
    transfer_data: destination ? { destination } : null,
    transfer_group: params.get(`${INTENT}[transfer_group]`),
  };
}
