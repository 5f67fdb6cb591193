/** Tests of GET /api/v1/partner/events (infra/docs/api/webhooks.md#events). */
import { beforeEach, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../lib/durations.ts';
import { clientBody, PASSWORD } from '../../support/builders.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { createWebhookPartner } from '../../support/webhook-receiver.ts';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly userId: string;
}

let market: Market;
beforeEach(async () => {
  market = await startMarket();
});

/** Creates a partner with two clients and an expert who trade, and lists its events. */
async function startTrade() {
  const partner = await createWebhookPartner(market);
  const [client, second] = [await market.createClient(), await market.createClient()];
  const expert = await market.createExpert();
  for (const person of [client, second, expert]) await partner.add(person);
  const list = async (query = ''): Promise<Event[]> =>
    (await partner.get(`/partner/events${query}`)).body.data;
  return { partner, client, second, expert, list };
}

it('a partner lists the events of all its users with their ids, and none of other users', async () => {
  const { client, second, expert, list } = await startTrade();
  const { id } = await client.createTestimony();
  await expert.createOffer(id);
  await second.createTestimony();
  await (await market.createClient()).createTestimony();
  const other = await startTrade();

  const events = await list();

  expect(events.map(({ type, userId }) => [type, userId])).toEqual(
    expect.arrayContaining([
      ['testimony.created', second.id],
      ['offer.received', client.id],
      ['offer.made', expert.id],
      ['testimony.created', client.id],
    ]),
  );
  expect(events).toHaveLength(4);
  const [{ id: listedId }] = (await second.get('/me/events?type=testimony.created')).body.data;
  expect(events[0]?.id).toBe(listedId);
  expect(await other.list()).toEqual([]);
});

it("the pages of a partner's events contain each event once, even events of the same millisecond, for 30 days", async () => {
  const { partner, client, second, list } = await startTrade();
  await Promise.all(
    Array.from({ length: 10 }, () => [client.createTestimony(), second.createTestimony()]).flat(),
  );

  const first = (await partner.get('/partner/events')).body;
  await client.createTestimony(); // does not shift the next page
  const next = (await partner.get(first.links.next.split('/api/v1')[1])).body;

  const ids: string[] = [...first.data, ...next.data].map(({ id }: Event) => id);
  expect([first.data.length, ids.length, new Set(ids).size]).toEqual([15, 20, 20]);
  expect(ids).toEqual(ids.toSorted().reverse());
  market.service.deps.clock.advance(30 * DAY + MINUTE);
  expect(await list()).toEqual([]);
});

it("the list of a partner's events can have only events of one type or only events after a given one", async () => {
  const { client, list } = await startTrade();
  const { id } = await client.createTestimony();
  await client.createTestimony();
  await client.cancelTestimony(id);
  const [cancelled, second, first] = (await list()).map(event => event.id);

  const listIds = async (query: string) => (await list(`?${query}`)).map(event => event.id);
  expect(await listIds(`after=${first}`)).toEqual([cancelled, second]);
  expect(await listIds('type=testimony.created')).toEqual([second, first]);
  expect(await listIds(`after=${first}&type=testimony.created`)).toEqual([second]);
});

it('a registration through a partner is listed as an event of this partner', async () => {
  const [{ partner }, { list }] = [await startTrade(), await startTrade()];
  const guest = { headers: { 'x-partner': partner.id } };

  await market.service.post('/auth/register/client', clientBody(), guest);

  expect((await partner.get('/partner/events')).body.data).toMatchObject([{ type: 'account.registered' }]);
  expect(await list()).toEqual([]);
});

it('closing an account erases its events from the list of its partner', async () => {
  const { client, second, list } = await startTrade();
  await client.createTestimony();
  await second.createTestimony();
  const { service } = market;

  await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token: client.token });
  await market.runJobs();

  expect(new Set((await list()).map(({ userId }) => userId))).toEqual(new Set([second.id]));
});
