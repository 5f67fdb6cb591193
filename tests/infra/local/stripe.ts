/** The Stripe stand-in as its tests use it: through Stripe's own library, webhooks going to a stand-in of the API. */
import Stripe from 'stripe';
import { STRIPE_SECRET_KEY, startStripe } from '../../../infra/local/stripe/server.ts';
import { type Received, type StandIn, standIn } from '../../support/stand-in.ts';

export const SECRET = 'whsec_test';
export const PAGES = 'http://localhost:5173';

export type Provider = Awaited<ReturnType<typeof startProvider>>;

/** @param answers statuses that the API gives first; later it takes every event */
export async function startProvider(answers: number[] = []) {
  const api: StandIn = await standIn(() => ({ status: answers.shift() ?? 204 }));
  const { endpoint, stop } = await startStripe({ webhooks: { url: `${api.url}/hook`, secret: SECRET } });
  const stripe = clientOf(endpoint);

  const anAccount = (expertId = 'e-1') =>
    stripe.accounts.create({
      type: 'express',
      country: 'SK',
      email: 'eva@example.sk',
      capabilities: { transfers: { requested: true } },
      metadata: { expertId },
    });
  const aSession = async (change: Stripe.Checkout.SessionCreateParams = {}) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      client_reference_id: 'offer-1',
      line_items: [
        {
          price_data: { currency: 'eur', unit_amount: 123_450, product_data: { name: 'Posudok' } },
          quantity: 1,
        },
      ],
      payment_intent_data: {
        application_fee_amount: 12_345,
        transfer_data: { destination: (await anAccount()).id },
        transfer_group: 'testimony-1',
      },
      metadata: { offerId: 'offer-1' },
      success_url: `${PAGES}/payment/success?sessionId={CHECKOUT_SESSION_ID}`,
      cancel_url: `${PAGES}/cancelled`,
      ...change,
    });
  const aPayment = async (change?: Stripe.Checkout.SessionCreateParams) => {
    const session = await aSession(change);
    await submit(session.url);
    return String((await stripe.checkout.sessions.retrieve(session.id)).payment_intent);
  };

  return { api, endpoint, stop, stripe, anAccount, aSession, aPayment };
}

export function clientOf(endpoint: string, key = STRIPE_SECRET_KEY): Stripe {
  const { hostname: host, port } = new URL(endpoint);
  return new Stripe(key, { protocol: 'http', host, port, maxNetworkRetries: 0, telemetry: false });
}

export async function submit(url: string | null): Promise<{ status: number; location: string | null }> {
  const { status, headers } = await fetch(url ?? '', { method: 'POST', redirect: 'manual' });
  return { status, location: headers.get('location') };
}

/** The event of a webhook, its signature checked by Stripe's own library. */
export function eventIn(call: Received | undefined): Stripe.Event {
  return Stripe.webhooks.constructEvent(call?.body ?? '', String(call?.headers['stripe-signature']), SECRET);
}
