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

const PRICE = 'Zadajte cenu v eurách s najviac dvoma desatinnými miestami.';
const RANGE = 'Cena musí byť od 1 do 100 000 €.';
const DAYS = 'Počet dní musí byť od 1 do 365.';
const WHOLE = 'Zadajte celé číslo.';

it.each<[string, object, Record<string, string[]>]>([
  ['without fields', {}, { price: ['Zadajte cenu.'], daysToComplete: ['Zadajte počet dní.'] }],
  [
    'with a price and days of zero',
    { price: 0, daysToComplete: 0 },
    { price: [RANGE], daysToComplete: [DAYS] },
  ],
  ['with a price in fractions of a cent', offerBody({ price: 10.005 }), { price: [PRICE] }],
  ['with fractions of a day', offerBody({ daysToComplete: 1.5 }), { daysToComplete: [WHOLE] }],
  [
    'with a note that is too long',
    offerBody({ note: 'x'.repeat(2001) }),
    { note: ['Text môže mať najviac 2000 znakov.'] },
  ],
])('an invalid offer is rejected with 422 (%s)', async (_, body, errors) => {
  const response = await expert.post(path, body);

  expect({ status: response.status, errors: response.body.errors }).toEqual({ status: 422, errors });
  expect(Object.keys(response.body.errors)).toEqual(Object.keys(errors));
});

it.each([
  [19.99, 1999],
  [1.15, 115],
])('a price of %d euros is stored as %i cents and returned in euros', async (price, cents) => {
  const { id } = await client.createTestimony();

  const made = await expert.createOffer(id, { price });

  expect(made.price).toBe(cents / 100);
  expect((await client.getTestimony(id)).offers[0].price).toBe(cents / 100);
  const [item] = (await listItems(market.service.deps, `TESTIMONY#${id}`)).filter(({ sk }) =>
    sk.includes('OFFER#'),
  );
  expect(item?.price).toBe(cents);
});
