/** Tests of API keys and webhook secrets of the payment provider: live mode, test mode and rotation. */
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { stripeEvents } from '../../../../lib/platform/stripe/events.ts';
import { stripePayments } from '../../../../lib/platform/stripe/payments.ts';
import { startFakeServer } from '../../../support/fake-server.ts';

const NOW = new Date('2026-06-15T10:00:00Z');
const clock = { now: () => NOW };
const environment = { FRONTEND_URL: 'https://www.testimony.example' };

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'account.updated',
  data: { object: { id: 'acct_1', object: 'account' } },
};

function readEvent(event: object, secrets: Record<string, string>) {
  const payload = JSON.stringify(event);
  const timestamp = NOW.getTime() / 1000;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_connect', timestamp });
  const known = { 'stripe-webhook-secrets': 'connect:whsec_connect', ...secrets };
  const events = stripeEvents(async name => known[name as keyof typeof known] ?? '', clock);
  return events.read(Buffer.from(payload), signature);
}

it.each([
  ['sk_live_1', true, 'account-updated'],
  ['sk_test_1', true, 'ignored'],
  ['rk_live_1', false, 'ignored'],
  ['rk_test_1', false, 'account-updated'],
])(
  'a provider event is ignored unless its mode matches the API key (key %s, livemode %s: %s)',
  async (key, livemode, kind) => {
    expect(await readEvent({ ...EVENT, livemode }, { 'stripe-secret-key': key })).toMatchObject({ kind });
  },
);

it.each(['platform:whsec_platform, connect:whsec_connect', ' connect:whsec_old ,\tconnect:whsec_connect\n'])(
  'a webhook event that is signed with any of the configured secrets is accepted (%j)',
  async webhookSecrets => {
    const secrets = { 'stripe-secret-key': 'sk_test_1', 'stripe-webhook-secrets': webhookSecrets };

    expect(await readEvent({ ...EVENT, livemode: false }, secrets)).toMatchObject({
      kind: 'account-updated',
    });
  },
);

it('every webhook event is rejected while a secret is configured without its endpoint', async () => {
  const secrets = { 'stripe-secret-key': 'sk_test_1', 'stripe-webhook-secrets': 'whsec_connect' };

  await expect(readEvent({ ...EVENT, livemode: false }, secrets)).rejects.toThrow('platform: or connect:');
});

describe('calls to Stripe after the API key was replaced', () => {
  const json = (status: number, body: object) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const ACCOUNT = {
    id: 'acct_1',
    object: 'account',
    capabilities: { transfers: 'active' },
    payouts_enabled: true,
  };
  const startProvider = () =>
    startFakeServer(({ headers }) =>
      headers.authorization === 'Bearer sk_test_new'
        ? json(200, ACCOUNT)
        : json(401, { error: { type: 'invalid_request_error', message: 'Expired API key.' } }),
    );

  it('a call is repeated with the new API key when Stripe rejects the old one', async () => {
    const { url, calls } = await startProvider();
    const secrets = async (_: string, outdated?: string) =>
      outdated === 'sk_test_old' ? 'sk_test_new' : 'sk_test_old';
    const payments = stripePayments({ ...environment, STRIPE_URL: url }, secrets);

    expect(await payments.findAccount('acct_1')).toEqual({
      id: 'acct_1',
      expertId: null,
      verified: true,
      restricted: false,
    });
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer sk_test_old',
      'Bearer sk_test_new',
    ]);
  });
});
