/** Tests of POST /api/v1/testimonies/{id}/offers (infra/docs/api/testimonies.md). */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import {
  ALREADY_OFFERED,
  NOT_FOUND,
  TOO_MANY_OFFERS,
  UNAPPROVED,
  UNVERIFIED,
  WRONG_STATE,
} from '../../support/error-responses.ts';
import { listSubjects } from '../../support/find-mails.ts';
import {
  type Market,
  type MarketClient,
  type MarketExpert,
  startMarket,
} from '../../support/start-market.ts';
import { asClientSees, offerBody } from '../../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;
let expert: MarketExpert;

beforeAll(async () => {
  market = await startMarket();
  [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
});

/** Advances the clock by an hour, so that no test reaches the hourly limit. */
beforeEach(() => market.service.deps.clock.advance(3600_000));

const postOffer = (id: string, body: object = offerBody(), by = expert) =>
  by.post(`/testimonies/${id}/offers`, body);

it('a new offer is returned with all its fields and sets the testimony to the state offered', async () => {
  const testimony = await client.createTestimony();

  const { status, body } = await postOffer(testimony.id, offerBody({ note: ' Pondelok.\nUtorok. ' }));

  expect(status).toBe(201);
  expect(body).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      testimonyId: testimony.id,
      price: 250,
      commission: 25,
      netAmount: 225,
      daysToComplete: 10,
      note: 'Pondelok.\nUtorok.',
      state: 'open',
      expert: { id: expert.id, firstName: 'Jana', lastName: 'Kováčová', registrationNumber: '914 567' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  });
  const allowedActions = ['checkout', 'cancel'];
  expect(await client.getTestimony(testimony.id)).toEqual({
    ...testimony,
    state: 'offered',
    allowedActions,
    offers: [asClientSees(body.data)],
  });
});

it('an offer can be created without a note and with unknown fields, which are ignored', async () => {
  const { id } = await client.createTestimony();

  const { status, body } = await postOffer(id, {
    price: 1,
    daysToComplete: 1,
    state: 'accepted',
    expert: 'me',
  });

  expect({ status, data: body.data }).toMatchObject({ status: 201, data: { note: null, state: 'open' } });
});

it('the client gets one mail about a new offer', async () => {
  const buyer = await market.createClient();
  const { id } = await buyer.createTestimony();
  await postOffer(id);
  await market.runJobs();

  expect(await listSubjects(buyer.email)).toEqual(['Máte novú ponuku na znalecký posudok']);
});

it('an expert can make a second offer on a testimony only after withdrawing the first', async () => {
  const { id } = await client.createTestimony();
  const first = await expert.createOffer(id);
  expect(await postOffer(id)).toMatchObject(ALREADY_OFFERED);

  await expert.withdrawOffer(first.id);
  const second = await expert.createOffer(id, { price: 99 });

  expect(await postOffer(id)).toMatchObject(ALREADY_OFFERED);
  expect(await client.getTestimony(id)).toMatchObject({ state: 'offered', offers: [asClientSees(second)] });
  const own = [{ ...first, state: 'withdrawn' }, second];
  expect((await expert.getTestimony(id)).offers).toEqual(own);
  expect((await expert.get(`/testimonies/${id}/offers`)).body.data).toEqual(own);
});

it('an expert can make at most five offers on a testimony', async () => {
  const { id } = await client.createTestimony();
  const made: string[] = [];
  for (let count = 0; count < 5; count++) {
    made.push((await expert.createOffer(id)).id);
    await expert.withdrawOffer(made.at(-1) ?? '');
  }

  const { offers } = await expert.getTestimony(id);

  expect(offers.map((each: { id: string }) => each.id)).toEqual(made);
  expect(await postOffer(id)).toMatchObject(TOO_MANY_OFFERS);
});

it('only one of ten concurrent requests after a withdrawal creates a new offer', async () => {
  const { id } = await client.createTestimony();
  await expert.withdrawOffer((await expert.createOffer(id)).id);

  const responses = await Promise.all(Array.from({ length: 10 }, () => postOffer(id)));

  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect((await client.getTestimony(id)).offers).toHaveLength(1);
});

it('the payment of a withdrawn offer is refunded even when the expert has made a new offer', async () => {
  const sale = await market.createOfferedTestimony({ price: 70 });
  const sessionId = await sale.client.payOffer(sale.offer.id);
  await sale.expert.withdrawOffer(sale.offer.id);
  const next = await sale.expert.createOffer(sale.testimony.id, { price: 80 });

  expect(await sale.client.acceptOffer(sessionId)).toMatchObject(WRONG_STATE);
  expect(await sale.client.acceptOffer(await sale.client.payOffer(next.id))).toMatchObject({ status: 204 });

  const books = await assertLedgersMatch(market);
  expect(books.refunded).toContain(sessionId);
  expect(await sale.client.getTestimony(sale.testimony.id)).toMatchObject({ price: 80 });
});

it('twelve experts can make offers on one testimony concurrently', async () => {
  const { id } = await client.createTestimony();
  const experts = await Promise.all(Array.from({ length: 12 }, () => market.createExpert()));

  const made = await Promise.all(experts.map(each => each.createOffer(id)));

  const { offers } = await client.getTestimony(id);
  expect(offers.map((each: { id: string }) => each.id).sort()).toEqual(made.map(each => each.id).sort());
});

it('creating an offer checks the verified address, the approval and the testimony, in this order, before the fields', async () => {
  const { id } = await client.createTestimony();
  const newcomer = await market.createExpert();
  await market.revokeApproval(newcomer);
  await market.updateAccount(newcomer, { emailVerified: false });
  expect(await postOffer('x', {}, newcomer)).toMatchObject(UNVERIFIED);

  await market.updateAccount(newcomer, { emailVerified: true });
  expect(await postOffer('x', {}, newcomer)).toMatchObject(UNAPPROVED);

  await market.grantApproval(newcomer);
  expect(await postOffer('x', {}, newcomer)).toMatchObject(NOT_FOUND);
  expect(await postOffer(id, {}, newcomer)).toMatchObject({ status: 422 });
});
