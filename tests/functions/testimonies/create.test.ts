/** Tests of POST /api/v1/testimonies (infra/docs/api/testimonies.md). */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Market, type MarketClient, startMarket } from '../../support/start-market.ts';
import {
  HIDDEN_CONTACT,
  REAL_ESTATE,
  testimonyBody,
  testimonyBodyWith,
} from '../../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;

beforeAll(async () => {
  market = await startMarket();
});

beforeEach(async () => {
  client = await market.createClient();
});

const postTestimony = (body: object) => client.post('/testimonies', body);

it('a new testimony is pending, has no price and is returned with all its fields', async () => {
  const { status, body } = await postTestimony(testimonyBody());

  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    state: 'pending',
    purpose: 'mortgage',
    price: null,
    client: { ...HIDDEN_CONTACT, firstName: 'Peter', lastName: 'Novák', email: client.email },
    realEstate: REAL_ESTATE,
    notes: 'Prosím o rýchle vybavenie.',
    allowedActions: ['cancel'],
  });
  expect(await client.getTestimony(body.data.id)).toEqual(body.data);
});

const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, at % 2 ? 0 : 9999]));
it.each([
  ['20 properties of 0 and 9999', { properties: twenty }],
  ['names of built-in object members', { properties: { toString: 1, hasOwnProperty: 2, valueOf: 3 } }],
  ['coordinates at the limits', { userCoords: { lat: -90, lng: 180 } }],
])('valid real estate is stored unchanged (%s)', async (_, change) => {
  const { status, body } = await postTestimony(testimonyBodyWith(change));

  expect({ status, found: body.data?.realEstate }).toMatchObject({ status: 201, found: change });
});

it('coordinates that are too small for DynamoDB are rounded to zero', async () => {
  const { status, body } = await postTestimony(
    testimonyBodyWith({ userCoords: { lat: 5e-324, lng: -1e-200 } }),
  );

  expect(status).toBe(201);
  expect(await client.getTestimony(body.data.id)).toMatchObject({
    realEstate: { userCoords: { lat: 0, lng: 0 } },
  });
});
