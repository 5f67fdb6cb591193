/** What a client sees and pays for is what somebody has accepted (infra/docs/api/testimonies.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { assertLedgersMatch } from '../../support/ledger.ts';
import { listSubjects } from '../../support/mails.ts';
import { type Market, type MarketExpert, startMarket } from '../../support/market.ts';
import { judge } from '../../support/operators.ts';
import { mailsTo } from '../../support/service.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const TRUE = { firstName: 'Jana', lastName: 'Kováčová', registrationNumber: '914 567' };
const FALSE = { firstName: 'Milan', lastName: 'Slávny', registrationNumber: '911 111' };
const NEW_OFFER = 'Máte novú ponuku na znalecký posudok';

const renames = ({ token }: MarketExpert, name: object) => market.service.put('/me', name, { token });

async function review({ id }: MarketExpert, decision: 'accepted' | 'rejected'): Promise<void> {
  const body = { decision, reason: 'Pre skúšku.' };
  expect(await judge(market.service, id, body)).toMatchObject({ status: 200 });
}

/** An order with an offer under a name that nobody accepted, whose expert has since gone back to the true one. */
async function withFalseName() {
  const [client, expert] = await Promise.all([market.client(), market.expert()]);
  const testimony = await client.orders();
  await renames(expert, FALSE);
  const offer = await expert.offers(testimony.id);
  await renames(expert, TRUE);
  await review(expert, 'accepted');
  return { client, expert, testimony, offer };
}

describe('offers under an unreviewed name', () => {
  it('hides an offer under an unreviewed name even after the expert is accepted under the former name', async () => {
    const { client, expert, testimony, offer } = await withFalseName();
    await market.work();

    expect(offer.expert).toEqual({ id: expert.id, ...FALSE });
    expect(await client.see(testimony.id)).toMatchObject({ state: 'offered', offers: [] });
    expect((await client.get('/testimonies')).body.data).toMatchObject([{ offers: [] }]);
    expect((await client.get(`/testimonies/${testimony.id}/offers`)).body.data).toEqual([]);
    expect(await client.checksOut(offer.id)).toMatchObject(WRONG_STATE);
    expect(await listSubjects(client.email)).not.toContain(NEW_OFFER);
    expect((await expert.see(testimony.id)).offers).toEqual([offer]);
  });

  it('keeps an offer under an unreviewed name hidden after another offer is accepted', async () => {
    const { client, testimony } = await withFalseName();
    const other = await (await market.expert()).offers(testimony.id);
    await client.accepts(await client.pays(other.id));

    expect((await client.see(testimony.id)).offers).toEqual([{ ...other, state: 'accepted' }]);
  });

  it('shows the offer once its name is accepted but does not notify the client', async () => {
    const [client, expert] = await Promise.all([market.client(), market.expert()]);
    const testimony = await client.orders();
    await renames(expert, { lastName: 'Nováková' });
    const offer = await expert.offers(testimony.id);
    await market.work();
    expect((await client.see(testimony.id)).offers).toEqual([]);

    await review(expert, 'accepted');
    await market.work();

    expect((await client.see(testimony.id)).offers).toEqual([offer]);
    expect(await listSubjects(client.email)).not.toContain(NEW_OFFER);
  });
});

describe('offers under a previously accepted name', () => {
  it('hides the offer while a new name is pending or rejected and shows it unchanged once accepted', async () => {
    const { client, expert, testimony, offer } = await market.offered();
    await renames(expert, { lastName: 'Nováková' });
    expect((await client.see(testimony.id)).offers).toEqual([]);
    expect(await client.checksOut(offer.id)).toMatchObject(WRONG_STATE);
    await review(expert, 'rejected');
    expect((await client.see(testimony.id)).offers).toEqual([]);

    await review(expert, 'accepted');

    expect((await client.see(testimony.id)).offers).toEqual([offer]);
    await client.accepts(await client.pays(offer.id));
    expect(await client.see(testimony.id)).toMatchObject({ expert: { id: expert.id, ...TRUE } });
  });

  it('notifies the client under the name that the expert had when offering', async () => {
    const { client, expert } = await market.offered();
    await renames(expert, FALSE);
    await review(expert, 'accepted');

    await market.work();

    const mail = (await mailsTo(client.email)).find(({ subject }) => subject === NEW_OFFER);
    expect(mail?.body.text).toContain('Jana Kováčová');
  });
});

describe('mails about hidden offers', () => {
  it.each<[string, (sale: Awaited<ReturnType<Market['offered']>>) => Promise<unknown>]>([
    ['whose expert was revoked', ({ expert }) => market.revoke(expert)],
    ['whose expert is under review', ({ expert }) => market.become(expert, { identityReview: 'pending' })],
    ['whose expert was rejected', ({ expert }) => market.become(expert, { identityReview: 'rejected' })],
    ['that was withdrawn', ({ expert, offer }) => expert.withdraws(offer.id)],
  ])('does not mail the client about an offer %s', async (_, happens) => {
    const sale = await market.offered();
    await happens(sale);

    await market.work();

    expect(await listSubjects(sale.client.email)).not.toContain(NEW_OFFER);
  });
});

describe('payments started before a change of the review', () => {
  it.each(['the browser', 'the webhook'])(
    'accepts the offer when the identity review has restarted and the payment is reported by %s',
    async way => {
      const { client, expert, testimony, offer } = await market.offered();
      const sessionId = await client.pays(offer.id);
      await renames(expert, FALSE);

      if (way === 'the browser') expect(await client.accepts(sessionId)).toMatchObject({ status: 204 });
      else await market.tell(await market.session(sessionId));

      expect((await assertLedgersMatch(market)).accepted).toContain(sessionId);
      expect((await client.see(testimony.id)).expert).toEqual(offer.expert);
    },
  );

  it.each(['the browser', 'the webhook'])(
    'refunds the payment when the expert was rejected and the payment is reported by %s',
    async way => {
      const { client, expert, testimony, offer } = await market.offered();
      const sessionId = await client.pays(offer.id);
      await review(expert, 'rejected');

      if (way === 'the browser') expect(await client.accepts(sessionId)).toMatchObject(WRONG_STATE);
      else await market.tell(await market.session(sessionId));

      expect((await assertLedgersMatch(market)).refunded).toContain(sessionId);
      expect(await client.see(testimony.id)).toMatchObject({ state: 'offered', acceptedOffer: null });
    },
  );

  it('refunds a payment for an offer under a name that was never accepted', async () => {
    const { client, expert, offer } = await market.offered();
    const sessionId = await client.pays(offer.id);
    await market.become(expert, { acceptedNames: [] });

    expect(await client.accepts(sessionId)).toMatchObject(WRONG_STATE);

    expect((await assertLedgersMatch(market)).refunded).toContain(sessionId);
  });
});
