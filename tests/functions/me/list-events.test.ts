/** Tests of GET /api/v1/me/events (infra/docs/api/webhooks.md#events). */
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../lib/durations.ts';
import type { Market, Person } from '../../support/start-market.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import { documentBody, testimonyBody } from '../../support/testimony-builders.ts';

let market: Market;

beforeEach(async () => {
  market = await startSandbox();
});

interface Event {
  readonly id: string;
  readonly type: string;
  readonly about: { readonly kind: string; readonly id: string };
}

const listEvents = async ({ get }: Person): Promise<Event[]> => (await get('/me/events')).body.data;

/** Lists the types of the events, oldest first, without events about sent mails. */
const listEventTypes = async (person: Person) =>
  (await listEvents(person))
    .map(({ type }) => type)
    .filter(type => type !== 'mail.sent')
    .reverse();

it('an event contains its type, its time, the id of its request and its resource', async () => {
  const { post, get, id } = await market.createClient();
  const response = await post('/testimonies', testimonyBody());

  const { status, body } = await get('/me/events');

  expect(status).toBe(200);
  expect(body.data[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'testimony.created',
    at: expect.stringMatching(/Z$/),
    requestId: response.headers['x-request-id'],
    about: { kind: 'testimony', id: response.body.data.id },
    testimonyId: response.body.data.id,
  });
  expect(body.data.at(-1)).toMatchObject({ type: 'account.registered', about: { kind: 'account', id } });
});

it('the client and the expert of a completed testimony each get all their events', async () => {
  const { client, expert, testimony, offer } = await market.createAssignedTestimony();
  await expert.post('/sandbox/me/payment-account', { state: 'verified' });
  await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
  await market.runJobs();

  expect(await listEventTypes(client)).toEqual([
    'account.registered',
    'email.verified',
    'testimony.created',
    'offer.received',
    'testimony.accepted',
    'payment.paid',
    'testimony.completed',
  ]);
  expect(await listEventTypes(expert)).toEqual([
    'account.registered',
    'email.verified',
    'expert.approved',
    'review.accepted',
    'offer.made',
    'offer.accepted',
    'testimony.accepted',
    'payout.held',
    'payment-account.changed',
    'testimony.completed',
    'payout.sent',
  ]);
  const accepted = (await listEvents(expert)).find(({ type }) => type === 'offer.accepted');
  expect(accepted).toMatchObject({ about: { kind: 'offer', id: offer.id }, testimonyId: testimony.id });
});

it('each mail that was sent is listed as an event with the id of the mail', async () => {
  const expert = await market.createExpert();
  await market.runJobs();

  const mails = (await expert.get('/sandbox/me/mails')).body.data.map(({ id }: { id: string }) => id);
  const sent = (await listEvents(expert)).filter(({ type }) => type === 'mail.sent');

  expect(sent.map(({ about }) => about)).toEqual(mails.map((id: string) => ({ kind: 'mail', id })));
  expect(mails.length).toBeGreaterThan(0);
});

it('withdrawn and lapsed offers are listed as events', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  const second = await market.createExpert();
  await second.withdrawOffer((await second.createOffer(testimony.id)).id);
  await second.createOffer(testimony.id);
  await client.acceptOffer(await client.payOffer(offer.id));
  await market.runJobs();

  expect((await listEventTypes(second)).slice(-4)).toEqual([
    'offer.made',
    'offer.withdrawn',
    'offer.made',
    'offer.lapsed',
  ]);
  expect(await listEventTypes(client)).toContain('offer.withdrawn');
  expect(await listEventTypes(expert)).not.toContain('offer.lapsed');
});

it('refunds of cancelled testimonies and partial refunds are listed as events', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await client.acceptOffer(sessionId);
  await market.runJobs();
  expect((await listEventTypes(client)).slice(-3)).toEqual([
    'testimony.cancelled',
    'payment.refunding',
    'payment.refunded',
  ]);

  const sale = await market.createAssignedTestimony();
  await market.simulateOutcome(sale.sessionId, 'refund', { amount: '100' });
  const session = await market.getSession(sale.sessionId);
  await market.sendProviderEvent(
    { id: 'ch_1', payment_intent: session.payment_intent.id },
    'charge.refunded',
  );
  expect((await listEventTypes(sale.client)).at(-1)).toBe('payment.partly-refunded');
});

it('identity reviews, approvals and changed due dates are listed as events', async () => {
  const { client, expert, testimony } = await market.createAssignedTestimony();
  await expert.post('/sandbox/me/approval/toggle');
  await expert.post('/sandbox/me/identity-review', { decision: 'rejected' });
  await client.post(`/sandbox/testimonies/${testimony.id}/overdue`);

  expect((await listEventTypes(expert)).slice(-3)).toEqual([
    'expert.revoked',
    'review.rejected',
    'testimony.due-changed',
  ]);
  expect((await listEventTypes(client)).at(-1)).toBe('testimony.due-changed');
});

it("GET /api/v1/me/events lists only the caller's events of the last 30 days in pages, newest first", async () => {
  const [client, other] = [await market.createClient(), await market.createClient()];
  for (let at = 0; at < 16; at++) await client.createTestimony();

  const first = (await client.get('/me/events')).body;
  const next = (await client.get(first.links.next.split('/api/v1')[1])).body;

  const ids = [...first.data, ...next.data].map(({ id }: Event) => id);
  expect([first.data.length, ids.length, new Set(ids).size]).toEqual([15, 18, 18]);
  expect(ids).toEqual(ids.toSorted().reverse());
  expect(await listEventTypes(other)).toEqual(['account.registered', 'email.verified']);
  market.service.deps.clock.advance(30 * DAY + MINUTE);
  expect(await listEvents(client)).toEqual([]);
});

describe('filters of the list of events', () => {
  const listIds = async (person: Person, query: string): Promise<string[]> =>
    (await person.get(`/me/events?${query}`)).body.data.map(({ id }: Event) => id);

  it('GET /api/v1/me/events can return only events of one type or only events after a given one', async () => {
    const client = await market.createClient();
    const { id: testimonyId } = await client.createTestimony();
    await client.createTestimony();
    await client.cancelTestimony(testimonyId);
    const events = await listEvents(client);
    const [cancelled, second, first, ...older] = events.map(({ id }) => id);

    expect(await listIds(client, `after=${first}`)).toEqual([cancelled, second]);
    expect(await listIds(client, `after=${cancelled}`)).toEqual([]);
    expect(await listIds(client, `after=${cancelled?.toUpperCase()}`)).toEqual([]);
    expect(await listIds(client, 'after=00000000-0000-7000-8000-000000000000')).toHaveLength(events.length);
    expect(await listIds(client, 'type=testimony.created')).toEqual([second, first]);
    expect(await listIds(client, `after=${first}&type=testimony.created`)).toEqual([second]);
    expect(await listIds(client, 'type=payout.sent')).toEqual([]);
    expect(older).toHaveLength(2);
  });

  it.each([
    ['after', 'x'],
    ['type', 'testimony.unknown'],
    ['limit', '101'],
  ])('GET /api/v1/me/events returns 422 when the parameter %s is %s', async (name, value) => {
    const client = await market.createClient();
    const { status, body } = await client.get(`/me/events?${name}=${value}`);

    expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
  });
});
