/** GET /api/v1/operator/testimonies (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { startMarket } from '../../support/start-market.ts';

const DAY = 24 * 3600_000;
const listIds = (list: { id: string }[]) => list.map(({ id }) => id);

it('lists only overdue testimonies, longest overdue first', async () => {
  const market = await startMarket();
  const [later, sooner] = [
    await market.createAssignedTestimony({ daysToComplete: 2 }),
    await market.createAssignedTestimony({ daysToComplete: 1 }),
  ];
  await market.createAssignedTestimony({ daysToComplete: 9 });
  expect(await operatorRoutes(market).list('testimonies?state=overdue')).toEqual([]);

  market.service.deps.clock.advance(3 * DAY);

  expect(listIds(await operatorRoutes(market).list('testimonies'))).toEqual([
    sooner.testimony.id,
    later.testimony.id,
  ]);
});

it('lists disputed testimonies even when they are not overdue', async () => {
  const market = await startMarket();
  const { testimony, sessionId } = await market.createAssignedTestimony();
  await market.simulateOutcome(sessionId, 'dispute');
  const [dispute] = (await market.getLedger()).filter(({ kind }) => kind === 'dispute');
  await market.sendProviderEvent({ id: dispute?.source }, 'charge.dispute.created');

  expect(listIds(await operatorRoutes(market).list('testimonies?state=disputed'))).toEqual([testimony.id]);
});
