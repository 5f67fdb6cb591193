/** GET /api/v1/operator/payments (infra/docs/api/operators.md). */
import { beforeEach, expect, it } from 'vitest';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { asOperator } from '../../support/operators.ts';
import { createPaidOutTestimony, simulateAndSync } from '../../support/payouts.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const listIds = async (query = '') =>
  (await operatorRoutes(market).list(`payments${query}`)).map(({ id }: { id: string }) => id);

it('lists unbalanced payments, and neither balanced nor disputed ones', async () => {
  const [balanced, disputed, unbalanced] = [
    await createPaidOutTestimony(market),
    await market.createAssignedTestimony(),
    await createPaidOutTestimony(market),
  ];
  await simulateAndSync(market, disputed, 'dispute');
  await simulateAndSync(market, unbalanced, 'refund');

  expect(await operatorRoutes(market).list('payments')).toMatchObject([
    { id: unbalanced.testimony.id, payment: { status: 'refunded', refunded: 100.05 } },
  ]);
  expect(await listIds('?state=unbalanced')).toEqual([unbalanced.testimony.id]);
  const held = async (id: string) => (await operatorRoutes(market).show(id)).held;
  expect(await held(unbalanced.testimony.id)).toBe(-90.04);
  expect(await held(balanced.testimony.id)).toBe(10.01);
});

it('lists a payment whose dispute was lost after the payout, and not while the dispute is open', async () => {
  const sale = await createPaidOutTestimony(market);
  await simulateAndSync(market, sale, 'dispute');
  expect(await listIds()).toEqual([]);

  await simulateAndSync(market, sale, 'dispute-lost');

  expect(await listIds()).toEqual([sale.testimony.id]);
});

it('returns 422 for an unknown state and 400 for an invalid cursor', async () => {
  expect(await market.service.get('/operator/payments?state=disputed', asOperator)).toMatchObject({
    status: 422,
    body: { errors: { state: [expect.any(String)] } },
  });
  expect((await market.service.get('/operator/payments?cursor=x', asOperator)).status).toBe(400);
});
