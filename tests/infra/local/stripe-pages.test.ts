import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStripe } from '../../../infra/local/stripe/server.ts';
import { NOWHERE } from '../../support/stand-in.ts';
import { clientOf, eventIn, PAGES, type Provider, SECRET, startProvider, submit } from './stripe.ts';

describe("the Stripe stand-in's pages", () => {
  const answers: number[] = [];
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider(answers);
  });
  afterAll(() => provider.stop());

  it('verifies an account when its page is submitted, and tells the API', async () => {
    const account = await provider.anAccount();
    expect(account).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
    });
    const link = await provider.stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      return_url: `${PAGES}/payment-account/done`,
      refresh_url: `${PAGES}/payment-account/again`,
    });
    const page = await (await fetch(link.url)).text();
    expect(page).toContain(account.id);
    expect(page.match(/<form/g)).toHaveLength(1);

    expect(await submit(link.url)).toEqual({ status: 303, location: `${PAGES}/payment-account/done` });

    const verified = await provider.stripe.accounts.retrieve(account.id);
    expect(verified).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active' },
      metadata: { expertId: 'e-1' },
    });
    expect(eventIn(provider.api.calls.at(-1))).toMatchObject({
      id: expect.stringMatching(/^evt_\w+$/),
      type: 'account.updated',
      account: account.id,
      livemode: false,
      data: { object: { id: account.id, charges_enabled: true, metadata: { expertId: 'e-1' } } },
    });
  });

  it('finds an account wanting when a test asks for it', async () => {
    const { id } = await provider.anAccount();
    const body = JSON.stringify({ charges_enabled: false, payouts_enabled: true, metadata: 'ignored' });
    expect((await fetch(`${provider.endpoint}/_test/accounts/${id}`, { method: 'POST', body })).status).toBe(
      200,
    );

    expect(await provider.stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: false,
      payouts_enabled: true,
      metadata: { expertId: 'e-1' },
    });
    expect(eventIn(provider.api.calls.at(-1))).toMatchObject({ type: 'account.updated', account: id });
  });

  it('takes a payment once, and tells the API', async () => {
    const session = await provider.aSession();
    const page = await (await fetch(session.url ?? '')).text();
    expect(page).toContain(session.id);
    expect(page).toMatch(/1\s234,50\s€/);
    expect(page.match(/<form/g)).toHaveLength(1);

    expect(await submit(session.url)).toEqual({
      status: 303,
      location: `${PAGES}/payment/success?sessionId=${session.id}`,
    });

    const paid = await provider.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
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
    const event = eventIn(provider.api.calls.at(-1));
    const { id: paymentIntent } = paid.payment_intent as Stripe.PaymentIntent;
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { id: session.id, payment_status: 'paid', payment_intent: paymentIntent } },
    });
    expect(event).not.toHaveProperty('account');
    const calls = provider.api.calls.length;
    expect((await submit(session.url)).status).toBe(409);
    expect(provider.api.calls).toHaveLength(calls);
  });

  it.each([
    [
      'expired by the service',
      async () => provider.stripe.checkout.sessions.expire((await provider.aSession()).id),
    ],
    ['past its time', () => provider.aSession({ expires_at: 1 })],
  ])('takes no payment for a session %s', async (_, open) => {
    const session = await open();
    expect(session).toMatchObject({ payment_status: 'unpaid' });
    expect(await provider.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'expired',
      url: null,
    });

    const page = await fetch(`${provider.endpoint}/pay/${session.id}`, { method: 'POST' });
    expect(page.status).toBe(409);
    expect(await page.text()).toContain('Platnosť tejto platby vypršala.');
    await expect(provider.stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it('tells a failing API again, and lets one that refuses be', async () => {
    answers.push(503, 500);
    const { url } = await provider.aSession();
    const before = provider.api.calls.length;
    await submit(url);
    const bodies = provider.api.calls.slice(before).map(({ body }) => String(body));
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);

    answers.push(400);
    const refused = provider.api.calls.length;
    await submit((await provider.aSession()).url);
    expect(provider.api.calls).toHaveLength(refused + 1);
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
});
