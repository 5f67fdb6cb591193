/** The Stripe stand-in as its tests use it: through Stripe's own library, webhooks going to a stand-in of the API. */
import Stripe from 'stripe';
import { STRIPE_SECRET_KEY, startStripe } from '../../../infra/local/stripe/server.ts';
import { controlled } from '../../support/provider.ts';
import { type Received, type StandIn, standIn } from '../../support/stand-in.ts';

export const SECRET = 'whsec_test';
export const CONNECT_SECRET = 'whsec_test_connect';
export const PAGES = 'http://localhost:5173';

export type Provider = Awaited<ReturnType<typeof startProvider>>;

/** @param answers statuses that the API gives first; later it takes every event */
export async function startProvider(answers: number[] = []) {
  const api: StandIn = await standIn(() => ({ status: answers.shift() ?? 204 }));
  const webhooks = { url: `${api.url}/hook`, secret: SECRET, connectSecret: CONNECT_SECRET };
  const { endpoint, stop } = await startStripe({ webhooks });
  const stripe = clientOf(endpoint);
  const control = (name: string, wish?: object) => controlled(endpoint, name, wish);

  const anAccount = (expertId = 'e-1') =>
    stripe.accounts.create({
      type: 'express',
      country: 'SK',
      email: 'eva@example.sk',
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      metadata: { expertId },
    });
  const aVerifiedAccount = async () => {
    const account = await anAccount();
    await control(`accounts/${account.id}`, { charges_enabled: true, payouts_enabled: true });
    return account;
  };
  const aSession = (change: Stripe.Checkout.SessionCreateParams = {}) =>
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
      success_url: `${PAGES}/payment/success?sessionId={CHECKOUT_SESSION_ID}`,
      cancel_url: `${PAGES}/cancelled`,
      ...change,
    });
  /** @returns the session's page, its payment and the charge */
  const aPayment = async (change?: Stripe.Checkout.SessionCreateParams) => {
    const { id, url } = await aSession(change);
    await submit(url);
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    const intent = session.payment_intent as Stripe.PaymentIntent;
    return { id, url: url ?? '', intent: intent.id, charge: String(intent.latest_charge) };
  };
  /** What the API was told, oldest first. */
  const told = (): Stripe.Event[] => api.calls.map(({ body }) => JSON.parse(String(body)));

  return { api, endpoint, stop, stripe, control, anAccount, aVerifiedAccount, aSession, aPayment, told };
}

export function clientOf(endpoint: string, key = STRIPE_SECRET_KEY): Stripe {
  const { hostname: host, port } = new URL(endpoint);
  return new Stripe(key, { protocol: 'http', host, port, maxNetworkRetries: 0, telemetry: false });
}

/** @param form of an outcome; the first form of a page has no fields */
export async function submit(
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

export const pageAt = async (url: string | null) => (await fetch(url ?? '', { redirect: 'manual' })).text();

/** Of each form the outcome that it names; the plain one names none. */
export const outcomesOn = (page: string) =>
  page
    .split('<form')
    .slice(1)
    .map(form => /name="outcome" value="([^"]+)"/.exec(form)?.[1] ?? 'plain');

/** The event of a webhook, its signature checked by Stripe's own library. */
export function eventIn(call: Received | undefined, secret = SECRET): Stripe.Event {
  return Stripe.webhooks.constructEvent(call?.body ?? '', String(call?.headers['stripe-signature']), secret);
}
