/** GET /api/v1/operator/testimonies/{id} (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { startMarket } from '../../support/start-market.ts';

it('an operator sees all money movements of a testimony and the amount in escrow', async () => {
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
    money: [
      { kind: 'payment', providerId: payment_intent.id, sessionId, amount: 250 },
      { kind: 'refund', providerId: expect.stringMatching(/^re_/), amount: -50 },
    ],
    held: 200,
  });
});
