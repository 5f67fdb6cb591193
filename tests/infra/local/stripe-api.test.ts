import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startStripe } from '../../../infra/local/stripe/server.ts';
import { createClient, type Provider, startProvider } from './start-provider.ts';

describe('API of the Stripe emulator', () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.stop());

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
