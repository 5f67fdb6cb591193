/** Tests of the validation of each field of a testimony (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { type MarketClient, startMarket } from '../../support/start-market.ts';
import { REAL_ESTATE, testimonyBody, testimonyBodyWith } from '../../support/testimony-builders.ts';

let client: MarketClient;

beforeAll(async () => {
  client = await (await startMarket()).createClient();
});

const CHOICE = 'Vyberte jednu z ponúkaných možností.';
const SHAPE = 'Údaje sú v nesprávnom tvare.';
const WHOLE = 'Zadajte celé číslo.';
const RANGE = 'Hodnota musí byť od 0 do 9999.';
const NAMES = 'Zadajte najviac 20 vlastností s krátkymi názvami.';
const COORDINATES = 'Zadajte platné zemepisné súradnice.';
const LAT = 'Zadajte zemepisnú šírku.';
const LNG = 'Zadajte zemepisnú dĺžku.';
const ADDRESS = REAL_ESTATE.address;
const LONG = 'Text môže mať najviac 255 znakov.';
const CHARACTERS = 'Text obsahuje nepovolené znaky.';
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
  ['with a list as the purpose', testimonyBody({ purpose: ['mortgage'] }), { purpose: [CHOICE] }],
  [
    'with an unknown type of real estate',
    testimonyBodyWith({ type: 'castle' }),
    { 'realEstate.type': [CHOICE] },
  ],
  ['with a list as the real estate', testimonyBody({ realEstate: [] }), { realEstate: [SHAPE] }],
  ['with text as the real estate', testimonyBody({ realEstate: 'byt' }), { realEstate: [SHAPE] }],
  [
    'without properties',
    testimonyBodyWith({ properties: null }),
    { 'realEstate.properties': ['Uveďte vlastnosti nehnuteľnosti.'] },
  ],
  [
    'with a list as the properties',
    testimonyBodyWith({ properties: [1, 2] }),
    { 'realEstate.properties': [SHAPE] },
  ],
  [
    'with text as the properties',
    testimonyBodyWith({ properties: 'rooms' }),
    { 'realEstate.properties': [SHAPE] },
  ],
  [
    'with a fraction as the number of rooms',
    testimonyBodyWith({ properties: { rooms: 2.5 } }),
    { 'realEstate.properties.rooms': [WHOLE] },
  ],
  [
    'with text as the number of rooms',
    testimonyBodyWith({ properties: { rooms: '3' } }),
    { 'realEstate.properties.rooms': [WHOLE] },
  ],
  [
    'with a negative number of rooms',
    testimonyBodyWith({ properties: { rooms: -1 } }),
    { 'realEstate.properties.rooms': [RANGE] },
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
    'with a property without a name',
    testimonyBodyWith({ properties: { ' ': 1 } }),
    { 'realEstate.properties': [NAMES] },
  ],
  [
    'with a property name that is too long',
    testimonyBodyWith({ properties: { ['x'.repeat(256)]: 1 } }),
    { 'realEstate.properties': [NAMES] },
  ],
  [
    'with an invalid property name',
    testimonyBodyWith({ properties: { '\ud800': 1 } }),
    { 'realEstate.properties': [CHARACTERS] },
  ],
  [
    'with an unknown region',
    testimonyBodyWith({ region: 'xx' }),
    { 'realEstate.region': ['Takýto kraj neexistuje.'] },
  ],
  ['with a blank region', testimonyBodyWith({ region: ' ' }), { 'realEstate.region': ['Vyberte kraj.'] }],
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
    'with a street on two lines',
    withAddress({ line2: 'a\nb' }),
    { 'realEstate.address.line2': [CHARACTERS] },
  ],
  [
    'with a number as the city',
    withAddress({ city: 5 }),
    { 'realEstate.address.city': ['Hodnota musí byť text.'] },
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
    'with a longitude out of range',
    testimonyBodyWith({ userCoords: { lat: 0, lng: -180.1 } }),
    { 'realEstate.userCoords.lng': [COORDINATES] },
  ],
  [
    'with text as the coordinates',
    testimonyBodyWith({ userCoords: { lat: '48', lng: 21 } }),
    { 'realEstate.userCoords.lat': [COORDINATES] },
  ],
  [
    'with a list as the coordinates',
    testimonyBodyWith({ userCoords: [48, 21] }),
    { 'realEstate.userCoords': [SHAPE] },
  ],
  [
    'with notes that are too long',
    testimonyBody({ notes: 'x'.repeat(2001) }),
    { notes: ['Text môže mať najviac 2000 znakov.'] },
  ],
  ['with a control character in the notes', testimonyBody({ notes: 'a\u0007' }), { notes: [CHARACTERS] }],
  ['with notes that are not text', testimonyBody({ notes: { a: 1 } }), { notes: ['Hodnota musí byť text.'] }],
])('an invalid testimony is rejected with 422 (%s)', async (_, body, errors) => {
  const response = await client.post('/testimonies', body);

  expect({ status: response.status, errors: response.body.errors }).toEqual({ status: 422, errors });
  expect(Object.keys(response.body.errors)).toEqual(Object.keys(errors));
});

it('the message about an invalid testimony contains the number of further field errors', async () => {
  const { body } = await client.post('/testimonies', {});

  expect(body.message).toBe('Uveďte účel. (a 6 ďalších chýb)');
});

it.each([
  ['a list', '[]'],
  ['malformed', '{'],
  ['an object with a reserved name', '{"realEstate":{"properties":{"__proto__":1}}}'],
  ['nested over seven levels', '{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}'],
])('a testimony with an unreadable JSON body is rejected with 400 (%s)', async (_, text) => {
  const response = await client.post('/testimonies', Buffer.from(text), 'application/json');

  expect(response).toMatchObject({ status: 400, body: { message: 'The request body could not be read.' } });
});

it('a request for a testimony whose media type is not JSON is rejected with 415', async () => {
  expect(await client.post('/testimonies', Buffer.from('a=b'), 'text/plain')).toMatchObject({
    status: 415,
  });
});
