/** POST /api/v1/testimonies/{id}/offers (infra/docs/api/testimonies.md). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ALREADY_OFFERED,
  NOT_FOUND,
  UNAPPROVED,
  UNAUTHENTICATED,
  UNAUTHORIZED,
  UNKNOWN_IDS,
  UNVERIFIED,
  WRONG_STATE,
} from '../../support/error-responses.ts';
import { itemsIn } from '../../support/inspect-store.ts';
import { assertLedgersMatch } from '../../support/ledger.ts';
import { testimonyMail } from '../../support/mails.ts';
import { type Market, type MarketClient, type MarketExpert, startMarket } from '../../support/market.ts';
import { mailsTo } from '../../support/service.ts';
import { offerBody } from '../../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;
let expert: MarketExpert;

beforeAll(async () => {
  market = await startMarket();
  [client, expert] = await Promise.all([market.client(), market.expert()]);
});

/** Nobody meets the limit of an hour here. */
beforeEach(() => market.service.deps.clock.advance(3600_000));

const offer = (id: string, body: object = offerBody(), by = expert) =>
  by.post(`/testimonies/${id}/offers`, body);

describe('POST /api/v1/testimonies/{id}/offers', () => {
  it('creates an open offer, returns all its fields and moves the testimony to the state offered', async () => {
    const testimony = await client.orders();

    const { status, body } = await offer(testimony.id, offerBody({ note: ' Pondelok.\nUtorok. ' }));

    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        testimonyId: testimony.id,
        price: 250,
        daysToComplete: 10,
        note: 'Pondelok.\nUtorok.',
        state: 'open',
        expert: { id: expert.id, firstName: 'Jana', lastName: 'Kováčová', registrationNumber: '914 567' },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    });
    const allowedActions = ['checkout', 'cancel'];
    expect(await client.see(testimony.id)).toEqual({
      ...{ ...testimony, state: 'offered', offers: [body.data], allowedActions },
    });
  });

  it('accepts an offer without a note and ignores unknown fields', async () => {
    const { id } = await client.orders();

    const { status, body } = await offer(id, {
      price: 1,
      daysToComplete: 1,
      state: 'accepted',
      expert: 'me',
    });

    expect({ status, data: body.data }).toMatchObject({ status: 201, data: { note: null, state: 'open' } });
  });

  it('notifies the client once by mail with numbers in Slovak format', async () => {
    for (const [daysToComplete, days] of [
      [1, '1 deň'],
      [2, '2 dni'],
      [4, '4 dni'],
      [5, '5 dní'],
      [365, '365 dní'],
    ] as const) {
      const buyer = await market.client();
      const { id } = await buyer.orders();
      await offer(id, offerBody({ price: 1234.5, daysToComplete }));
      await market.work();

      const [mail, ...others] = await mailsTo(buyer.email);

      expect(others).toEqual([]);
      expect(mail?.subject).toBe('Máte novú ponuku na znalecký posudok');
      expect(mail?.body.text).toBe(
        testimonyMail(id, {
          says: ['Dobrý deň, Peter,', 'na váš znalecký posudok prišla nová ponuka.'],
          facts: ['Znalec: Jana Kováčová', 'Cena: 1\u00a0234,50\u00a0€', `Čas na vypracovanie: ${days}`],
          action: 'Pozrieť ponuku',
        }),
      );
    }
  });
});

