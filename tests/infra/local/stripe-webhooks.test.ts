/** Tests of the provider events that the Stripe emulator sends, and of its test controls. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONNECT_SECRET, type Provider, parseEvent, startProvider, submitForm } from './start-provider.ts';

const webhookStatuses: number[] = [];
let provider: Provider;
beforeAll(async () => {
  provider = await startProvider(webhookStatuses);
});
afterAll(() => provider.stop());

it.each([[[503, 500]], [[400, 404]]])(
  'the Stripe emulator delivers an event again after the responses %s',
  async refusals => {
    const { url } = await provider.createSession();
    webhookStatuses.push(...refusals);
    const before = provider.api.calls.length;

    await submitForm(url);

    const bodies = provider.api.calls.slice(before).map(({ body }) => String(body));
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
  },
);

it('the Stripe emulator signs an event about a connected account with the Connect secret', async () => {
  const { id: account } = await provider.createVerifiedAccount();
  const { charge } = await provider.createPayment();
  await provider.stripe.transfers.create({
    amount: 5_000,
    currency: 'eur',
    destination: account,
    source_transaction: charge,
  });

  await provider.control('payouts', { account, status: 'failed' });

  const event = parseEvent(provider.api.calls.at(-1), CONNECT_SECRET);
  expect(event).toMatchObject({
    type: 'payout.failed',
    account,
    data: { object: { amount: 5_000, status: 'failed' } },
  });
  expect(() => parseEvent(provider.api.calls.at(-1))).toThrow();
});
