/** Tests of the validation of each field of a testimony (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { type MarketClient, startMarket } from '../../support/start-market.ts';
import { REAL_ESTATE, testimonyBody, testimonyBodyWith } from '../../support/testimony-builders.ts';

let client: MarketClient;

beforeAll(async () => {
  client = await (await startMarket()).createClient();
});

it.each<[string, object, string[]]>([
  [
    'without fields',
    {},
    [
      'purpose',
      'realEstate',
      'realEstate.type',
      'realEstate.region',
      'realEstate.address',
      'realEstate.address.city',
      'realEstate.address.postalCode',
    ],
  ],
  ['with an unknown purpose', testimonyBody({ purpose: 'gift' }), ['purpose']],
  ['with an unknown type of real estate', testimonyBodyWith({ type: 'castle' }), ['realEstate.type']],
  ['without properties', testimonyBodyWith({ properties: null }), ['realEstate.properties']],
  [
    'with 10 000 rooms',
    testimonyBodyWith({ properties: { rooms: 10_000 } }),
    ['realEstate.properties.rooms'],
  ],
  ['with an unknown region', testimonyBodyWith({ region: 'xx' }), ['realEstate.region']],
  [
    'with an empty address',
    testimonyBodyWith({ address: {} }),
    ['city', 'postalCode', 'parcelNumber', 'cadastralArea'].map(field => `realEstate.address.${field}`),
  ],
  [
    'with neither street nor parcel',
    testimonyBodyWith({ address: { ...REAL_ESTATE.address, line1: ' ', line2: null, parcelNumber: '12' } }),
    ['realEstate.address.cadastralArea'],
  ],
  [
    'with empty coordinates',
    testimonyBodyWith({ addressCoords: {} }),
    ['realEstate.addressCoords.lat', 'realEstate.addressCoords.lng'],
  ],
  ['with notes that are too long', testimonyBody({ notes: 'x'.repeat(2001) }), ['notes']],
])('an invalid testimony is rejected with 422 (%s)', async (_, body, fields) => {
  const response = await client.post('/testimonies', body);

  expect([response.status, Object.keys(response.body.errors)]).toEqual([422, fields]);
});
