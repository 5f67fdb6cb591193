/** Tests of offers under unreviewed names. Clients do not see such offers (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { submitIdentityReview } from '../../support/operators.ts';
import { type Market, type MarketExpert, startMarket } from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';
import { asClientSees } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const TRUE_NAME = { firstName: 'Jana', lastName: 'Kováčová', registrationNumber: '914 567' };
const FALSE_NAME = { firstName: 'Milan', lastName: 'Slávny', registrationNumber: '911 111' };
const NEW_OFFER = 'Máte novú ponuku na znalecký posudok';

const changeName = ({ token }: MarketExpert, name: object) => market.service.put('/me', name, { token });

async function reviewIdentity({ id }: MarketExpert, decision: 'accepted' | 'rejected'): Promise<void> {
  const body = { decision, reason: 'Pre skúšku.' };
  expect(await submitIdentityReview(market.service, id, body)).toMatchObject({ status: 200 });
}

/** Creates an offer under an unreviewed name. After the offer, the expert's former name is restored and accepted. */
async function createOfferUnderFalseName() {
  const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  const testimony = await client.createTestimony();
  await changeName(expert, FALSE_NAME);
  const offer = await expert.createOffer(testimony.id);
  await changeName(expert, TRUE_NAME);
  await reviewIdentity(expert, 'accepted');
  return { client, expert, testimony, offer };
}

it("an offer under an unreviewed name stays hidden after the expert's former name is accepted again", async () => {
  const { client, expert, testimony, offer } = await createOfferUnderFalseName();
  await market.runJobs();

  expect(offer.expert).toEqual({ id: expert.id, ...FALSE_NAME });
  expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'offered', offers: [] });
  expect((await client.get('/testimonies')).body.data).toMatchObject([{ offers: [] }]);
  expect((await client.get(`/testimonies/${testimony.id}/offers`)).body.data).toEqual([]);
  expect(await client.startCheckout(offer.id)).toMatchObject(WRONG_STATE);
  expect(await listSubjects(client.email)).not.toContain(NEW_OFFER);
  expect((await expert.getTestimony(testimony.id)).offers).toEqual([offer]);
});

it('an offer under an unreviewed name stays hidden after another offer is accepted', async () => {
  const { client, testimony } = await createOfferUnderFalseName();
  const other = await (await market.createExpert()).createOffer(testimony.id);
  await client.acceptOffer(await client.payOffer(other.id));

  expect((await client.getTestimony(testimony.id)).offers).toEqual([
    { ...asClientSees(other), state: 'accepted' },
  ]);
});

it("an offer is shown when the expert's name is accepted, without a mail to the client", async () => {
  const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  const testimony = await client.createTestimony();
  await changeName(expert, { lastName: 'Nováková' });
  const offer = await expert.createOffer(testimony.id);
  await market.runJobs();
  expect((await client.getTestimony(testimony.id)).offers).toEqual([]);

  await reviewIdentity(expert, 'accepted');
  await market.runJobs();

  expect((await client.getTestimony(testimony.id)).offers).toEqual([asClientSees(offer)]);
  expect(await listSubjects(client.email)).not.toContain(NEW_OFFER);
});

it('an offer is hidden from the client after the expert changes the name, until the new name is accepted', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  await changeName(expert, { lastName: 'Nováková' });
  expect((await client.getTestimony(testimony.id)).offers).toEqual([]);
  expect(await client.startCheckout(offer.id)).toMatchObject(WRONG_STATE);
  await reviewIdentity(expert, 'rejected');
  expect((await client.getTestimony(testimony.id)).offers).toEqual([]);

  await reviewIdentity(expert, 'accepted');

  expect((await client.getTestimony(testimony.id)).offers).toEqual([asClientSees(offer)]);
  await client.acceptOffer(await client.payOffer(offer.id));
  expect(await client.getTestimony(testimony.id)).toMatchObject({
    expert: { id: expert.id, ...TRUE_NAME },
  });
});

it('the mail about a payment names the expert as at the time of the offer', async () => {
  const { client, expert, offer } = await market.createOfferedTestimony();
  await changeName(expert, FALSE_NAME);
  await reviewIdentity(expert, 'accepted');

  await client.acceptOffer(await client.payOffer(offer.id));
  await market.runJobs();

  const mail = (await listMailsTo(client.email)).find(({ subject }) => subject.includes('platbu'));
  expect(mail?.body.text).toContain('Jana Kováčová');
});

it.each<[string, (sale: Awaited<ReturnType<Market['createOfferedTestimony']>>) => Promise<unknown>]>([
  ['whose expert has a revoked approval', ({ expert }) => market.revokeApproval(expert)],
  [
    'whose expert is under identity review',
    ({ expert }) => market.updateAccount(expert, { identityReview: 'pending' }),
  ],
  [
    'whose expert has a rejected identity',
    ({ expert }) => market.updateAccount(expert, { identityReview: 'rejected' }),
  ],
  ['that was withdrawn', ({ expert, offer }) => expert.withdrawOffer(offer.id)],
])('the client gets no mail about a hidden offer (%s)', async (_, happens) => {
  const sale = await market.createOfferedTestimony();
  await happens(sale);

  await market.runJobs();

  expect(await listSubjects(sale.client.email)).not.toContain(NEW_OFFER);
});

it.each(['the browser', 'a provider event'])(
  'a paid offer is accepted although the identity review has restarted (payment reported by %s)',
  async way => {
    const { client, expert, testimony, offer } = await market.createOfferedTestimony();
    const sessionId = await client.payOffer(offer.id);
    await changeName(expert, FALSE_NAME);

    if (way === 'the browser') expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
    else await market.sendProviderEvent(await market.getSession(sessionId));

    expect((await assertLedgersMatch(market)).accepted).toContain(sessionId);
    expect((await client.getTestimony(testimony.id)).expert).toEqual(offer.expert);
  },
);

it.each(['the browser', 'a provider event'])(
  "a payment is refunded if the expert's identity is rejected after it (payment reported by %s)",
  async way => {
    const { client, expert, testimony, offer } = await market.createOfferedTestimony();
    const sessionId = await client.payOffer(offer.id);
    await reviewIdentity(expert, 'rejected');

    if (way === 'the browser') expect(await client.acceptOffer(sessionId)).toMatchObject(WRONG_STATE);
    else await market.sendProviderEvent(await market.getSession(sessionId));

    expect((await assertLedgersMatch(market)).refunded).toContain(sessionId);
    expect(await client.getTestimony(testimony.id)).toMatchObject({
      state: 'offered',
      acceptedOffer: null,
    });
  },
);

it('a payment for an offer under a name that was never accepted is refunded', async () => {
  const { client, expert, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await market.updateAccount(expert, { acceptedNames: [] });

  expect(await client.acceptOffer(sessionId)).toMatchObject(WRONG_STATE);

  expect((await assertLedgersMatch(market)).refunded).toContain(sessionId);
});
