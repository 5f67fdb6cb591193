/** Attacks that make the platform bear the fees of refunds (infra/docs/api/payments.md#late-payments). */
import { expect, it } from 'vitest';
import { type Market, type MarketExpert, readSessionId, startMarket } from '../../support/start-market.ts';

/** Creates a client with `count` testimonies, each of which has an offer of each of two experts. */
async function createOffers(market: Market, count: number) {
  const client = await market.createClient();
  const experts: MarketExpert[] = [
    (await market.registerExpert()).expert,
    (await market.registerExpert()).expert,
  ];
  const offerIds: string[] = [];
  for (let created = 0; created < count; created++) {
    const testimony = await client.createTestimony();
    for (const expert of experts) offerIds.push((await expert.createOffer(testimony.id)).id);
  }
  return { client, offerIds };
}

const getStatus = async (market: Market, sessionId: string) => (await market.getSession(sessionId)).status;

it('a client who opens six payment pages for three testimonies can pay on the last three and causes one refund', async () => {
  const market = await startMarket();
  const { client, offerIds } = await createOffers(market, 3);
  const sessionIds: string[] = [];
  for (const id of offerIds) sessionIds.push(readSessionId((await client.startCheckout(id)).body.data.url));

  const statuses = await Promise.all(sessionIds.map(id => getStatus(market, id)));
  expect(statuses).toEqual(['expired', 'expired', 'expired', 'open', 'open', 'open']);
  for (const id of sessionIds.slice(-3)) await market.simulateOutcome(id, 'pay');
  for (const id of sessionIds) await client.acceptOffer(id);
  await market.runJobs();

  expect(await market.refunds()).toHaveLength(1);
});

it('six concurrent checkouts of one client return 200 and leave at most three open pages', async () => {
  const market = await startMarket();
  const { client, offerIds } = await createOffers(market, 3);

  const responses = await Promise.all(offerIds.map(id => client.startCheckout(id)));

  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const statuses = await Promise.all(
    responses.map(({ body }) => getStatus(market, readSessionId(body.data.url))),
  );
  expect(statuses.filter(status => status === 'open')).toHaveLength(3);
});

it('a payment on a page that the limit would close is settled, and ended pages do not count towards the limit', async () => {
  const market = await startMarket();
  const { client, offerIds } = await createOffers(market, 4);
  const offers = offerIds.filter((_, index) => index % 2 === 0) as [string, string, string, string];
  const [first, second] = [await client.startCheckout(offers[0]), await client.startCheckout(offers[1])];
  await client.startCheckout(offers[2]);
  await market.simulateOutcome(readSessionId(first.body.data.url), 'pay');

  expect(await client.startCheckout(offers[3])).toMatchObject({ status: 200 });

  expect(await client.acceptOffer(readSessionId(first.body.data.url))).toMatchObject({ status: 204 });
  expect(await getStatus(market, readSessionId(second.body.data.url))).toBe('open');
});
