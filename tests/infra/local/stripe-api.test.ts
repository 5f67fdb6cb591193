import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startStripe } from '../../../infra/local/stripe/server.ts';
import { createClient, type Provider, startProvider } from './start-provider.ts';

const DAY_SECONDS = 24 * 3600;

describe('API of the Stripe emulator', () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.stop());

  it.each<[string, () => Promise<unknown>, number, string | undefined]>([
    ['an unknown account', () => provider.stripe.accounts.retrieve('acct_1'), 403, 'account_invalid'],
    [
      'an unknown checkout session',
      () => provider.stripe.checkout.sessions.retrieve('cs_1'),
      404,
      'resource_missing',
    ],
    [
      'a refund of an unknown payment',
      () => provider.stripe.refunds.create({ payment_intent: 'pi_1' }),
      400,
      'resource_missing',
    ],
    ['a refund that names no payment', () => provider.stripe.refunds.create({}), 400, 'resource_missing'],
    [
      'a checkout session without line items',
      () => provider.createSession({ line_items: [] }),
      400,
      'parameter_missing',
    ],
    [
      'a checkout session with an invalid success URL',
      () => provider.createSession({ success_url: 'nowhere' }),
      400,
      'url_invalid',
    ],
    [
      'a checkout session of 49 cents',
      () => provider.createSession({ line_items: [createLineItem(49)] }),
      400,
      'amount_too_small',
    ],
    ['an unknown endpoint', () => provider.stripe.customers.retrieve('cus_1'), 404, undefined],
    [
      'a list request for 101 objects',
      () => provider.stripe.refunds.list({ limit: 101 }),
      400,
      'parameter_invalid_integer',
    ],
    [
      'the expansion of a member that is not an object',
      () => provider.createSession({ expand: ['metadata.offerId.x'] }),
      400,
      undefined,
    ],
    [
      'a wrong API key',
      () => createClient(provider.endpoint, 'sk_test_x').accounts.retrieve('acct_1'),
      401,
      undefined,
    ],
  ])('the Stripe emulator rejects %s', async (_, act, statusCode, code) => {
    await expect(act()).rejects.toMatchObject({ statusCode, code });
  });

  it.each([[29 * 60 + 58], [DAY_SECONDS + 5]])(
    'the Stripe emulator rejects a checkout session that expires after %i seconds',
    async seconds => {
      const session = provider.createSession({ expires_at: Math.floor(Date.now() / 1000) + seconds });

      await expect(session).rejects.toMatchObject({ statusCode: 400, param: 'expires_at' });
    },
  );

  it('the Stripe emulator returns objects instead of ids for the members named in expand', async () => {
    const { id, intent, charge } = await provider.createPayment();
    const session = await provider.stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge'],
    });

    expect(session.payment_intent).toMatchObject({
      id: intent,
      latest_charge: { id: charge, status: 'succeeded' },
    });
  });

  it('the Stripe emulator keeps its objects across a restart, with new URLs of open checkout sessions', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'stripe-'));
    const first = await startStripe({ directory });
    const before = createClient(first.endpoint);
    const account = await before.accounts.create({ type: 'express', email: 'eva@example.sk' });
    const line_items = [createLineItem(5000)];
    const session = { mode: 'payment', success_url: `${first.endpoint}/done`, line_items } as const;
    const { id } = await before.checkout.sessions.create(session);
    await first.stop();
    const second = await startStripe({ directory });
    const after = createClient(second.endpoint);

    expect(await after.accounts.retrieve(account.id)).toMatchObject(account);
    expect((await after.checkout.sessions.retrieve(id)).url).toBe(`${second.endpoint}/pay/${id}`);
    await second.stop();
    await rm(directory, { recursive: true });
  });
});

describe('idempotency keys of the Stripe emulator', () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterEach(() => provider.control('faults', {}));
  afterAll(() => provider.stop());

  const create = (idempotencyKey: string, expertId = 'e-1') =>
    provider.stripe.accounts.create({ type: 'express', metadata: { expertId } }, { idempotencyKey });

  it('the Stripe emulator runs a request only once when it is repeated with the same idempotency key', async () => {
    const first = await create('account-1');

    expect(await create('account-1')).toEqual(first);
  });

  it('the Stripe emulator rejects an idempotency key that another request has used', async () => {
    await create('account-2');

    const others = [
      create('account-2', 'e-2'),
      provider.stripe.refunds.create({}, { idempotencyKey: 'account-2' }),
    ];
    for (const other of others) {
      await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    }
  });

  it.each([
    ['a server error', { fault: 'error' }, 500],
    ['a rejection', {}, 400],
  ])(
    'the Stripe emulator repeats %s for a day under the same idempotency key',
    async (how, controls, statusCode) => {
      const account = await provider.createAccount();
      const { charge } = await provider.createPayment();
      await provider.control('faults', controls);
      const send = (idempotencyKey: string) =>
        provider.stripe.transfers.create(
          { amount: 100, currency: 'eur', destination: account.id, source_transaction: charge },
          { idempotencyKey },
        );
      await expect(send(how)).rejects.toMatchObject({ statusCode });
      await provider.control(`accounts/${account.id}`, { charges_enabled: true });

      await expect(send(how)).rejects.toMatchObject({
        statusCode,
        headers: { 'idempotent-replayed': 'true' },
      });

      await provider.control('clock', { advanceSeconds: DAY_SECONDS });
      expect(await send(how)).toMatchObject({ amount: 100 });
    },
  );

  it('the Stripe emulator does not store the error for invalid parameters under the idempotency key', async () => {
    const wrong = { type: 'expres' } as unknown as Stripe.AccountCreateParams;
    await expect(provider.stripe.accounts.create(wrong, { idempotencyKey: 'account-3' })).rejects.toThrow(
      'type',
    );

    expect(await create('account-3')).toMatchObject({ object: 'account' });
  });
});

const createLineItem = (unit_amount: number) => ({
  price_data: { currency: 'eur', unit_amount, product_data: { name: 'Posudok' } },
  quantity: 1,
});
