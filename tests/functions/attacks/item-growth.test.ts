/**
 * Attacks that grow an item until the table rejects further writes. An item of DynamoDB has at most 400 KB
 * (infra/docs/data.md#bounds-of-items).
 */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import * as changes from '../../../lib/domain/changes.ts';
import { MAX_OFFERS_OF_EXPERT } from '../../../lib/domain/input-limits.ts';
import { acceptIdentity, type Expert } from '../../../lib/domain/model/accounts/account.ts';
import type { Offer } from '../../../lib/domain/model/offers/offer.ts';
import { MAX_OPEN_OFFERS } from '../../../lib/domain/model/testimonies/testimony.ts';
import { uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { commitChanges, saveTestimony } from '../../support/commit-changes.ts';
import { TOO_MANY_OFFERS } from '../../support/error-responses.ts';
import { listItems } from '../../support/inspect-store.ts';
import {
  type Market,
  type MarketClient,
  type MarketExpert,
  startMarket,
} from '../../support/start-market.ts';
import { documentBody, offerBody, REAL_ESTATE, testimonyBody } from '../../support/testimony-builders.ts';

/** Longest possible name and longest possible note, with characters of 4 bytes. */
const [LONGEST_NAME, LONGEST_TEXT] = ['😀'.repeat(255), '😀'.repeat(2000)];
const MAX_ITEM_BYTES = 400 * 1024;

let market: Market;
let client: MarketClient;
let expert: MarketExpert;

beforeAll(async () => {
  market = await startMarket();
  [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
});

/** Advances the clock by an hour, so that no test reaches the hourly limit. */
beforeEach(() => market.service.deps.clock.advance(3600_000));

const postOffer = (by: MarketExpert, id: string) => by.post(`/testimonies/${id}/offers`, offerBody());

async function findItem(pk: string, sk: string) {
  const items = await listItems(market.service.deps, pk);
  return items.find(item => item.sk === sk) ?? {};
}

/** Size of an item, roughly as DynamoDB counts it: names and values in UTF-8. */
const measure = (item: object): number =>
  Buffer.byteLength(JSON.stringify(item, (_, value) => (value instanceof Set ? [...value] : value)));

/** Adds open offers of different experts to a testimony directly, without sending requests. */
async function addOffers(testimonyId: string, count: number, note: string | null = null): Promise<Offer[]> {
  const { deps } = market.service;
  const testimony = await deps.testimonies.find(testimonyId);
  const model = await deps.accounts.find(expert.id);
  const passwordHash = await deps.passwordHasher.hash('heslo 123');
  if (!testimony || model?.role !== 'expert') throw new Error('the testimony or the expert does not exist');
  const offers: Offer[] = [];
  for (let made = 0; made < count; made++) {
    const user: Expert = { ...model, id: deps.random.uuid(), email: uniqueEmail(), phone: uniquePhone() };
    const { id, firstName, lastName, registrationNumber } = user;
    const offer: Offer = {
      id: deps.random.uuid(),
      testimonyId,
      clientId: client.id,
      price: 25_000,
      commission: 2500,
      note,
      expert: { id, firstName, lastName, registrationNumber },
      daysToComplete: 10,
      state: 'open',
      createdAt: deps.clock.now().toISOString(),
    };
    await commitChanges(deps, [
      ...changes.accountCreated(user, passwordHash),
      ...changes.offerCreated(offer, testimony),
    ]);
    offers.push(offer);
  }
  return offers;
}

it('withdrawn offers do not grow the stored item of the testimony', async () => {
  const { id } = await client.createTestimony();
  for (let count = 0; count < MAX_OFFERS_OF_EXPERT; count++) {
    await expert.withdrawOffer((await expert.createOffer(id)).id);
  }

  expect(await postOffer(expert, id)).toMatchObject(TOO_MANY_OFFERS);
  expect((await findItem(`TESTIMONY#${id}`, 'TESTIMONY')).openOfferIds).toBeUndefined();
  expect((await findItem(`EXPERT#${expert.id}`, id)).offerIds).toHaveLength(MAX_OFFERS_OF_EXPERT);
  const other = await market.createExpert();
  const { id: offerId } = await other.createOffer(id);
  expect(await client.acceptOffer(await client.payOffer(offerId))).toMatchObject({ status: 204 });
});

it('an expert with an open offer on a testimony cannot make another one, even with concurrent requests', async () => {
  const { id } = await client.createTestimony();
  for (let count = 1; count < MAX_OFFERS_OF_EXPERT; count++) {
    await expert.withdrawOffer((await expert.createOffer(id)).id);
  }

  const responses = await Promise.all(Array.from({ length: 10 }, () => postOffer(expert, id)));

  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect((await postOffer(expert, id)).headers['x-error-code']).toBe('already-offered');
});

it('a testimony accepts at most 200 open offers of different experts', async () => {
  const { id } = await client.createTestimony();
  const [first] = await addOffers(id, MAX_OPEN_OFFERS - 1);
  const experts = await Promise.all([market.createExpert(), market.createExpert()]);

  const responses = await Promise.all(experts.map(each => postOffer(each, id)));

  const [made, rejected] = responses.sort((one, other) => one.status - other.status);
  expect(made).toMatchObject({ status: 201 });
  expect(rejected).toMatchObject(TOO_MANY_OFFERS);
  expect((await findItem(`TESTIMONY#${id}`, 'TESTIMONY')).openOfferIds).toHaveProperty(
    'size',
    MAX_OPEN_OFFERS,
  );
  await commitChanges(market.service.deps, changes.offerWithdrawn(first as Offer));
  expect(await postOffer(expert, id)).toMatchObject({ status: 201 });
  expect(await postOffer(await market.createExpert(), id)).toMatchObject(TOO_MANY_OFFERS);
});

it('a testimony with the longest texts and lists stays below the size limit of an item', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(255, 'ž'));
  const address = {
    ...REAL_ESTATE.address,
    line1: LONGEST_NAME,
    line2: LONGEST_NAME,
    city: '𝒶'.repeat(255),
  };
  const create = (properties: readonly string[]) => {
    const values = Object.fromEntries(properties.map(name => [name, 9999]));
    const realEstate = { ...REAL_ESTATE, address, properties: values };
    return client.post('/testimonies', testimonyBody({ realEstate, notes: LONGEST_TEXT }));
  };
  expect((await create([...names, 'x'])).body.errors).toHaveProperty(['realEstate.properties']);
  const { status, body } = await create(names);
  expect(status).toBe(201);
  const { id } = body.data;
  await addOffers(id, 3, LONGEST_TEXT);
  const other = await market.createExpert();
  const offer = await other.createOffer(id, { note: LONGEST_TEXT });
  await client.acceptOffer(await client.payOffer(offer.id));
  const deliver = () => other.post(`/testimonies/${id}/complete`, documentBody());
  for (let versions = 0; versions < 20; versions++) {
    expect((await deliver()).status).toBe(200);
    await rejectDocument(id);
  }

  expect(await deliver()).toMatchObject({ status: 409 });
  const item = await findItem(`TESTIMONY#${id}`, 'TESTIMONY');
  expect(item.documents).toHaveLength(20);
  // This item lacks the ids of 200 open offers and three texts (two of a complaint, one of a cancellation), so the test
  // adds their sizes.
  expect(measure(item) + MAX_OPEN_OFFERS * 40 + 3 * Buffer.byteLength(LONGEST_TEXT)).toBeLessThan(
    MAX_ITEM_BYTES / 2,
  );
});

