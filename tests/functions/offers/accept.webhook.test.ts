/** Tests of acceptance by a provider event when the browser never returns from the checkout (infra/docs/api/payments.md). */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { countSubject, listSubjects } from '../../support/find-mails.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const COMPLETED = 'checkout.session.completed';
const REFUNDED = 'Vrátili sme vám platbu';
type OfferedTestimony = Awaited<ReturnType<Market['createOfferedTestimony']>>;

it('the provider event of a completed checkout session accepts the offer without a request of the browser', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);

  expect(await market.sendProviderEvent(await market.getSession(sessionId))).toMatchObject({
    status: 204,
    body: undefined,
  });

  expect(await client.getTestimony(testimony.id)).toMatchObject({
    state: 'accepted',
    acceptedOffer: { id: offer.id },
  });
  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
  expect((await assertLedgersMatch(market)).accepted).toContain(sessionId);
  expect(
    (await listSubjects(expert.email)).filter(subject => subject === 'Vaša ponuka bola prijatá'),
  ).toHaveLength(1);
});

it('an offer is accepted once when its provider event arrives late or several times', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  const session = await market.getSession(sessionId);
  const id = `evt_${randomUUID()}`;

  const responses = [
    await market.sendProviderEvent(session, COMPLETED, id),
    await market.sendProviderEvent(session, COMPLETED, id),
    await client.acceptOffer(sessionId),
    await market.sendProviderEvent(session, COMPLETED),
  ];
  market.service.deps.clock.advance(120_000);
  responses.push(await market.sendProviderEvent(session, COMPLETED, id));

  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(204));
  expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'accepted' });
  expect((await assertLedgersMatch(market)).accepted).toContain(sessionId);
});

it('provider events of unknown checkout sessions or of unhandled types are ignored', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  const session = await market.getSession(sessionId);

  for (const [object, type] of [
    [{ ...session, id: 'cs_test_other' }, COMPLETED],
    [session, 'payment_intent.succeeded'],
    [session, 'checkout.session.unknown'],
  ] as const) {
    expect(await market.sendProviderEvent(object, type)).toMatchObject({ status: 204 });
  }

  expect((await client.getTestimony(testimony.id)).state).toBe('offered');
  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
});

it('a provider event is processed although an event about another session had the same id', async () => {
  const sales = [await market.createOfferedTestimony(), await market.createOfferedTestimony()];
  const id = `evt_${randomUUID()}`;

  for (const { client, offer } of sales) {
    const session = await market.getSession(await client.payOffer(offer.id));
    expect(await market.sendProviderEvent(session, COMPLETED, id)).toMatchObject({ status: 204 });
  }

  for (const { client, testimony } of sales)
    expect((await client.getTestimony(testimony.id)).state).toBe('accepted');
});

describe('payment that arrives too late', () => {
  const reasons: Record<string, (sale: OfferedTestimony) => Promise<unknown>> = {
    'after the testimony was cancelled': ({ client, testimony }) => client.cancelTestimony(testimony.id),
    'after the offer was withdrawn': ({ expert, offer }) => expert.withdrawOffer(offer.id),
    "after the expert's approval was revoked": ({ expert }) => market.revokeApproval(expert),
    "after the expert's identity was rejected": ({ expert }) =>
      market.updateAccount(expert, { identityReview: 'rejected' }),
    'after another offer was accepted': async ({ client, testimony }) => {
      const rival = await market.createExpert();
      await client.acceptOffer(await client.payOffer((await rival.createOffer(testimony.id)).id));
    },
  };
  it.each(Object.entries(reasons))(
    'a payment that arrives too late is refunded once when a provider event and the browser report it (%s)',
    async (_, happen) => {
      const sale = await market.createOfferedTestimony({ price: 55.5 });
      const { client, offer, testimony } = sale;
      const sessionId = await client.payOffer(offer.id);
      await happen(sale);
      const before = await client.getTestimony(testimony.id);

      for (const _ of [1, 2])
        expect(await market.sendProviderEvent(await market.getSession(sessionId))).toMatchObject({
          status: 204,
        });
      for (const _ of [1, 2]) expect(await client.acceptOffer(sessionId)).toMatchObject(WRONG_STATE);

      expect((await assertLedgersMatch(market)).refunded).toContain(sessionId);
      expect(await client.getTestimony(testimony.id)).toEqual(before);
      expect(await countSubject(REFUNDED, client.email)).toBe(1);
    },
  );
});
