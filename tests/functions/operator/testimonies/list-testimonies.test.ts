/** Tests of GET /api/v1/operator/testimonies (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { asOperator } from '../../../support/operators.ts';
import { createPaidOutTestimony, simulateAndSync } from '../../../support/payouts.ts';
import { startMarket } from '../../../support/start-market.ts';
import { documentBody } from '../../../support/testimony-builders.ts';

const DAY = 24 * 3600_000;
const listIds = (list: { id: string }[]) => list.map(({ id }) => id);

it('only overdue testimonies are listed by default, longest overdue first', async () => {
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

it('a disputed testimony is listed as disputed even when it is not overdue', async () => {
  const market = await startMarket();
  const { testimony, sessionId } = await market.createAssignedTestimony();
  await market.simulateOutcome(sessionId, 'dispute');
  const [dispute] = (await market.getLedger()).filter(({ kind }) => kind === 'dispute');
  await market.sendProviderEvent({ id: dispute?.source }, 'charge.dispute.created');

  expect(listIds(await operatorRoutes(market).list('testimonies?state=disputed'))).toEqual([testimony.id]);
});

it.each([
  ['as a mail shows it', (id: string) => id.slice(-8).toUpperCase()],
  ['as a bank statement shows it', (id: string) => `P-${id.slice(-8).toUpperCase()}`],
  ['in lower case', (id: string) => id.slice(-8)],
])('an operator finds a testimony in any state by its number (%s)', async (_, createNumber) => {
  const market = await startMarket();
  const [client, { testimony }] = [await market.createClient(), await market.createAssignedTestimony()];
  const { id } = await client.createTestimony();

  const { list } = operatorRoutes(market);
  expect(listIds(await list(`testimonies?number=${createNumber(id)}`))).toEqual([id]);
  expect(await list(`testimonies?number=${createNumber(testimony.id)}`)).toMatchObject([
    { id: testimony.id, state: 'accepted' },
  ]);
});

it('a search for an invalid testimony number returns 422 instead of an empty list', async () => {
  const market = await startMarket();
  await market.createAssignedTestimony();

  expect(await operatorRoutes(market).list('testimonies?number=00000000')).toEqual([]);
  expect(await market.service.get('/operator/testimonies?number=1234', asOperator)).toMatchObject({
    status: 422,
    body: { errors: { number: [expect.any(String)] } },
  });
});

it('an owed payout is not listed among the failed payouts', async () => {
  const market = await startMarket();
  const { expert, testimony } = await market.createAssignedTestimony();
  await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
  await market.runJobs();

  expect(await operatorRoutes(market).list('testimonies?state=payout-owed')).toMatchObject([
    { id: testimony.id, expertId: expert.id, payout: { status: 'owed', amount: 225 } },
  ]);
  expect(await operatorRoutes(market).list('testimonies?state=payout-failed')).toEqual([]);
});

it('the list of unbalanced payments has neither balanced nor disputed payments', async () => {
  const market = await startMarket();
  const [balanced, disputed, unbalanced] = [
    await createPaidOutTestimony(market),
    await market.createAssignedTestimony(),
    await createPaidOutTestimony(market),
  ];
  await simulateAndSync(market, disputed, 'dispute');
  await simulateAndSync(market, unbalanced, 'refund');

  expect(await operatorRoutes(market).list('testimonies?state=unbalanced')).toMatchObject([
    { id: unbalanced.testimony.id, payment: { status: 'refunded', refunded: 100.05 } },
  ]);
  const held = async (id: string) => (await operatorRoutes(market).show(id)).held;
  expect(await held(unbalanced.testimony.id)).toBe(-90.04);
  expect(await held(balanced.testimony.id)).toBe(10.01);
});

it('a payment is listed as unbalanced when its dispute is lost after the payout', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  await simulateAndSync(market, sale, 'dispute');
  expect(await operatorRoutes(market).list('testimonies?state=unbalanced')).toEqual([]);

  await simulateAndSync(market, sale, 'dispute-lost');

  expect(listIds(await operatorRoutes(market).list('testimonies?state=unbalanced'))).toEqual([
    sale.testimony.id,
  ]);
});

it("the operators' list of testimonies returns 422 for an unknown state and 400 for an invalid cursor", async () => {
  const { service } = await startMarket();

  expect(await service.get('/operator/testimonies?state=due', asOperator)).toMatchObject({
    status: 422,
    body: { errors: { state: [expect.any(String)] } },
  });
  expect((await service.get('/operator/testimonies?cursor=x', asOperator)).status).toBe(400);
});