describe('repeated and concurrent offers', () => {
  it('returns 409 for a second open offer and accepts a new one after withdrawal', async () => {
    const { id } = await client.orders();
    const first = await expert.offers(id);
    expect(await offer(id)).toMatchObject(ALREADY_OFFERED);

    await expert.withdraws(first.id);
    const second = await expert.offers(id, { price: 99 });

    expect(await offer(id)).toMatchObject(ALREADY_OFFERED);
    expect(await client.see(id)).toMatchObject({ state: 'offered', offers: [second] });
    const own = [{ ...first, state: 'withdrawn' }, second];
    expect((await expert.see(id)).offers).toEqual(own);
    expect((await expert.get(`/testimonies/${id}/offers`)).body.data).toEqual(own);
  });

  it('shows an expert all of their 101 withdrawn offers on a testimony', async () => {
    const { id } = await client.orders();
    const made: string[] = [];
    for (let count = 0; count < 101; count++) {
      made.push((await expert.offers(id)).id);
      await expert.withdraws(made.at(-1) ?? '');
    }

    const { offers } = await expert.see(id);

    expect(offers.map((each: { id: string }) => each.id)).toEqual(made);
  });

  it('creates one new offer after a withdrawal when ten requests are concurrent', async () => {
    const { id } = await client.orders();
    await expert.withdraws((await expert.offers(id)).id);

    const answers = await Promise.all(Array.from({ length: 10 }, () => offer(id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect((await client.see(id)).offers).toHaveLength(1);
  });

  it('refunds the payment of a withdrawn offer even when the expert has made a new one', async () => {
    const sale = await market.offered({ price: 70 });
    const sessionId = await sale.client.pays(sale.offer.id);
    await sale.expert.withdraws(sale.offer.id);
    const next = await sale.expert.offers(sale.testimony.id, { price: 80 });

    expect(await sale.client.accepts(sessionId)).toMatchObject(WRONG_STATE);
    expect(await sale.client.accepts(await sale.client.pays(next.id))).toMatchObject({ status: 204 });

    const books = await assertLedgersMatch(market);
    expect(books.refunded).toContain(sessionId);
    expect(await sale.client.see(sale.testimony.id)).toMatchObject({ price: 80 });
  });

  it('creates one offer when ten requests of an expert are concurrent', async () => {
    const { id } = await client.orders();

    const answers = await Promise.all(Array.from({ length: 10 }, () => offer(id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect((await client.see(id)).offers).toHaveLength(1);
    const items = (await itemsIn(market.service.deps, `TESTIMONY#${id}`)).filter(({ sk }) =>
      sk.startsWith('OFFER#'),
    );
    expect(items).toHaveLength(1);
  });

  it('keeps all offers of twelve experts who offer concurrently', async () => {
    const { id } = await client.orders();
    const experts = await Promise.all(Array.from({ length: 12 }, () => market.expert()));

    const made = await Promise.all(experts.map(each => each.offers(id)));

    const { offers } = await client.see(id);
    expect(offers.map((each: { id: string }) => each.id).sort()).toEqual(made.map(each => each.id).sort());
  });

  it('returns 409 for an offer on an accepted or cancelled testimony', async () => {
    const sale = await market.assigned();
    const cancelled = await client.orders();
    await client.cancels(cancelled.id);

    expect(await offer(sale.testimony.id)).toMatchObject(WRONG_STATE);
    expect(await offer(cancelled.id)).toMatchObject(WRONG_STATE);
    expect((await client.see(cancelled.id)).state).toBe('cancelled');
  });
});

describe('permissions for creating an offer', () => {
  it('returns 401 without a token and 403 for clients and experts of other regions', async () => {
    const { id } = await client.orders();
    const stranger = await market.expert({ regions: ['ba', 'bb', 'nr', 'po', 'tn', 'tt', 'za'] });

    expect(await offer(id, offerBody(), stranger)).toMatchObject(UNAUTHORIZED);
    expect(await client.post(`/testimonies/${id}/offers`, {})).toMatchObject(UNAUTHORIZED);
    expect(await market.service.post(`/testimonies/${id}/offers`, offerBody())).toMatchObject(
      UNAUTHENTICATED,
    );
    expect((await client.see(id)).state).toBe('pending');
  });

  it('checks the verified address, the approval and the testimony in this order before it validates the body', async () => {
    const { id } = await client.orders();
    const newcomer = await market.expert();
    await market.revoke(newcomer);
    await market.become(newcomer, { emailVerified: false });
    expect(await offer('x', {}, newcomer)).toMatchObject(UNVERIFIED);

    await market.become(newcomer, { emailVerified: true });
    expect(await offer('x', {}, newcomer)).toMatchObject(UNAPPROVED);

    await market.approve(newcomer);
    expect(await offer('x', {}, newcomer)).toMatchObject(NOT_FOUND);
    expect(await offer(id, {}, newcomer)).toMatchObject({ status: 422 });
  });

  it('accepts an offer of an expert whose identity review is pending', async () => {
    const newcomer = await market.expert();
    await market.become(newcomer, { identityReview: 'pending' });
    const { id } = await client.orders();

    expect(await offer(id, offerBody(), newcomer)).toMatchObject({ status: 201 });
  });

  it.each(UNKNOWN_IDS)('returns 404 for a testimony that does not exist: %s', async id => {
    expect(await offer(id)).toMatchObject(NOT_FOUND);
  });
});
