import { beforeAll, expect, it } from 'vitest';
import { listItems } from '../../support/inspect-store.ts';
import {
  type Market,
  type MarketClient,
  type MarketExpert,
  startMarket,
} from '../../support/start-market.ts';
import { offerBody } from '../../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;
let expert: MarketExpert;
let path: string;

beforeAll(async () => {
  market = await startMarket();
  [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  path = `/testimonies/${(await client.createTestimony()).id}/offers`;
});

it.each<[string, object, string[]]>([
  ['without fields', {}, ['price', 'daysToComplete']],
  ['with a price in fractions of a cent', offerBody({ price: 10.005 }), ['price']],
  ['with fractions of a day', offerBody({ daysToComplete: 1.5 }), ['daysToComplete']],
  ['with a note that is too long', offerBody({ note: 'x'.repeat(2001) }), ['note']],
])('an invalid offer is rejected with 422 (%s)', async (_, body, fields) => {
  const response = await expert.post(path, body);

  expect([response.status, Object.keys(response.body.errors)]).toEqual([422, fields]);
});

it('a price is stored in cents and returned in euros', async () => {
  const { id } = await client.createTestimony();

  const made = await expert.createOffer(id, { price: 19.99 });

  expect(made.price).toBe(19.99);
  expect((await client.getTestimony(id)).offers[0].price).toBe(19.99);
  const [item] = (await listItems(market.service.deps, `TESTIMONY#${id}`)).filter(({ sk }) =>
    sk.includes('OFFER#'),
  );
  expect(item?.price).toBe(1999);
});
