/** GET /api/v1/operator/testimonies (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { startMarket } from '../../support/market.ts';
import { operatorRoutes } from './testimonies.ts';

const DAY = 24 * 3600_000;
const ids = (list: { id: string }[]) => list.map(({ id }) => id);

it('lists only overdue testimonies, longest overdue first', async () => {
  const market = await startMarket();
  const [later, sooner] = [
    await market.assigned({ daysToComplete: 2 }),
    await market.assigned({ daysToComplete: 1 }),
  ];
  await market.assigned({ daysToComplete: 9 });
  expect(await operatorRoutes(market).list('testimonies?state=overdue')).toEqual([]);

  market.service.deps.clock.advance(3 * DAY);

  expect(ids(await operatorRoutes(market).list('testimonies'))).toEqual([
    sooner.testimony.id,
    later.testimony.id,
  ]);
});

it('lists disputed testimonies even when they are not overdue', async () => {
  const market = await startMarket();
  const { testimony, sessionId } = await market.assigned();
  await market.befalls(sessionId, 'dispute');
  const [dispute] = (await market.ledger()).filter(({ kind }) => kind === 'dispute');
  await market.tell({ id: dispute?.source }, 'charge.dispute.created');

  expect(ids(await operatorRoutes(market).list('testimonies?state=disputed'))).toEqual([testimony.id]);
});
