/** GET /api/v1/operator/payouts (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { startMarket } from '../../support/start-market.ts';
import { documentBody } from '../../support/testimony-builders.ts';

it('lists payouts that are owed separately from payouts that failed', async () => {
  const market = await startMarket();
  const { expert, testimony } = await market.createAssignedTestimony();
  await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
  await market.runJobs();

  expect(await operatorRoutes(market).list('payouts')).toMatchObject([
    { id: testimony.id, expertId: expert.id, payout: { status: 'owed', amount: 225 } },
  ]);
  expect(await operatorRoutes(market).list('payouts?state=failed')).toEqual([]);
});
