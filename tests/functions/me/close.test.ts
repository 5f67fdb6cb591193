/** DELETE /api/v1/me: what it takes, and what is true from then on (infra/docs/api/accounts.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { itemsIn } from '../../support/inspect-store.ts';
import { listSubjects, SUBJECTS } from '../../support/mails.ts';
import { type Market, startMarket } from '../../support/market.ts';
import type { Service } from '../../support/service.ts';
import { documentBody } from '../../support/testimony-builders.ts';

const WRONG = 'Súčasné heslo nie je správne.';
const CLOSED = 'Váš účet bol zrušený';

let market: Market;
let service: Service;

beforeEach(async () => {
  market = await startMarket();
  ({ service } = market);
});

interface Person {
  readonly token: string;
}

async function close({ token }: Person, form: object = { currentPassword: PASSWORD }) {
  const { status, body } = await service.sends('DELETE', '/me', form, { token });
  return { status, body };
}

const refused = (message: string) => ({ status: 409, body: { message } });

describe('DELETE /api/v1/me', () => {
  it('revokes all tokens and makes the e-mail address and phone available again', async () => {
    const [email, phone] = [uniqueEmail(), uniquePhone()];
    const { token } = await service.registerClient({ email, phone });
    const other = await service.signIn(email);

    expect(await close({ token })).toEqual({ status: 204, body: undefined });

    for (const presented of [token, other])
      expect(await service.get('/me', { token: presented })).toMatchObject({ status: 401 });
    expect(await service.post('/auth/login', { email, password: PASSWORD })).toMatchObject({ status: 401 });
    expect(await service.registerClient({ email, phone })).toMatchObject({ token: expect.any(String) });
  });

  it('sends one last mail about the deletion and drops pending mails', async () => {
    const email = uniqueEmail();
    const { token } = await service.registerClient({ email });
    await service.work();
    await service.post('/auth/password/email', { email });

    await close({ token });

    await service.work();
    await service.work();
    expect(await listSubjects(email)).toEqual([SUBJECTS.verify, CLOSED]);
  });

  it.each([
    ['a wrong password', { currentPassword: 'Iné heslo 1' }, WRONG],
    ['none', {}, 'Zadajte súčasné heslo.'],
  ])('returns 422 and keeps the account when the current password is %s', async (_, form, message) => {
    const { token } = await service.registerClient();

    const { status, body } = await close({ token }, form);

    expect({ status, body }).toEqual({
      status: 422,
      body: { message, errors: { currentPassword: [message] } },
    });
    expect(await service.get('/me', { token })).toMatchObject({ status: 200 });
  });

  it('returns 429 after five wrong passwords per minute', async () => {
    service.deps.clock.toNextMinute();
    const { token } = await service.registerClient();
    for (let guess = 0; guess < 5; guess++) await close({ token }, { currentPassword: `Heslo ${guess}` });

    expect(await close({ token })).toMatchObject({ status: 429 });
  });

  it('returns 409 to client and expert until the paid testimony is completed', async () => {
    const { client, expert, testimony } = await market.assigned();
    await market.account(expert);
    const message = 'There is a testimony that has been paid for and is not completed.';

    expect(await close(client)).toEqual(refused(message));
    expect(await close(expert)).toEqual(refused(message));

    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
    await market.work();
    expect(await close(client)).toMatchObject({ status: 204 });
    expect(await close(expert)).toMatchObject({ status: 204 });
  });

  const UNDER_WAY = refused('There is a refund, a payout or a dispute that has not ended.');

  it('returns 409 to the client until the refund has ended', async () => {
    const { client, offer, testimony } = await market.offered();
    const sessionId = await client.pays(offer.id);
    await client.cancels(testimony.id);
    await client.accepts(sessionId);

    expect(await close(client)).toEqual(UNDER_WAY);

    await market.work();
    expect(await close(client)).toMatchObject({ status: 204 });
  });

  it.each([
    ['a payment is being refunded', { payment: 'refunding', payout: 'sent' }, 409, 409],
    ['a payment is disputed', { payment: 'disputed', payout: 'sent' }, 409, 409],
    ['a payout is held', { payout: 'held' }, 204, 409],
    ['a payout is owed', { payout: 'owed' }, 204, 409],
    ['a payout was sent', { payout: 'sent' }, 204, 204],
    ['a payment was given back', { payment: 'refunded', payout: 'held' }, 204, 204],
  ])('decides on account deletion while %s', async (_, { payment, payout }: Moving, ofClient, ofExpert) => {
    const { client, expert, testimony } = await market.assigned();
    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
    await setMoney(testimony.id, payment, payout);

    const statuses = [(await close(expert)).status, (await close(client)).status];

    expect(statuses).toEqual([ofExpert, ofClient]);
  });

  interface Moving {
    readonly payment?: string;
    readonly payout?: string;
  }

  async function setMoney(id: string, payment = 'paid', payout?: string): Promise<void> {
    const { testimonies } = service.deps;
    const before = await testimonies.find(id);
    if (!before?.payment) throw new Error('nobody has paid');
    const after = {
      ...before,
      payment: { ...before.payment, status: payment as 'paid' },
      ...(payout && { payout: { status: payout as 'held', amount: 1, sentAt: null, jobId: null } }),
    };
    await testimonies.save({ before, after, jobs: [] });
  }

  it('lets either the deletion of the expert or a concurrent payment succeed, never both', async () => {
    const { client, expert, offer } = await market.offered();
    const sessionId = await client.pays(offer.id);

    const [closed, accepted] = await Promise.all([close(expert), client.accepts(sessionId)]);

    const outcome = [closed.status, accepted.status];
    expect([
      [204, 409],
      [409, 204],
    ]).toContainEqual(outcome);
  });

  it('cancels the open testimonies of a client and notifies the experts who made offers', async () => {
    const { client, expert, testimony } = await market.offered();

    await close(client);
    await market.work();

    expect((await expert.see(testimony.id)).state).toBe('cancelled');
    expect(await listSubjects(expert.email)).toContain('Posudok bol zrušený');
  });

  it('withdraws the open offers of an expert', async () => {
    const { client, expert, testimony } = await market.offered();

    await close(expert);

    expect((await client.see(testimony.id)).offers).toEqual([]);
    await market.work();
    expect(await itemsIn(service.deps, 'OFFER#')).toEqual([]);
    expect((await client.see(testimony.id)).state).toBe('offered');
  });

  it('refunds a payment that arrives after the client deleted the account', async () => {
    const { client, offer } = await market.offered();
    const sessionId = await client.pays(offer.id);
    await close(client);
    await market.work();

    await market.tell(await market.session(sessionId));
    await market.work();

    expect(await market.refunds()).toMatchObject([{ amount: 25_000 }]);
  });
});