it('an account with the longest names and lists stays below the size limit of an item', async () => {
  const other = await market.createExpert();
  const { deps } = market.service;
  const user = (await deps.accounts.find(other.id)) as Expert;
  let named = user;
  for (let names = 0; names < 60; names++) {
    const lastName = `${names}${LONGEST_NAME}`.slice(0, 510);
    named = acceptIdentity({
      ...named,
      firstName: LONGEST_NAME,
      lastName,
      registrationNumber: LONGEST_NAME,
    });
  }
  await commitChanges(deps, changes.accountChanged(user, named));

  const item = await findItem(`USER#${other.id}`, 'USER');

  expect(item.acceptedNames).toHaveLength(50);
  expect(measure(item)).toBeLessThan(MAX_ITEM_BYTES / 2);
  expect((await market.service.put('/me', { regions: Array(9).fill('ke') }, other)).status).toBe(422);
});

it('a client can cancel, with an idempotency key, a testimony that has forty offers with the longest notes', async () => {
  const testimony = await client.createTestimony();
  await addOffers(testimony.id, 40, LONGEST_TEXT);

  const { status, body } = await client.postIdempotent(`/testimonies/${testimony.id}/cancel`, {});

  expect({ status, offers: body.data?.offers.length }).toEqual({ status: 200, offers: 40 });
  expect(measure(body)).toBeGreaterThan(MAX_ITEM_BYTES * 0.75);
});

/** Marks the newest document as unreadable, so that the expert may deliver another one. */
async function rejectDocument(testimonyId: string): Promise<void> {
  const { deps } = market.service;
  const testimony = await deps.testimonies.find(testimonyId);
  if (!testimony) throw new Error('there is no such testimony');
  await saveTestimony(deps, testimony, { ...testimony, documentCheck: 'unreadable' });
}
