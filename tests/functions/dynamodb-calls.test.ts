/** Test of the number of DynamoDB calls of a list, which does not depend on the number of its items. */
import { expect, inject, it } from 'vitest';
import { startFaultProxy } from '../support/fake-server.ts';
import { startMarket } from '../support/start-market.ts';

it("a client's list of 15 testimonies with offers takes 5 DynamoDB calls", async () => {
  const table = await startFaultProxy(inject('emulators').dynamodb, () => undefined);
  const market = await startMarket({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  for (let count = 0; count < 15; count++) await expert.createOffer((await client.createTestimony()).id);
  const before = table.calls.length;

  const { body } = await client.get('/testimonies');

  expect(body.data.map(({ offers }: { offers: object[] }) => offers.length)).toEqual(Array(15).fill(1));
  expect(table.calls.length - before).toBe(5);

  await client.get('/testimonies?state=offered&limit=100&createdAfter=2026-01-01');

  expect(table.calls.length - before, 'a filter takes no further call').toBe(10);
});
