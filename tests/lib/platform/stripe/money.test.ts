/** Tests of how the statuses of Stripe's refunds and disputes are read. */
import { describe, expect, it } from 'vitest';
import { stripePayments } from '../../../../lib/platform/stripe/payments.ts';
import { startFakeServer } from '../../../support/fake-server.ts';

const clock = { now: () => new Date('2026-06-15T10:00:00Z') };

/** Starts a server that responds with a list of these objects, and returns the payments that use the server. */
async function startPayments(data: readonly object[]) {
  const body = JSON.stringify({ object: 'list', data, has_more: false, url: '/v1/list' });
  const { url } = await startFakeServer(() => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
  }));
  const environment = { FRONTEND_URL: 'https://www.testimony.example', STRIPE_URL: url };
  return { payments: stripePayments(environment, async () => 'sk_test_1', clock) };
}

describe('refunds read from Stripe', () => {
  it.each([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['a status that Stripe adds later', 'pending'],
    [null, 'pending'],
  ])('a refund with the Stripe status %s is read as %s', async (status, expected) => {
    const { payments } = await startPayments([{ id: 're_1', object: 'refund', amount: 450, status }]);

    expect(await payments.listRefunds('pi_1')).toEqual([
      { id: 're_1', amount: 450, status: expected, orderId: null },
    ]);
  });

  it('each refund of a payment is read with its own status', async () => {
    const { payments } = await startPayments([
      { id: 're_2', object: 'refund', amount: 60, status: 'pending' },
      { id: 're_1', object: 'refund', amount: 40, status: 'succeeded' },
    ]);

    expect(await payments.listRefunds('pi_1')).toEqual([
      { id: 're_2', amount: 60, status: 'pending', orderId: null },
      { id: 're_1', amount: 40, status: 'succeeded', orderId: null },
    ]);
  });
});

describe('disputes read from Stripe', () => {
  it.each([
    ['warning_needs_response', 'inquiry'],
    ['warning_under_review', 'inquiry'],
    ['warning_closed', 'inquiry'],
    ['prevented', 'inquiry'],
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['appeal_needs_response', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
  ])('a dispute with the Stripe status %s is read as %s', async (status, expected) => {
    const { payments } = await startPayments([{ id: 'du_1', object: 'dispute', amount: 450, status }]);

    expect(await payments.listDisputes('pi_1')).toMatchObject([
      { id: 'du_1', amount: 450, status: expected },
    ]);
  });
});
