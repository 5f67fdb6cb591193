/** Tests of GET /api/v1/operator/testimonies/{id} (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { startMarket } from '../../../support/start-market.ts';

it('an operator sees the ledger of a testimony with its balances', async () => {
  const market = await startMarket();
  const { client, expert, testimony, sessionId } = await market.createAssignedTestimony();
  const { payment_intent } = await market.getSession(sessionId);
  await market.simulateOutcome(sessionId, 'refund', { amount: '5000' });
  await market.sendProviderEvent({ id: 'ch_1', payment_intent: payment_intent.id }, 'charge.refunded');

  expect(await operatorRoutes(market).show(testimony.id)).toMatchObject({
    id: testimony.id,
    state: 'accepted',
    clientId: client.id,
    expertId: expert.id,
    payment: { status: 'paid', amount: 250 },
    ledger: [
      {
        kind: 'payment',
        from: 'provider',
        to: 'deferred-commission',
        amount: 25,
        sourceId: payment_intent.id,
        sessionId,
      },
      { kind: 'payment', from: 'provider', to: 'expert', amount: 225 },
      {
        kind: 'refund',
        from: 'unallocated',
        to: 'provider',
        amount: 50,
        sourceId: expect.stringMatching(/^re_/),
      },
      { kind: 'refund-arrived', amount: 0 },
    ],
    balances: {
      provider: -200,
      expert: 225,
      deferredCommission: 25,
      commission: 0,
      platformLoss: 0,
      fees: 0,
      unallocated: -50,
      refundInTransit: 0,
      dispute: 0,
      outside: 0,
    },
    held: 200,
  });
});
