/** The webhook does what the browser does, when the browser never returns (infra/docs/api/payments.md). */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { assertLedgersMatch } from '../../support/ledger.ts';
import { listSubjects } from '../../support/mails.ts';
import { type Market, startMarket } from '../../support/market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const COMPLETED = 'checkout.session.completed';
const LATER = 'checkout.session.async_payment_succeeded';
const REFUNDED = 'Vrátili sme vám platbu';
type Sale = Awaited<ReturnType<Market['offered']>>;

describe('acceptance by webhook', () => {
  it.each([COMPLETED, LATER])(
    'the %s event accepts the offer, and a later request of the browser returns 204',
    async type => {
      const { client, expert, testimony, offer } = await market.offered();
      const sessionId = await client.pays(offer.id);

      expect(await market.tell(await market.session(sessionId), type)).toMatchObject({
        status: 204,
        body: undefined,
      });

      expect(await client.see(testimony.id)).toMatchObject({
        state: 'accepted',
        acceptedOffer: { id: offer.id },
      });
      expect(await client.accepts(sessionId)).toMatchObject({ status: 204 });
      expect((await assertLedgersMatch(market)).accepted).toContain(sessionId);
      expect(
        (await listSubjects(expert.email)).filter(subject => subject === 'Vaša ponuka bola prijatá'),
      ).toHaveLength(1);
    },
  );

  it('accepts the offer once when events are duplicated, delayed or follow the browser', async () => {
    const { client, testimony, offer } = await market.offered();
    const sessionId = await client.pays(offer.id);
    const session = await market.session(sessionId);
    const id = `evt_${randomUUID()}`;

    const answers = [
      await market.tell(session, COMPLETED, id),
      await market.tell(session, COMPLETED, id),
      await client.accepts(sessionId),
      await market.tell(session, LATER),
    ];
    market.service.deps.clock.advance(120_000);
    answers.push(await market.tell(session, COMPLETED, id));

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204));
    expect(await client.see(testimony.id)).toMatchObject({ state: 'accepted' });
    expect((await assertLedgersMatch(market)).accepted).toContain(sessionId);
  });

  it('accepts nothing for a completed but unpaid session until the later payment event arrives', async () => {
    const { client, testimony, offer } = await market.offered();
    const sessionId = await client.pays(offer.id);
    const session = await market.session(sessionId);

    expect(await market.tell({ ...session, payment_status: 'unpaid' })).toMatchObject({ status: 204 });
    expect((await client.see(testimony.id)).state).toBe('offered');
    expect(await market.tell(session, LATER)).toMatchObject({ status: 204 });
    expect((await client.see(testimony.id)).state).toBe('accepted');
  });

  it('ignores events of unknown sessions and of other types', async () => {
    const { client, testimony, offer } = await market.offered();
    const sessionId = await client.pays(offer.id);
    const session = await market.session(sessionId);

    for (const [object, type] of [
      [{ ...session, id: 'cs_test_other' }, COMPLETED],
      [session, 'checkout.session.expired'],
      [session, 'checkout.session.async_payment_failed'],
    ] as const) {
      expect(await market.tell(object, type)).toMatchObject({ status: 204 });
    }

    expect((await client.see(testimony.id)).state).toBe('offered');
    expect(await client.accepts(sessionId)).toMatchObject({ status: 204 });
  });

  it('ignores an event whose id was already processed for another session', async () => {
    const [one, other] = await Promise.all([market.assigned(), market.offered()]);
    const id = `evt_${randomUUID()}`;
    const third = await market.offered();
    await market.tell(await market.session(await third.client.pays(third.offer.id)), COMPLETED, id);
    const sessionId = await other.client.pays(other.offer.id);

    expect(await market.tell(await market.session(sessionId), COMPLETED, id)).toMatchObject({ status: 204 });

    expect((await other.client.see(other.testimony.id)).state).toBe('offered');
    expect((await one.client.see(one.testimony.id)).state).toBe('accepted');
    expect(await other.client.accepts(sessionId)).toMatchObject({ status: 204 });
  });
});

describe('late payments', () => {
  const reasons: Record<string, (sale: Sale) => Promise<unknown>> = {
    'after the testimony was cancelled': ({ client, testimony }) => client.cancels(testimony.id),
    'after the offer was withdrawn': ({ expert, offer }) => expert.withdraws(offer.id),
    'after its expert was revoked': ({ expert }) => market.revoke(expert),
    'after the identity was rejected': ({ expert }) => market.become(expert, { identityReview: 'rejected' }),
    'after another offer was accepted': async ({ client, testimony }) => {
      const rival = await market.expert();
      await client.accepts(await client.pays((await rival.offers(testimony.id)).id));
    },
  };
  const ways = ['webhook', 'browser', 'both'] as const;

  it.each(Object.keys(reasons).flatMap(reason => ways.map(way => [reason, way] as const)))(
    'a payment that arrives %s, reported by %s, is refunded once and the client is notified once',
    async (reason, way) => {
      const sale = await market.offered({ price: 55.5 });
      const { client, offer, testimony } = sale;
      const sessionId = await client.pays(offer.id);
      await reasons[reason]?.(sale);
      const before = await client.see(testimony.id);

      if (way !== 'browser') {
        for (const _ of [1, 2])
          expect(await market.tell(await market.session(sessionId))).toMatchObject({ status: 204 });
      }
      if (way !== 'webhook') {
        for (const _ of [1, 2]) expect(await client.accepts(sessionId)).toMatchObject(WRONG_STATE);
      }

      expect((await assertLedgersMatch(market)).refunded).toContain(sessionId);
      expect(await client.see(testimony.id)).toEqual(before);
      expect((await listSubjects(client.email)).filter(subject => subject === REFUNDED)).toHaveLength(1);
    },
  );
});
