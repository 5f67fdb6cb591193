/** Tests of the validation of each field of a testimony (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { type MarketClient, startMarket } from '../../support/start-market.ts';
import { REAL_ESTATE, testimonyBody, testimonyBodyWith } from '../../support/testimony-builders.ts';

let client: MarketClient;

beforeAll(async () => {
  client = await (await startMarket()).createClient();
});

const CHOICE = 'Vyberte jednu z ponúkaných možností.';
const RANGE = 'Hodnota musí byť od 0 do 9999.';
const NAMES = 'Zadajte najviac 20 vlastností s krátkymi názvami.';
const COORDINATES = 'Zadajte platné zemepisné súradnice.';
const LAT = 'Zadajte zemepisnú šírku.';
const LNG = 'Zadajte zemepisnú dĺžku.';
const ADDRESS = REAL_ESTATE.address;
const LONG = 'Text môže mať najviac 255 znakov.';
const manyProperties = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`p${at}`, at]));

const withAddress = (change: object) => testimonyBodyWith({ address: { ...ADDRESS, ...change } });

it.each<[string, object, Record<string, string[]>]>([
  [
    'without fields',
    {},
    {
      purpose: ['Uveďte účel.'],
      realEstate: ['Opíšte nehnuteľnosť.'],
      'realEstate.type': ['Vyberte druh nehnuteľnosti.'],
      'realEstate.region': ['Vyberte kraj.'],
      'realEstate.address': ['Zadajte adresu nehnuteľnosti.'],
      'realEstate.address.city': ['Zadajte mesto alebo obec.'],
      'realEstate.address.postalCode': ['Zadajte PSČ.'],
    },
  ],
  ['with an unknown purpose', testimonyBody({ purpose: 'gift' }), { purpose: [CHOICE] }],
  [
    'with an unknown type of real estate',
    testimonyBodyWith({ type: 'castle' }),
    { 'realEstate.type': [CHOICE] },
  ],
  [
    'without properties',
    testimonyBodyWith({ properties: null }),
    { 'realEstate.properties': ['Uveďte vlastnosti nehnuteľnosti.'] },
  ],
  [
    'with 10 000 rooms',
    testimonyBodyWith({ properties: { rooms: 10_000 } }),
    { 'realEstate.properties.rooms': [RANGE] },
  ],
  [
    'with 21 properties',
    testimonyBodyWith({ properties: manyProperties }),
    { 'realEstate.properties': [NAMES] },
  ],
  [
    'with an unknown region',
    testimonyBodyWith({ region: 'xx' }),
    { 'realEstate.region': ['Takýto kraj neexistuje.'] },
  ],
  [
    'with an empty address',
    testimonyBodyWith({ address: {} }),
    {
      'realEstate.address.city': ['Zadajte mesto alebo obec.'],
      'realEstate.address.postalCode': ['Zadajte PSČ.'],
      'realEstate.address.parcelNumber': ['Zadajte parcelné číslo.'],
      'realEstate.address.cadastralArea': ['Zadajte katastrálne územie.'],
    },
  ],
  [
    'with neither street nor parcel',
    withAddress({ line1: ' ', line2: null, parcelNumber: '12' }),
    { 'realEstate.address.cadastralArea': ['Zadajte katastrálne územie.'] },
  ],
  [
    'with a street that is too long',
    withAddress({ line1: 'x'.repeat(256) }),
    { 'realEstate.address.line1': [LONG] },
  ],
  [
    'with empty coordinates',
    testimonyBodyWith({ addressCoords: {} }),
    { 'realEstate.addressCoords.lat': [LAT], 'realEstate.addressCoords.lng': [LNG] },
  ],
  [
    'with a latitude out of range',
    testimonyBodyWith({ addressCoords: { lat: 90.1, lng: 0 } }),
    { 'realEstate.addressCoords.lat': [COORDINATES] },
  ],
  [
    'with notes that are too long',
    testimonyBody({ notes: 'x'.repeat(2001) }),
    { notes: ['Text môže mať najviac 2000 znakov.'] },
  ],
])('an invalid testimony is rejected with 422 (%s)', async (_, body, errors) => {
  const response = await client.post('/testimonies', body);

  expect({ status: response.status, errors: response.body.errors }).toEqual({ status: 422, errors });
  expect(Object.keys(response.body.errors)).toEqual(Object.keys(errors));
});
