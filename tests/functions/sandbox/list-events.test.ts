/** GET /api/v1/sandbox/me/events (infra/docs/api/sandbox.md) */
import { beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { itemsIn } from '../../support/inspect-store.ts';
import { type Market, type Person, startMarket } from '../../support/market.ts';
import { startSandbox } from '../../support/sandbox.ts';
import { documentBody, testimonyBody } from '../../support/testimony-builders.ts';

const DAY = 24 * 3600_000;

let market: Market;

beforeEach(async () => {
  market = await startSandbox();
});

interface Event {
  readonly id: string;
  readonly type: string;
  readonly about: { readonly kind: string; readonly id: string };
}

const eventsOf = async ({ get }: Person): Promise<Event[]> => (await get('/sandbox/me/events')).body.data;

/** The oldest first, mails aside. */
const typesOf = async (person: Person) =>
  (await eventsOf(person))
    .map(({ type }) => type)
    .filter(type => type !== 'mail.sent')
    .reverse();

describe('events', () => {
  it('returns the type, time, request id and resource of an event', async () => {
    const { post, get, id } = await market.client();
    const answer = await post('/testimonies', testimonyBody());

    const { status, body } = await get('/sandbox/me/events');

    expect(status).toBe(200);
    expect(body.data[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'testimony.created',
      at: expect.stringMatching(/Z$/),
      requestId: answer.headers['x-request-id'],
      about: { kind: 'testimony', id: answer.body.data.id },
    });
    expect(body.data.at(-1)).toMatchObject({ type: 'account.registered', about: { kind: 'account', id } });
  });

  it('returns all events of a completed testimony to its client and its expert', async () => {
    const { client, expert, testimony, offer } = await market.assigned();
    await expert.post('/sandbox/me/payment-account', { state: 'verified' });
    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
    await market.work();

    expect(await typesOf(client)).toEqual([
      ...['account.registered', 'email.verified', 'testimony.created', 'offer.received'],
      ...['testimony.accepted', 'payment.paid', 'testimony.completed'],
    ]);
    expect(await typesOf(expert)).toEqual([
      ...['account.registered', 'email.verified', 'expert.approved', 'review.accepted', 'offer.made'],
      ...[
        'offer.accepted',
        'testimony.accepted',
        'payout.held',
        'payment-account.changed',
        'testimony.completed',
      ],
      'payout.sent',
    ]);
    const accepted = (await eventsOf(expert)).find(({ type }) => type === 'offer.accepted');
    expect(accepted?.about).toEqual({ kind: 'offer', id: offer.id });
  });

  it('returns an event with the mail id for every mail that was sent', async () => {
    const expert = await market.expert();
    await market.work();

    const mails = (await expert.get('/sandbox/me/mails')).body.data.map(({ id }: { id: string }) => id);
    const sent = (await eventsOf(expert)).filter(({ type }) => type === 'mail.sent');

    expect(sent.map(({ about }) => about)).toEqual(mails.map((id: string) => ({ kind: 'mail', id })));
    expect(mails.length).toBeGreaterThan(0);
  });

  it('returns events for withdrawn and lapsed offers', async () => {
    const { client, expert, testimony, offer } = await market.offered();
    const second = await market.expert();
    await second.withdraws((await second.offers(testimony.id)).id);
    await second.offers(testimony.id);
    await client.accepts(await client.pays(offer.id));
    await market.work();

    expect((await typesOf(second)).slice(-4)).toEqual([
      ...['offer.made', 'offer.withdrawn', 'offer.made', 'offer.lapsed'],
    ]);
    expect(await typesOf(client)).toContain('offer.withdrawn');
    expect(await typesOf(expert)).not.toContain('offer.lapsed');
  });

  it('returns events for refunds of cancelled testimonies and for partial refunds', async () => {
    const { client, testimony, offer } = await market.offered();
    const sessionId = await client.pays(offer.id);
    await client.cancels(testimony.id);
    await client.accepts(sessionId);
    await market.work();
    expect((await typesOf(client)).slice(-3)).toEqual([
      ...['testimony.cancelled', 'payment.refunding', 'payment.refunded'],
    ]);

    const sale = await market.assigned();
    await market.befalls(sale.sessionId, 'refund', { amount: '100' });
    const session = await market.session(sale.sessionId);
    await market.tell({ id: 'ch_1', payment_intent: session.payment_intent.id }, 'charge.refunded');
    expect((await typesOf(sale.client)).at(-1)).toBe('payment.partly-refunded');
  });

  it('returns events for identity reviews, approvals and changed due dates', async () => {
    const { client, expert, testimony } = await market.assigned();
    await expert.post('/sandbox/me/approval/toggle');
    await expert.post('/sandbox/me/identity-review', { decision: 'rejected' });
    await client.post(`/sandbox/testimonies/${testimony.id}/overdue`);

    expect((await typesOf(expert)).slice(-3)).toEqual([
      ...['expert.revoked', 'review.rejected', 'testimony.due-changed'],
    ]);
    expect((await typesOf(client)).at(-1)).toBe('testimony.due-changed');
  });
});

describe('list of events', () => {
  it("lists only the caller's events of the last 30 days, in pages, newest first", async () => {
    const [client, other] = [await market.client(), await market.client()];
    for (let at = 0; at < 16; at++) await client.orders();

    const first = (await client.get('/sandbox/me/events')).body;
    const next = (await client.get(first.links.next.split('/api/v1')[1])).body;

    const ids = [...first.data, ...next.data].map(({ id }: Event) => id);
    expect([first.data.length, ids.length, new Set(ids).size]).toEqual([15, 18, 18]);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(await typesOf(other)).toEqual(['account.registered', 'email.verified']);
    market.service.deps.clock.advance(30 * DAY + 60_000);
    expect(await eventsOf(client)).toEqual([]);
  });

  it('deletes events and mails together with the account', async () => {
    const client = await market.client();
    await client.get('/me/export');
    await market.work();
    const kept = async () =>
      (await itemsIn(market.service.deps)).filter(item => JSON.stringify(item).includes(client.email)).length;
    expect(await kept()).toBeGreaterThan(2);

    const closing = { currentPassword: PASSWORD };
    await market.service.sends('DELETE', '/me', closing, { token: client.token });
    await market.work();
    market.service.deps.clock.advance(11 * 60_000);
    await market.work();

    expect(await kept()).toBe(0);
    for (const kind of ['MAIL', 'ACTIVITY'])
      expect(await itemsIn(market.service.deps, `${kind}#${client.id}`)).toEqual([]);
  });
});

it('records no events outside the sandbox', async () => {
  const elsewhere = await startMarket();
  await elsewhere.assigned();
  await elsewhere.work();

  expect(await itemsIn(elsewhere.service.deps, 'ACTIVITY#')).toEqual([]);
});
