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
  expect(body).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      state: 'pending',
      purpose: 'mortgage',
      price: null,
      client: {
        ...HIDDEN_CONTACT,
        id: client.id,
        firstName: 'Peter',
        lastName: 'Novák',
        email: client.email,
      },
      expert: null,
      realEstate: {
        ...REAL_ESTATE,
        address: { ...REAL_ESTATE.address, parcelNumber: null, cadastralArea: null },
      },
      notes: 'Prosím o rýchle vybavenie.',
      cancellationReason: null,
      acceptedOffer: null,
      offers: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      acceptedAt: null,
      dueAt: null,
      completedAt: null,
      cancelledAt: null,
      documentCheck: null,
      versions: [],
      complaint: null,
      complaintUntil: null,
      confirmedAt: null,
      payment: null,
      payout: null,
      allowedActions: ['cancel'],
    },
  });
  expect(await client.getTestimony(body.data.id)).toEqual(body.data);
});

const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, at % 2 ? 0 : 9999]));
it.each([
  ['20 properties of 0 and 9999', { properties: twenty }],
  ['a name of 255 characters', { properties: { ['ž'.repeat(255)]: 1 } }],
  ['names of built-in object members', { properties: { toString: 1, hasOwnProperty: 2, valueOf: 3 } }],
  ['coordinates at the limits', { userCoords: { lat: -90, lng: 180 } }],
  [
    'an address with line2 but no line1',
    { address: { line1: null, line2: 'x', city: 'a', postalCode: 'b' } },
  ],
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
