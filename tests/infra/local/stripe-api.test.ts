import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STRIPE_SECRET_KEY, startStripe } from '../../../infra/local/stripe/server.ts';
import { clientOf, type Provider, startProvider } from './stripe.ts';

describe("the Stripe stand-in's API", () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.stop());

  it('refunds in parts, but never more than was paid', async () => {
    const paymentIntent = await provider.aPayment();
    const part = await provider.stripe.refunds.create({
      payment_intent: paymentIntent,
      amount: 450,
      reverse_transfer: true,
      refund_application_fee: true,
      metadata: { reason: 'late' },
    });
    expect(part).toMatchObject({ amount: 450, status: 'succeeded', metadata: { reason: 'late' } });
    const tooMuch = provider.stripe.refunds.create({ payment_intent: paymentIntent, amount: 123_001 });
    await expect(tooMuch).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
    const rest = await provider.stripe.refunds.create({ payment_intent: paymentIntent });
    expect(rest.amount).toBe(123_000);

    await expect(provider.stripe.refunds.create({ payment_intent: paymentIntent })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'charge_already_refunded',
      statusCode: 400,
    });
    const all = await provider.stripe.refunds
      .list({ payment_intent: paymentIntent, limit: 1 })
      .autoPagingToArray({ limit: 9 });
    expect(all.map(({ id }) => id)).toEqual([rest.id, part.id]);
  });

  it('takes nothing back from an account that got nothing', async () => {
    const paymentIntent = await provider.aPayment({ payment_intent_data: {} });
    const refund = provider.stripe.refunds.create({ payment_intent: paymentIntent, reverse_transfer: true });
    await expect(refund).rejects.toMatchObject({ statusCode: 400, param: 'reverse_transfer' });
  });

  it('does the same thing once per idempotency key', async () => {
    const create = (expertId: string) =>
      provider.stripe.accounts.create(
        { type: 'express', metadata: { expertId } },
        { idempotencyKey: 'account-1' },
      );
    const first = await create('e-1');

    expect(await create('e-1')).toEqual(first);
    await expect(create('e-2')).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it.each([
    ['an unknown account', () => provider.stripe.accounts.retrieve('acct_1'), 404, 'resource_missing'],
    ['an unknown session', () => provider.stripe.checkout.sessions.retrieve('cs_1'), 404, 'resource_missing'],
    [
      'a refund of nothing',
      () => provider.stripe.refunds.create({ payment_intent: 'pi_1' }),
      400,
      'resource_missing',
    ],
    ['a session without a price', () => provider.aSession({ line_items: [] }), 400, 'parameter_missing'],
    ['a page to nowhere', () => provider.aSession({ success_url: 'nowhere' }), 400, 'url_invalid'],
    ['an unknown endpoint', () => provider.stripe.balance.retrieve(), 404, undefined],
    [
      'a wrong key',
      () => clientOf(provider.endpoint, 'sk_test_x').accounts.retrieve('acct_1'),
      401,
      undefined,
    ],
  ])('refuses %s', async (_, act, statusCode, code) => {
    await expect(act()).rejects.toMatchObject({ statusCode, code });
  });

  it('takes the key as the user of Basic authentication too', async () => {
    const { id } = await provider.anAccount();
    const authorization = `Basic ${btoa(`${STRIPE_SECRET_KEY}:`)}`;
    const answer = await fetch(`${provider.endpoint}/v1/accounts/${id}`, { headers: { authorization } });
    expect(await answer.json()).toMatchObject({ id, object: 'account' });
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
