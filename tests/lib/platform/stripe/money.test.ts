/** Tests of how the statuses of Stripe's refunds and disputes are converted. */
import { describe, expect, it } from 'vitest';
import { stripePayments } from '../../../../lib/platform/stripe/payments.ts';
import { startFakeServer } from '../../../support/fake-server.ts';

/** Starts a server that responds with a list of these objects, and returns the payments that use the server. */
async function startPayments(data: readonly object[]) {
  const body = JSON.stringify({ object: 'list', data, has_more: false, url: '/v1/list' });
  const { url } = await startFakeServer(() => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
  }));
  const environment = { FRONTEND_URL: 'https://www.testimony.example', STRIPE_URL: url };
  return { payments: stripePayments(environment, async () => 'sk_test_1') };
}

it.each([
  ['requires_action', 'pending'],
  ['canceled', 'failed'],
  ['a status that Stripe adds later', 'pending'],
])('a refund with the Stripe status %s is read as %s', async (status, expected) => {
  const { payments } = await startPayments([{ id: 're_1', object: 'refund', amount: 450, status }]);

  expect(await payments.listRefunds('pi_1')).toEqual([
    { id: 're_1', amount: 450, status: expected, orderId: null },
  ]);
});

it('a transfer in another currency is omitted from the transfers of a testimony', async () => {
  const { payments } = await startPayments([
    { id: 'tr_2', object: 'transfer', amount: 90, amount_reversed: 0, currency: 'usd' },
    { id: 'tr_1', object: 'transfer', amount: 450, amount_reversed: 0, currency: 'eur' },
  ]);

  expect(await payments.listTransfers('testimony')).toEqual([{ id: 'tr_1', amount: 450, reversals: [] }]);
});

describe('disputes read from Stripe', () => {
  const NOTHING = { taken: 0, returned: 0 };
  const TAKEN = { taken: 450, returned: 0 };

  it.each([
    ['warning_closed', [], { status: 'inquiry-closed', ...NOTHING }],
    ['under_review', [-450], { status: 'open', ...TAKEN }],
    ['lost', [-450, 150], { status: 'lost', taken: 450, returned: 150 }],
  ])(
    'a dispute with the Stripe status %s and the balance transactions %j is read as %j',
    async (status, amounts, expected) => {
      const balance_transactions = amounts.map(amount => ({ amount }));
      const { payments } = await startPayments([
        { id: 'du_1', object: 'dispute', amount: 450, status, balance_transactions },
      ]);

      expect(await payments.listDisputes('pi_1')).toEqual([{ id: 'du_1', respondBy: null, ...expected }]);
    },
  );
});
