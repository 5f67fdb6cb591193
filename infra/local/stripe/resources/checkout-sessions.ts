/** Operations that create and expire checkout sessions. */
import type Stripe from 'stripe';
import { StripeError } from '../responses.ts';
import type { CheckoutSession, StripeApiRequest, StripeEmulator } from '../types.ts';

const MIN_LIFETIME_SECONDS = 30 * 60;
const MAX_LIFETIME_SECONDS = 24 * 3600;

type SessionParams = Stripe.Checkout.SessionCreateParams & {
  readonly line_items: Stripe.Checkout.SessionCreateParams.LineItem[];
  readonly payment_intent_data?: CheckoutSession['hidden']['intent'];
};
type SessionCall = StripeApiRequest<SessionParams>;

/** Creates an open checkout session and schedules its expiry. */
export function createSession(call: SessionCall): CheckoutSession {
  const { params, store, url } = call;
  const { cancel_url, client_reference_id, customer_email, custom_text, metadata, success_url } = params;
  const items = params.line_items.map(({ price_data }) => ({
    name: price_data?.product_data?.name ?? '',
    description: price_data?.product_data?.description ?? null,
    amount: price_data?.unit_amount ?? 0,
  }));
  const id = store.createId('cs_test_');
  const session = store.create('checkout.session', {
    id,
    amount_total: items.reduce((sum, { amount }) => sum + amount, 0),
    cancel_url,
    client_reference_id,
    customer_email,
    custom_text: { submit: custom_text?.submit || null },
    expires_at: readExpiry(call),
    metadata,
    mode: 'payment',
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url,
    url: `${url}/pay/${id}`,
    hidden: { items, intent: params.payment_intent_data ?? {}, failedIntent: null },
  });
  call.schedule({ name: 'expire-session', subject: id, at: session.expires_at });
  return session;
}

/**
 * Expires a session at the request of the platform.
 * @throws StripeError when the session is not open
 */
export function expireSession(call: StripeApiRequest): CheckoutSession {
  const session = call.store.get('checkout.session', call.id);
  if (session.status === 'open') return expireOpenSession(call, session);
  throw new StripeError(
    400,
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
  );
}

/** Marks an open session as expired and sends `checkout.session.expired`. */
export function expireOpenSession(
  { store, webhooks }: StripeEmulator,
  session: CheckoutSession,
): CheckoutSession {
  const expired = store.update(session, { status: 'expired', url: null });
  webhooks.send('checkout.session.expired', expired);
  return expired;
}

function readExpiry({ params, now }: SessionCall): number {
  const { expires_at = now() + MAX_LIFETIME_SECONDS } = params;
  const seconds = expires_at - now();
  if (seconds >= MIN_LIFETIME_SECONDS && seconds <= MAX_LIFETIME_SECONDS) return expires_at;
  const message = 'The `expires_at` timestamp must be 30 minutes to 24 hours from Checkout Session creation.';
  throw new StripeError(400, message, { param: 'expires_at' });
}
