/** Tests of the validation of an offer and the exact conversion of its price (infra/docs/api/testimonies.md). */
import fc from 'fast-check';
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
  ['with a price below one euro', offerBody({ price: 0.99 }), { price: [RANGE] }],
  ['with a negative price', offerBody({ price: -5 }), { price: [RANGE] }],
  ['with a price one cent over the maximum', offerBody({ price: 100_000.01 }), { price: [RANGE] }],
  ['with a price in fractions of a cent', offerBody({ price: 10.005 }), { price: [PRICE] }],
  ['with a price below one cent', offerBody({ price: 0.001 }), { price: [PRICE, RANGE] }],
  ['with a huge price', offerBody({ price: 1e300 }), { price: [RANGE] }],
  ['with text as the price', offerBody({ price: '250' }), { price: [PRICE] }],
  ['with a blank price', offerBody({ price: ' ' }), { price: ['Zadajte cenu.'] }],
  ['with a list as the price', offerBody({ price: [250] }), { price: [PRICE] }],
  ['with true as the price', offerBody({ price: true }), { price: [PRICE] }],
  ['with fractions of a day', offerBody({ daysToComplete: 1.5 }), { daysToComplete: [WHOLE] }],
  ['with 366 days', offerBody({ daysToComplete: 366 }), { daysToComplete: [DAYS] }],
  ['with text as the days', offerBody({ daysToComplete: '10' }), { daysToComplete: [WHOLE] }],
  [
    'with a note that is too long',
    offerBody({ note: 'x'.repeat(2001) }),
    { note: ['Text môže mať najviac 2000 znakov.'] },
  ],
  ['with a number as the note', offerBody({ note: 5 }), { note: ['Hodnota musí byť text.'] }],
])('an invalid offer is rejected with 422 (%s)', async (_, body, errors) => {
  const response = await expert.post(path, body);

  expect({ status: response.status, errors: response.body.errors }).toEqual({ status: 422, errors });
  expect(Object.keys(response.body.errors)).toEqual(Object.keys(errors));
});

it('an offer with an infinite price is rejected with 422', async () => {
  const text = '{"price":1e999,"daysToComplete":1}';

  const { status, body } = await expert.post(path, Buffer.from(text), 'application/json');

  expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: { price: [PRICE, RANGE] } });
});

it.each([
  [1, 100],
  [100_000, 10_000_000],
  [19.99, 1999],
  [1.1 + 2.2, 330],
  [8.2 - 0.2, 800],
  [64.1, 6410],
  [1.15, 115],
  [35.41 * 3, 10623],
  [99_999.99, 9_999_999],
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

it('a price of any whole number of cents from 1 € to 100,000 € is accepted', async () => {
  const { id } = await client.createTestimony();
  const cents = fc.integer({ min: 100, max: 10_000_000 });
  await fc.assert(
    fc.asyncProperty(cents, async amount => {
      const { body } = await expert.post(
        `/testimonies/${id}/offers`,
        offerBody({ price: amount / 100, note: 5 }),
      );
      expect(Object.keys(body.errors)).toEqual(['note']);
    }),
    { numRuns: 200 },
  );
});
