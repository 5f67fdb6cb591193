/** Tests of the provider events that the Stripe emulator sends, and of its test controls. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStripe } from '../../../infra/local/stripe/server.ts';
import { UNREACHABLE_URL } from '../../support/fake-server.ts';
import { callTestControl } from '../../support/stripe-provider.ts';
import {
  CONNECT_SECRET,
  createClient,
  type Provider,
  parseEvent,
  startProvider,
  submitForm,
  WEBHOOK_SECRET,
} from './start-provider.ts';

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

it('the Stripe emulator responds within seven seconds while the receiver of its events is down', async () => {
  const alone = await startStripe({ webhooks: { url: UNREACHABLE_URL, secret: WEBHOOK_SECRET } });
  const { id } = await createClient(alone.endpoint).accounts.create({ type: 'express' });
  const begun = Date.now();
  await callTestControl(alone.endpoint, `accounts/${id}`, { charges_enabled: true });
  expect(Date.now() - begun).toBeLessThan(7000);
  await alone.stop();
});

it('the Stripe emulator delivers later events while an earlier event is not accepted', async () => {
  const payments = [await provider.createSession(), await provider.createSession()];
  const before = provider.api.calls.length;
  webhookStatuses.push(503);

  await Promise.all(payments.map(({ url }) => submitForm(url)));

  const ids = provider.receivedEvents(before).map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(ids[2]).toBe(ids[0]);
  expect(ids[1]).not.toBe(ids[0]);
});

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
    data: { object: { amount: 5_000, status: 'failed', failure_code: 'account_closed' } },
  });
  expect(() => parseEvent(provider.api.calls.at(-1))).toThrow();
});

it.each(['accounts/acct_1', 'refunds/re_1', 'weather'])(
  'the test control %s returns an error because the control or its object does not exist',
  async name => {
    await expect(provider.control(name, {})).rejects.toThrow(name);
  },
);
