import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STRIPE_SECRET_KEY, startStripe } from '../../../infra/local/stripe/server.ts';
import { NOWHERE, type Received, type StandIn, standIn } from '../../support/stand-in.ts';

const SECRET = 'whsec_test';
const PAGES = 'http://localhost:5173';

describe('the Stripe stand-in', () => {
  let api: StandIn;
  let server: Awaited<ReturnType<typeof startStripe>>;
  let stripe: Stripe;
  let answers: number[] = [];

  beforeAll(async () => {
    api = await standIn(() => ({ status: answers.shift() ?? 204 }));
    server = await startStripe({ webhooks: { url: `${api.url}/hook`, secret: SECRET } });
    stripe = clientOf(server.endpoint);
  });
  afterAll(() => server.stop());

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

  it('verifies an account when its page is submitted, and tells the API', async () => {
    const account = await anAccount();
    expect(account).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
    });
    const link = await stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      return_url: `${PAGES}/payment-account/done`,
      refresh_url: `${PAGES}/payment-account/again`,
    });
    const page = await (await fetch(link.url)).text();
    expect(page).toContain(account.id);
    expect(page.match(/<form/g)).toHaveLength(1);

    expect(await submit(link.url)).toEqual({ status: 303, location: `${PAGES}/payment-account/done` });

    const verified = await stripe.accounts.retrieve(account.id);
    expect(verified).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active' },
      metadata: { expertId: 'e-1' },
    });
    expect(eventIn(api.calls.at(-1))).toMatchObject({
      id: expect.stringMatching(/^evt_\w+$/),
      type: 'account.updated',
      account: account.id,
      livemode: false,
      data: { object: { id: account.id, charges_enabled: true, metadata: { expertId: 'e-1' } } },
    });
  });

  it('finds an account wanting when a test asks for it', async () => {
    const { id } = await anAccount();
    const body = JSON.stringify({ charges_enabled: false, payouts_enabled: true, metadata: 'ignored' });
    expect((await fetch(`${server.endpoint}/_test/accounts/${id}`, { method: 'POST', body })).status).toBe(
      200,
    );

    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: false,
      payouts_enabled: true,
      metadata: { expertId: 'e-1' },
    });
    expect(eventIn(api.calls.at(-1))).toMatchObject({ type: 'account.updated', account: id });
  });

  it('takes a payment once, and tells the API', async () => {
    const session = await aSession();
    const page = await (await fetch(session.url ?? '')).text();
    expect(page).toContain(session.id);
    expect(page).toMatch(/1\s234,50\s€/);
    expect(page.match(/<form/g)).toHaveLength(1);

    expect(await submit(session.url)).toEqual({
      status: 303,
      location: `${PAGES}/payment/success?sessionId=${session.id}`,
    });

    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 123_450,
      url: null,
      client_reference_id: 'offer-1',
      metadata: { offerId: 'offer-1' },
      payment_intent: {
        amount: 123_450,
        application_fee_amount: 12_345,
        status: 'succeeded',
        transfer_group: 'testimony-1',
      },
    });
    const event = eventIn(api.calls.at(-1));
    const { id: paymentIntent } = paid.payment_intent as Stripe.PaymentIntent;
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { id: session.id, payment_status: 'paid', payment_intent: paymentIntent } },
    });
    expect(event).not.toHaveProperty('account');
    const calls = api.calls.length;
    expect((await submit(session.url)).status).toBe(409);
    expect(api.calls).toHaveLength(calls);
  });

  it.each([
    ['expired by the service', async () => stripe.checkout.sessions.expire((await aSession()).id)],
    ['past its time', () => aSession({ expires_at: 1 })],
  ])('takes no payment for a session %s', async (_, open) => {
    const session = await open();
    expect(session).toMatchObject({ payment_status: 'unpaid' });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'expired',
      url: null,
    });

    const page = await fetch(`${server.endpoint}/pay/${session.id}`, { method: 'POST' });
    expect(page.status).toBe(409);
    expect(await page.text()).toContain('Platnosť tejto platby vypršala.');
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('refunds in parts, but never more than was paid', async () => {
    const paymentIntent = await aPayment();
    const part = await stripe.refunds.create({
      payment_intent: paymentIntent,
      amount: 450,
      reverse_transfer: true,
      refund_application_fee: true,
      metadata: { reason: 'late' },
    });
    expect(part).toMatchObject({ amount: 450, status: 'succeeded', metadata: { reason: 'late' } });
    const tooMuch = stripe.refunds.create({ payment_intent: paymentIntent, amount: 123_001 });
    await expect(tooMuch).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
    const rest = await stripe.refunds.create({ payment_intent: paymentIntent });
    expect(rest.amount).toBe(123_000);

    await expect(stripe.refunds.create({ payment_intent: paymentIntent })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'charge_already_refunded',
      statusCode: 400,
    });
    const all = await stripe.refunds
      .list({ payment_intent: paymentIntent, limit: 1 })
      .autoPagingToArray({ limit: 9 });
    expect(all.map(({ id }) => id)).toEqual([rest.id, part.id]);
  });

  it('takes nothing back from an account that got nothing', async () => {
    const paymentIntent = await aPayment({ payment_intent_data: {} });
    const refund = stripe.refunds.create({ payment_intent: paymentIntent, reverse_transfer: true });
    await expect(refund).rejects.toMatchObject({ statusCode: 400, param: 'reverse_transfer' });
  });

  it('does the same thing once per idempotency key', async () => {
    const create = (expertId: string) =>
      stripe.accounts.create({ type: 'express', metadata: { expertId } }, { idempotencyKey: 'account-1' });
    const first = await create('e-1');

    expect(await create('e-1')).toEqual(first);
    await expect(create('e-2')).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it.each([
    ['an unknown account', () => stripe.accounts.retrieve('acct_1'), 404, 'resource_missing'],
    ['an unknown session', () => stripe.checkout.sessions.retrieve('cs_1'), 404, 'resource_missing'],
    ['a refund of nothing', () => stripe.refunds.create({ payment_intent: 'pi_1' }), 400, 'resource_missing'],
    ['a session without a price', () => aSession({ line_items: [] }), 400, 'parameter_missing'],
    ['a page to nowhere', () => aSession({ success_url: 'nowhere' }), 400, 'url_invalid'],
    ['an unknown endpoint', () => stripe.balance.retrieve(), 404, undefined],
    ['a wrong key', () => clientOf(server.endpoint, 'sk_test_x').accounts.retrieve('acct_1'), 401, undefined],
  ])('refuses %s', async (_, act, statusCode, code) => {
    await expect(act()).rejects.toMatchObject({ statusCode, code });
  });

  it('takes the key as the user of Basic authentication too', async () => {
    const { id } = await anAccount();
    const authorization = `Basic ${btoa(`${STRIPE_SECRET_KEY}:`)}`;
    const answer = await fetch(`${server.endpoint}/v1/accounts/${id}`, { headers: { authorization } });
    expect(await answer.json()).toMatchObject({ id, object: 'account' });
  });

  it('tells a failing API again, and lets one that refuses be', async () => {
    answers = [503, 500];
    const { url } = await aSession();
    const before = api.calls.length;
    await submit(url);
    const bodies = api.calls.slice(before).map(({ body }) => String(body));
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);

    answers = [400];
    const refused = api.calls.length;
    await submit((await aSession()).url);
    expect(api.calls).toHaveLength(refused + 1);
  });

  it('keeps nobody waiting for an API that is down', async () => {
    const lonely = await startStripe({ webhooks: { url: NOWHERE, secret: SECRET } });
    const { id } = await clientOf(lonely.endpoint).accounts.create({ type: 'express' });
    const begun = Date.now();
    await fetch(`${lonely.endpoint}/_test/accounts/${id}`, {
      method: 'POST',
      body: '{"charges_enabled":true}',
    });
    expect(Date.now() - begun).toBeLessThan(7000);
    await lonely.stop();
  });

  it('remembers in its directory', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'stripe-'));
    const first = await startStripe({ directory });
    const account = await clientOf(first.endpoint).accounts.create({
      type: 'express',
      email: 'eva@example.sk',
    });
    await first.stop();
    const second = await startStripe({ directory });

    expect(await clientOf(second.endpoint).accounts.retrieve(account.id)).toMatchObject(account);
    await second.stop();
    await rm(directory, { recursive: true });
  });
});

function clientOf(endpoint: string, key = STRIPE_SECRET_KEY): Stripe {
  const { hostname: host, port } = new URL(endpoint);
  return new Stripe(key, { protocol: 'http', host, port, maxNetworkRetries: 0, telemetry: false });
}

async function submit(url: string | null): Promise<{ status: number; location: string | null }> {
  const { status, headers } = await fetch(url ?? '', { method: 'POST', redirect: 'manual' });
  return { status, location: headers.get('location') };
}

/** The event of a webhook, its signature checked by Stripe's own library. */
function eventIn(call: Received | undefined): Stripe.Event {
  return Stripe.webhooks.constructEvent(call?.body ?? '', String(call?.headers['stripe-signature']), SECRET);
}
