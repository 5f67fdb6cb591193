/** Tests of GET /api/v1/operator/testimonies (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { asOperator } from '../../../support/operators.ts';
import { startMarket } from '../../../support/start-market.ts';

const listIds = (list: { id: string }[]) => list.map(({ id }) => id);

it.each([
  ['as a mail shows it', (id: string) => id.slice(-8).toUpperCase()],
  ['as a bank statement shows it', (id: string) => `P-${id.slice(-8).toUpperCase()}`],
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
  expect((await market.service.get('/operator/testimonies', asOperator)).status).toBe(422);
  const path = '/operator/testimonies?number=00000000&cursor=x';
  expect((await market.service.get(path, asOperator)).status).toBe(400);
});
