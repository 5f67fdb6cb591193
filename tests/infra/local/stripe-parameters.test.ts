/** Tests of the request parameters that the Stripe emulator accepts. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Provider, startProvider } from './start-provider.ts';

describe('request parameters of the Stripe emulator', () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.stop());

  it('the Stripe emulator rejects an unknown query parameter', async () => {
    const list = provider.stripe.refunds.list({ limit: 10, offset: 3 } as Stripe.RefundListParams);

    await expect(list).rejects.toMatchObject({ code: 'parameter_unknown', param: 'offset' });
  });
});
