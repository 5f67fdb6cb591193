/** Fixture of the Stripe emulator's tests: emulator, client with Stripe's library, and receiver of provider events. */
import Stripe from 'stripe';
import { STRIPE_SECRET_KEY, startStripe } from '../../../infra/local/stripe/server.ts';
import { type FakeServer, type ReceivedRequest, startFakeServer } from '../../support/fake-server.ts';
import { callTestControl } from '../../support/stripe-provider.ts';

const WEBHOOK_SECRET = 'whsec_test';
export const CONNECT_SECRET = 'whsec_test_connect';
const FRONTEND_URL = 'http://localhost:5173';

export type Provider = Awaited<ReturnType<typeof startProvider>>;

/**
 * Starts the Stripe emulator and returns helpers that use the emulator.
 * @param webhookStatuses status codes of the first responses to provider events; all later events are accepted
 */
export async function startProvider(webhookStatuses: number[] = []) {
  const api: FakeServer = await startFakeServer(() => ({ status: webhookStatuses.shift() ?? 204 }));
  const webhooks = { url: `${api.url}/hook`, secret: WEBHOOK_SECRET, connectSecret: CONNECT_SECRET };
  const { endpoint, stop } = await startStripe({ webhooks });
  const stripe = createClient(endpoint);
  const control = (path: string, body?: object) => callTestControl(endpoint, path, body);

  const createAccount = (expertId = 'e-1') =>
    stripe.accounts.create({
      type: 'express',
      country: 'SK',
      email: 'eva@example.sk',
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      metadata: { expertId },
    });
  const createVerifiedAccount = async () => {
    const account = await createAccount();
    await control(`accounts/${account.id}`, { charges_enabled: true, payouts_enabled: true });
    return account;
  };
  const createSession = (change: Stripe.Checkout.SessionCreateParams = {}) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      client_reference_id: 'offer-1',
      line_items: [
        {
          price_data: { currency: 'eur', unit_amount: 123_450, product_data: { name: 'Posudok' } },
          quantity: 1,
        },
      ],
      payment_intent_data: { transfer_group: 'testimony-1' },
      metadata: { offerId: 'offer-1' },
      success_url: `${FRONTEND_URL}/payment/success?sessionId={CHECKOUT_SESSION_ID}`,
      cancel_url: `${FRONTEND_URL}/cancelled`,
      ...change,
    });
  const createPayment = async (change?: Stripe.Checkout.SessionCreateParams) => {
    const { id, url } = await createSession(change);
    await submitForm(url);
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    const intent = session.payment_intent as Stripe.PaymentIntent;
    return { id, url: url ?? '', intent: intent.id, charge: String(intent.latest_charge) };
  };
  /** Returns the delivered events, oldest first, without the first `start` events. */
  const receivedEvents = (start = 0): Stripe.Event[] =>
    api.calls.slice(start).map(({ body }) => JSON.parse(String(body)));

  return {
    api,
    endpoint,
    stop,
    stripe,
    control,
    createAccount,
    createVerifiedAccount,
    createSession,
    createPayment,
    receivedEvents,
  };
}

/** Creates a client of the Stripe emulator with Stripe's library, without retries and telemetry. */
export function createClient(endpoint: string, key = STRIPE_SECRET_KEY): Stripe {
  const { hostname: host, port } = new URL(endpoint);
  return new Stripe(key, { protocol: 'http', host, port, maxNetworkRetries: 0, telemetry: false });
}

/**
 * Submits a form of an emulator page, for example of the hosted checkout page.
 * @param form the fields of an outcome's form; the first form of a page has no fields
 */
export async function submitForm(
  url: string | null,
  form?: Record<string, string>,
): Promise<{ status: number; location: string | null }> {
  const body = form && new URLSearchParams(form);
  const { status, headers } = await fetch(url ?? '', {
    method: 'POST',
    redirect: 'manual',
    ...(body && { body }),
  });
  return { status, location: headers.get('location') };
}

/** Checks the signature of a request with Stripe's own library and returns its provider event. */
export function parseEvent(call: ReceivedRequest | undefined, secret = WEBHOOK_SECRET): Stripe.Event {
  return Stripe.webhooks.constructEvent(call?.body ?? '', String(call?.headers['stripe-signature']), secret);
}
