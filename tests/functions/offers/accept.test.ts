/** Tests of POST /api/v1/testimonies/offers/accept, which the returning browser calls (infra/docs/api/payments.md). */
import { beforeAll, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { fieldErrorResponse, UNAUTHORIZED } from '../../support/error-responses.ts';
import { countSubject } from '../../support/find-mails.ts';
import { type Market, readSessionId, startMarket } from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';
import { asClientSees } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const NOT_PAID = fieldErrorResponse('sessionId', 'Platba zatiaľ neprešla, nič sme vám nestrhli.');
const INVALID_SESSION = fieldErrorResponse('sessionId', 'Platba sa nenašla alebo nie je dokončená.');
const ACCEPTED = 'Vaša ponuka bola prijatá';

it('repeated requests to accept a paid offer accept it once and notify the expert once', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony({
    price: 99.99,
    daysToComplete: 1,
  });
  const sessionId = await client.payOffer(offer.id);

  for (const _ of [1, 2, 3]) {
    expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204, body: undefined });
  }

  const accepted = await client.getTestimony(testimony.id);
  expect(accepted).toMatchObject({
    state: 'accepted',
    price: 99.99,
    expert: offer.expert,
    acceptedOffer: { ...asClientSees(offer), state: 'accepted' },
  });
  expect((await assertLedgersMatch(market)).accepted).toContain(sessionId);
  expect(await countSubject(ACCEPTED, expert.email)).toBe(1);
  const mail = (await listMailsTo(expert.email)).find(({ subject }) => subject === ACCEPTED);
  expect(mail?.body.text).toContain('89,99\u00a0€');
});

it("a repeated acceptance of an offer still succeeds after the expert's approval was revoked", async () => {
  const { client, expert, sessionId } = await market.createAssignedTestimony();
  await market.revokeApproval(expert);

  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
});

it('a checkout session is rejected with 422 until it is paid', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const { url } = (await client.startCheckout(offer.id)).body.data;
  const sessionId = readSessionId(url);

  expect(await client.acceptOffer(sessionId)).toMatchObject(NOT_PAID);
  expect((await client.getTestimony(testimony.id)).state).toBe('offered');
  await fetch(url, { method: 'POST', redirect: 'manual' });
  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
});

it('a client cannot accept an offer with the checkout session of another client', async () => {
  const [sale, open, thief] = await Promise.all([
    market.createAssignedTestimony(),
    market.createOfferedTestimony(),
    market.createClient(),
  ]);
  const paid = await open.client.payOffer(open.offer.id);

  expect(await thief.acceptOffer(sale.sessionId)).toMatchObject(UNAUTHORIZED);
  expect(await thief.acceptOffer(paid)).toMatchObject(UNAUTHORIZED);
  for (const id of ['cs_test_nothing', 'cs_1/../x'])
    expect(await thief.acceptOffer(id)).toMatchObject(INVALID_SESSION);
  expect((await open.client.getTestimony(open.testimony.id)).state).toBe('offered');
  expect(await open.client.acceptOffer(paid)).toMatchObject({ status: 204 });
});
