/** Tests of GET /api/v1/testimonies/{id} and the fields that each user sees (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { UNAUTHENTICATED, UNAUTHORIZED } from '../../support/error-responses.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { asClientSees, BUYER, HIDDEN_CONTACT, testimonyBodyWith } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const HIDDEN_ADDRESS = {
  address: { line1: null, line2: null, city: 'Košice', postalCode: '040 01' },
  userCoords: null,
};
const VISIBLE_ADDRESS = {
  address: { line1: 'Hlavná 1', line2: '2. poschodie' },
  userCoords: { lat: 48.7, lng: 21.2 },
};

it('an open testimony hides its client, exact location and rival offers from experts', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  const rival = await market.createExpert();
  const hidden = { client: { id: client.id, ...HIDDEN_CONTACT }, realEstate: HIDDEN_ADDRESS };
  const open = { ...testimony, state: 'offered', ...hidden };

  expect(await rival.getTestimony(testimony.id)).toMatchObject({
    ...open,
    offers: [],
    allowedActions: ['offer'],
  });
  expect(await expert.getTestimony(testimony.id)).toMatchObject({
    ...open,
    offers: [offer],
    allowedActions: ['withdraw'],
  });
  for (const each of [rival, expert]) {
    const text = JSON.stringify(await each.getTestimony(testimony.id));
    for (const secret of [client.email, 'Novák', 'Hlavná', '2. poschodie', '48.7,'])
      expect(text).not.toContain(secret);
  }
});

it('an expert of another region can read a testimony only after making an offer on it', async () => {
  const { expert, testimony } = await market.createOfferedTestimony();
  const stranger = await market.createExpert({ regions: ['ba', 'po'] });
  await market.updateAccount(expert, { regions: ['ba'] });

  expect(await stranger.get(`/testimonies/${testimony.id}`)).toMatchObject(UNAUTHORIZED);
  expect(await expert.getTestimony(testimony.id)).toMatchObject({ id: testimony.id });
});

it('the accepted offer is shown to the assigned expert but not to experts with lapsed offers', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony({ price: 300 });
  const [loser, bystander] = await Promise.all([market.createExpert(), market.createExpert()]);
  const lost = await loser.createOffer(testimony.id, { price: 299 });
  await client.acceptOffer(await client.payOffer(offer.id));

  const agreed = {
    state: 'accepted',
    price: 300,
    expert: offer.expert,
    acceptedOffer: { ...offer, state: 'accepted' },
    client: {
      id: client.id,
      firstName: 'Peter',
      lastName: 'Novák',
      email: client.email,
      phone: '+421901234567',
    },
    realEstate: VISIBLE_ADDRESS,
  };
  expect(await expert.getTestimony(testimony.id)).toMatchObject({
    ...agreed,
    offers: [{ id: offer.id, state: 'accepted' }],
  });
  expect(await client.getTestimony(testimony.id)).toMatchObject({
    ...agreed,
    acceptedOffer: asClientSees(agreed.acceptedOffer),
    offers: [
      { id: offer.id, state: 'accepted' },
      { id: lost.id, state: 'lapsed' },
    ],
  });
  expect(await loser.getTestimony(testimony.id)).toMatchObject({
    state: 'accepted',
    price: null,
    expert: null,
    acceptedOffer: null,
    client: { id: client.id, ...HIDDEN_CONTACT },
    realEstate: HIDDEN_ADDRESS,
    offers: [{ ...lost, state: 'lapsed' }],
  });
  const seen = JSON.stringify(await loser.getTestimony(testimony.id));
  for (const secret of [expert.id, offer.id, '"price":300']) expect(seen).not.toContain(secret);
  expect(await bystander.get(`/testimonies/${testimony.id}`)).toMatchObject(UNAUTHORIZED);
});

it('both parties see the contact details that the client entered at checkout', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  const given = {
    ...BUYER,
    shippingAddress: { ...BUYER.billingAddress, firstName: 'Eva', lastName: null },
    company: { businessId: null, taxId: '2020123456', vatId: null },
  };
  await client.acceptOffer(await client.payOffer(offer.id, given));
  await market.updateAccount(client, { firstName: 'Pavol', billingAddress: null, company: null });

  for (const person of [client, expert]) {
    const seen = await person.getTestimony(testimony.id);
    expect(seen.client).toEqual({ id: client.id, email: client.email, ...given });
  }
});

it('a testimony is returned without its document key and checkout session id', async () => {
  const { client, expert, testimony, sessionId } = await market.createAssignedTestimony();

  for (const person of [client, expert]) {
    const seen = await person.getTestimony(testimony.id);
    expect(Object.keys(seen)).toEqual(Object.keys(testimony));
    expect(JSON.stringify(seen)).not.toContain(sessionId);
  }
});

it('an expert who is not assigned sees only rounded coordinates of the property and no exact address', async () => {
  const [client, winner, loser] = await Promise.all([
    market.createClient(),
    market.createExpert(),
    market.createExpert(),
  ]);
  const place = {
    address: {
      line1: null,
      line2: null,
      city: 'Košice',
      postalCode: '040 01',
      parcelNumber: '1234/5',
      cadastralArea: 'Košice-Sever',
    },
    addressCoords: { lat: 48.71639, lng: -0.004 },
    userCoords: { lat: 48.7, lng: 21.2 },
  };
  const { id } = await client.createTestimony(testimonyBodyWith(place));
  const hidden = {
    address: { ...place.address, parcelNumber: null },
    addressCoords: { lat: 48.72, lng: 0 },
    userCoords: null,
  };

  expect((await client.getTestimony(id)).realEstate).toMatchObject(place);
  expect((await loser.getTestimony(id)).realEstate).toMatchObject(hidden);
  const [offerable] = (await loser.get('/testimonies/offerable')).body.data;
  expect(offerable.realEstate).toMatchObject(hidden);
  await loser.createOffer(id);
  await client.acceptOffer(await client.payOffer((await winner.createOffer(id)).id));

  expect((await winner.getTestimony(id)).realEstate).toMatchObject(place);
  expect((await loser.getTestimony(id)).realEstate).toMatchObject(hidden);
  expect((await loser.get('/testimonies')).body.data[0].realEstate).toMatchObject(hidden);
});

it('a cancelled testimony is shown only to its owner and to experts with offers on it', async () => {
  const { client, expert, testimony } = await market.createOfferedTestimony();
  const bystander = await market.createExpert();
  await client.cancelTestimony(testimony.id, 'Predali sme.');

  for (const person of [client, expert]) {
    expect(await person.getTestimony(testimony.id)).toMatchObject({
      state: 'cancelled',
      cancellationReason: 'Predali sme.',
      offers: [{ state: 'lapsed' }],
    });
  }
  expect((await expert.getTestimony(testimony.id)).client).toEqual({ id: client.id, ...HIDDEN_CONTACT });
  expect(await bystander.get(`/testimonies/${testimony.id}`)).toMatchObject(UNAUTHORIZED);
});

it('a testimony shows the current contact details of its client until it is paid', async () => {
  const client = await market.createClient();
  const { id } = await client.createTestimony();
  const company = { businessId: null, taxId: '2020123456', vatId: null };
  const { billingAddress } = BUYER;
  await market.updateAccount(client, { phone: '+421901234568', billingAddress, company });

  expect((await client.getTestimony(id)).client).toEqual({
    id: client.id,
    firstName: 'Peter',
    lastName: 'Novák',
    email: client.email,
    phone: '+421901234568',
    billingAddress,
    shippingAddress: null,
    company,
  });
});

it('other clients and callers without a token cannot read a testimony', async () => {
  const { testimony } = await market.createOfferedTestimony();

  expect(await (await market.createClient()).get(`/testimonies/${testimony.id}`)).toMatchObject(UNAUTHORIZED);
  expect(await market.service.get(`/testimonies/${testimony.id}`)).toMatchObject(UNAUTHENTICATED);
});

it('GET /api/v1/testimonies/{id} returns 304 without a body until what the caller sees changes', async () => {
  const { client, expert, testimony } = await market.createOfferedTestimony();
  const path = `/testimonies/${testimony.id}`;
  const { headers } = await client.get(path);
  const getAgain = ({ token }: { token: string }) =>
    market.service.get(path, { token, headers: { 'if-none-match': String(headers.etag) } });

  expect(await getAgain(client)).toMatchObject({
    status: 304,
    body: undefined,
    headers: { etag: headers.etag },
  });
  expect(await getAgain(expert)).toMatchObject({ status: 200 });
  await client.post(`${path}/cancel`);
  expect(await getAgain(client)).toMatchObject({ status: 200, body: { data: { state: 'cancelled' } } });
});
