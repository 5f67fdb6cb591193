/** Operations that create and expire checkout sessions. */
import type Stripe from 'stripe';
import { formatEuros, StripeError } from '../responses.ts';
import type { CheckoutSession, SessionItem, StripeApiRequest, StripeEmulator } from '../types.ts';

const MIN_LIFETIME_SECONDS = 30 * 60;
const MAX_LIFETIME_SECONDS = 24 * 3600;
const MIN_CENTS = 50;

type SessionCall = StripeApiRequest<Stripe.Checkout.SessionCreateParams & { readonly success_url: string }>;

/** Creates an open checkout session and schedules its expiry. */
export function createSession(call: SessionCall): CheckoutSession {
  const { params, store, url } = call;
  if (params.mode !== 'payment') {
    throw new StripeError(400, 'The emulator supports only the mode `payment`.', { param: 'mode' });
  }
  const items = (params.line_items ?? []).map(readItem);
  const amount = computeTotal(items);
  const id = store.createId('cs_test_');
  const { adaptive_pricing, cancel_url, client_reference_id, customer_email, custom_text, locale } = params;
  const { metadata, success_url } = params;
  const session = store.create('checkout.session', {
    id,
    ...(adaptive_pricing && { adaptive_pricing: { enabled: adaptive_pricing.enabled ?? true } }),
    allowed_payment_method_types: params.allowed_payment_method_types,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false },
    cancel_url,
    client_reference_id,
    customer_email,
    custom_text: { submit: custom_text?.submit || null },
    expires_at: readExpiry(call),
    locale,
    metadata,
    mode: 'payment',
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    success_url,
    ui_mode: 'hosted_page',
    url: `${url}/pay/${id}`,
    hidden: { items, intent: readIntent(params), failedIntent: null },
  });
  call.schedule({ name: 'expire-session', subject: id, at: session.expires_at });
  return session;
}

/**
 * Expires a session at the request of the platform.
 *
 * @throws StripeError when the session is not open
 */
export function expireSession(call: StripeApiRequest): CheckoutSession {
  const session = call.store.get('checkout.session', call.id);
  if (session.status !== 'open') {
    throw new StripeError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return expireOpenSession(call, session);
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
  const bound =
    seconds < MIN_LIFETIME_SECONDS
      ? 'at least 30 minutes'
      : seconds > MAX_LIFETIME_SECONDS && 'less than 24 hours';
  if (!bound) return expires_at;
  const message = `The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`;
  throw new StripeError(400, message, { param: 'expires_at' });
}

function readItem(
  { price_data, quantity = 0 }: Stripe.Checkout.SessionCreateParams.LineItem,
  index: number,
): SessionItem {
  const { currency = '', product_data, unit_amount = 0 } = price_data ?? {};
  if (currency.toLowerCase() !== 'eur') {
    const param = `line_items[${index}][price_data][currency]`;
    throw new StripeError(400, 'The emulator supports only euros.', { param });
  }
  const { name = '', description = null } = product_data ?? {};
  return { name, description, amount: unit_amount, quantity };
}

function computeTotal(items: readonly SessionItem[]): number {
  const amount = items.reduce((sum, item) => sum + item.amount * item.quantity, 0);
  if (amount >= MIN_CENTS) return amount;
  const message = `The Checkout Session's total amount due must add up to at least ${formatEuros(MIN_CENTS)} eur`;
  throw new StripeError(400, message, { code: 'amount_too_small' });
}

/**
 * Validates the request parameter `payment_intent_data` and returns its values. When the session is paid, the payment
 * intent is created with them.
 */
function readIntent(params: SessionCall['params']): CheckoutSession['hidden']['intent'] {
  const { statement_descriptor_suffix, ...members } = params.payment_intent_data ?? {};
  assertStatementSuffix(statement_descriptor_suffix);
  return {
    description: members.description,
    metadata: members.metadata as Stripe.Metadata,
    receipt_email: members.receipt_email,
    statement_descriptor_suffix,
    transfer_group: members.transfer_group,
  };
}

const MAX_SUFFIX_LENGTH = 22;

/** Checks the text that a card statement shows after the platform's name. It needs a letter. */
function assertStatementSuffix(suffix: string | undefined): void {
  if (suffix === undefined) return;
  const isValid = suffix.length <= MAX_SUFFIX_LENGTH && /[a-z]/i.test(suffix) && /^[ -~]*$/.test(suffix);
  if (isValid && !/[<>\\'"*]/.test(suffix)) return;
  throw new StripeError(
    400,
    `The statement descriptor suffix must be at most ${MAX_SUFFIX_LENGTH} characters, contain a letter and none of <, >, \\, ', ", *.`,
    { param: 'payment_intent_data[statement_descriptor_suffix]' },
  );
}
