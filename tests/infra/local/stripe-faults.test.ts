/** Tests of simulated failures of requests to the Stripe emulator. */
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { STRIPE_SECRET_KEY } from '../../../infra/local/stripe/server.ts';
import { type Provider, startProvider } from './start-provider.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterEach(() => provider.control('faults', {}));
afterAll(() => provider.stop());

const REFUNDS = 'POST /v1/refunds';

it.each([
  ['rate-limit', 'rate_limit', 'false'],
  ['lock-timeout', 'lock_timeout', 'true'],
])(
  'the fault %s makes requests fail with status 429, which is not stored under the idempotency key',
  async (fault, code, retry) => {
    const { charge } = await provider.createPayment();
    await provider.control('faults', { operation: REFUNDS, fault, count: 2 });
    const refund = () =>
      provider.stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: `refund-${fault}` });

    for (const _ of [1, 2]) {
      await expect(refund()).rejects.toMatchObject({
        statusCode: 429,
        type: 'StripeRateLimitError',
        code,
        headers: { 'stripe-should-retry': retry },
      });
    }

    expect(await refund()).toMatchObject({ amount: 100 });
    expect((await provider.stripe.refunds.list({ charge })).data).toHaveLength(1);
  },
);

it("Stripe's library repeats a request after a lock timeout of the emulator, but not after the rate limit", async () => {
  const { hostname: host, port } = new URL(provider.endpoint);
  const options = { protocol: 'http', host, port, maxNetworkRetries: 1, telemetry: false } as const;
  const stripe = new Stripe(STRIPE_SECRET_KEY, options);
  await provider.control('faults', { operation: 'GET /v1/balance', fault: 'lock-timeout' });
  expect(await stripe.balance.retrieve()).toMatchObject({ object: 'balance' });

  await provider.control('faults', { operation: 'GET /v1/balance', fault: 'rate-limit' });

  await expect(stripe.balance.retrieve()).rejects.toMatchObject({ statusCode: 429 });
});

it('the fault error-after returns status 500 after the operation, also for a repeated request', async () => {
  const { charge } = await provider.createPayment();
  await provider.control('faults', { operation: REFUNDS, fault: 'error-after' });
  const refund = () => provider.stripe.refunds.create({ charge }, { idempotencyKey: 'refund-1' });

  await expect(refund()).rejects.toMatchObject({ statusCode: 500 });
  await expect(refund()).rejects.toMatchObject({ statusCode: 500 });

  expect((await provider.stripe.refunds.list({ charge })).data).toHaveLength(1);
});

it('the fault error returns status 500 without running the operation', async () => {
  const { charge } = await provider.createPayment();
  await provider.control('faults', { operation: REFUNDS, fault: 'error' });

  await expect(provider.stripe.refunds.create({ charge })).rejects.toMatchObject({ statusCode: 500 });

  expect((await provider.stripe.refunds.list({ charge })).data).toEqual([]);
});

it('a planned fault affects one operation until it is removed', async () => {
  await provider.control('faults', { operation: REFUNDS, fault: 'rate-limit', count: 9 });
  expect(await provider.stripe.balance.retrieve()).toMatchObject({ object: 'balance' });
  const { charge } = await provider.createPayment();

  await provider.control('faults', {});

  expect(await provider.stripe.refunds.create({ charge })).toMatchObject({ status: 'succeeded' });
});
