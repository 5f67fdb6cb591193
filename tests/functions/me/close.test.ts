/** Tests of DELETE /api/v1/me: its conditions and its effects (infra/docs/api/accounts.md). */

import { beforeEach, expect, it } from 'vitest';
import type { Expert } from '../../../lib/domain/model/accounts/account.ts';
import { PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { saveTestimony } from '../../support/commit-changes.ts';
import { listSubjects, MAIL_SUBJECTS } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { asOperator } from '../../support/operators.ts';
import {
  allocate,
  createFailedPayout,
  createPaidOutTestimony,
  decidePayout,
  getPayout,
  simulateAndSync,
} from '../../support/payouts.ts';
import { type Market, readSessionId, startMarket } from '../../support/start-market.ts';
import type { Service } from '../../support/start-service.ts';
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

async function closeAccount({ token }: Person, form: object = { currentPassword: PASSWORD }) {
  const { status, body } = await service.sendWithMethod('DELETE', '/me', form, { token });
  return { status, body };
}

const conflict = (message: string) => ({ status: 409, body: { message } });

it('closing an account revokes its tokens and releases its e-mail address and phone number', async () => {
  const [email, phone] = [uniqueEmail(), uniquePhone()];
  const { token } = await service.registerClient({ email, phone });
  const other = await service.signIn(email);

  expect(await closeAccount({ token })).toEqual({ status: 204, body: undefined });

  for (const presented of [token, other])
    expect(await service.get('/me', { token: presented })).toMatchObject({ status: 401 });
  expect(await service.post('/auth/login', { email, password: PASSWORD })).toMatchObject({ status: 401 });
  expect(await service.registerClient({ email, phone })).toMatchObject({ token: expect.any(String) });
});

it('closing an account sends one last mail and drops pending mails', async () => {
  const email = uniqueEmail();
  const { token } = await service.registerClient({ email });
  await service.runJobs();
  await service.post('/auth/password/email', { email });

  await closeAccount({ token });

  await service.runJobs();
  await service.runJobs();
  expect(await listSubjects(email)).toEqual([MAIL_SUBJECTS.verify, CLOSED]);
});

it.each([
  ['wrong', { currentPassword: 'Iné heslo 1' }, WRONG],
  ['missing', {}, 'Zadajte súčasné heslo.'],
])('closing an account returns 422 when the current password is %s', async (_, form, message) => {
  const { token } = await service.registerClient();

  expect(await closeAccount({ token }, form)).toMatchObject({
    status: 422,
    body: { errors: { currentPassword: [message] } },
  });
  expect(await service.get('/me', { token })).toMatchObject({ status: 200 });
});

it('neither party of a paid testimony can close the account until the testimony is completed', async () => {
  const { client, expert, testimony } = await market.createAssignedTestimony();
  await market.verifyPaymentAccount(expert);
  const message = 'There is a testimony that has been paid for and is not completed.';

  expect(await closeAccount(client)).toEqual(conflict(message));
  expect(await closeAccount(expert)).toEqual(conflict(message));

  await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
  await market.runJobs();
  expect(await closeAccount(client)).toMatchObject({ status: 204 });
  expect(await closeAccount(expert)).toMatchObject({ status: 204 });
});

const UNDER_WAY = conflict('There is a refund, a payout or a dispute that has not ended.');

it('a client cannot close the account until a pending refund has ended', async () => {
  const { client, offer, testimony } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await client.acceptOffer(sessionId);

  expect(await closeAccount(client)).toEqual(UNDER_WAY);

  await market.runJobs();
  expect(await closeAccount(client)).toMatchObject({ status: 204 });
});

it.each([
  ['a payment is being refunded', { payment: 'refunding', payout: 'sent' }, 409, 409],
  ['a payment is disputed', { payment: 'disputed', payout: 'sent' }, 409, 409],
  ['a payout is held', { payout: 'held' }, 204, 409],
  ['a payout is owed', { payout: 'owed' }, 204, 409],
  ['a payout was sent', { payout: 'sent' }, 204, 204],
  ['a payment was refunded', { payment: 'refunded', payout: 'void' }, 204, 204],
])(
  'when %s (%j), closing the account returns %i to the client and %i to the expert',
  async (_, { payment, payout }: MoneyState, ofClient, ofExpert) => {
    const { client, expert, testimony } = await market.createAssignedTestimony();
    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
    await setMoney(testimony.id, payment, payout);

    const statuses = [(await closeAccount(expert)).status, (await closeAccount(client)).status];

    expect(statuses).toEqual([ofExpert, ofClient]);
  },
);

it('an expert whose payout has failed cannot close the account, but the client can', async () => {
  const sale = await createPaidOutTestimony(market);
  await simulateAndSync(market, sale, 'payout-reversed', { amount: '' });
  expect(await getPayout(sale)).toMatchObject({ status: 'failed' });

  expect(await closeAccount(sale.expert)).toEqual(UNDER_WAY);
  expect(await closeAccount(sale.client)).toMatchObject({ status: 204 });
});

it('an expert with a debt to the platform cannot close the account until the money is returned', async () => {
  const sale = await createPaidOutTestimony(market);
  const { paymentAccountId: account } = (await service.deps.accounts.find(sale.expert.id)) as Expert;
  await market.configureProvider('payouts', { account });
  for (const outcome of ['dispute', 'dispute-lost']) await simulateAndSync(market, sale, outcome);
  const settle = (kind: string) =>
    operatorRoutes(market).decide(sale.testimony.id, 'settle', { kind, amount: 90.04, reference: 'VS 1' });
  expect(await settle('borne-by-expert')).toMatchObject({ status: 200 });
  await market.runJobs();

  expect(await closeAccount(sale.expert)).toEqual(UNDER_WAY);

  expect(await settle('payout-returned')).toMatchObject({ status: 200 });
  expect(await closeAccount(sale.expert)).toMatchObject({ status: 204 });
});

it('an expert cannot close the account before an operator has decided who bears a manual refund', async () => {
  const sale = await createPaidOutTestimony(market);
  await simulateAndSync(market, sale, 'refund', { amount: '3000' });

  expect(await closeAccount(sale.expert)).toEqual(UNDER_WAY);

  await allocate(market, sale, 'borne-by-platform', 30);
  expect(await closeAccount(sale.expert)).toMatchObject({ status: 204 });
});

it("neither party can close the account before an operator has decided about the expert's unpaid balance", async () => {
  const sale = await createFailedPayout(market);
  await decidePayout(market, sale, 'end');
  expect(await operatorRoutes(market).show(sale.testimony.id)).toMatchObject({
    payout: { status: 'void' },
    balances: { expert: 90.04 },
  });
  const people = await Promise.all(
    [sale.expert, sale.client].map(async ({ id, email }) => ({ id, token: await service.signIn(email) })),
  );

  for (const person of people) {
    expect(await closeAccount(person)).toEqual(UNDER_WAY);
    expect(
      await service.post(`/operator/users/${person.id}/close`, { reason: 'Žiadosť.' }, asOperator),
    ).toMatchObject(UNDER_WAY);
  }

  const payout = { kind: 'payout', amount: 90.04, reference: 'VS 1' };
  expect(await operatorRoutes(market).decide(sale.testimony.id, 'settle', payout)).toMatchObject({
    status: 200,
  });
  for (const person of people) expect(await closeAccount(person)).toMatchObject({ status: 204 });
});

interface MoneyState {
  readonly payment?: string;
  readonly payout?: string;
}

async function setMoney(id: string, payment = 'paid', payout?: string): Promise<void> {
  const { testimonies } = service.deps;
  const before = await testimonies.find(id);
  if (!before?.payment) throw new Error('nobody has paid');
  const after = {
    ...before,
    payment: {
      ...before.payment,
      status: payment as 'paid',
      balances: { ...before.payment.balances, expert: 0 },
    },
    ...(payout && {
      payout: { ...before.payout, status: payout as 'held', amount: 1 } as NonNullable<typeof before.payout>,
    }),
  };
  await saveTestimony(market.service.deps, before, after);
}

it('when a client accepts an offer while the expert closes the account, only one of the two succeeds', async () => {
  const { client, expert, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);

  const [closed, accepted] = await Promise.all([closeAccount(expert), client.acceptOffer(sessionId)]);

  const outcome = [closed.status, accepted.status];
  expect([
    [204, 409],
    [409, 204],
  ]).toContainEqual(outcome);
});

it("closing an expert's account returns 409 when a payment is accepted immediately before", async () => {
  let payment: (() => Promise<unknown>) | undefined;
  const racing = await startMarket({}, ({ unitOfWork }) => ({
    unitOfWork: {
      async commit(changes, record) {
        const action = changes.some(({ kind }) => kind === 'account-closed') ? payment : undefined;
        if (action) payment = undefined;
        await action?.();
        return unitOfWork.commit(changes, record);
      },
    },
  }));
  const { client, expert, testimony, offer } = await racing.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  payment = () => client.acceptOffer(sessionId);
  const { token } = expert;

  const closing = await racing.service.sendWithMethod(
    'DELETE',
    '/me',
    { currentPassword: PASSWORD },
    { token },
  );

  expect(closing.status).toBe(409);
  expect((await client.getTestimony(testimony.id)).state).toBe('accepted');
});

it("closing a client's account cancels the client's open testimonies and notifies experts who made offers", async () => {
  const { client, expert, testimony } = await market.createOfferedTestimony();

  await closeAccount(client);
  await market.runJobs();

  expect((await expert.getTestimony(testimony.id)).state).toBe('cancelled');
  expect(await listSubjects(expert.email)).toContain('Posudok bol zrušený');
});

it("closing an expert's account withdraws the expert's open offers", async () => {
  const { client, expert, testimony } = await market.createOfferedTestimony();

  await closeAccount(expert);

  expect((await client.getTestimony(testimony.id)).offers).toEqual([]);
  await market.runJobs();
  expect(await listItems(service.deps, 'OFFER#')).toEqual([]);
  expect((await client.getTestimony(testimony.id)).state).toBe('offered');
});

it('a payment that arrives after the client closed the account is refunded', async () => {
  // The provider reports the payment page as closed although it is still open, so the client can pay after the closing.
  const own = await startMarket({}, ({ payments }) => ({
    payments: { ...payments, closeSession: async () => true },
  }));
  const { client, offer } = await own.createOfferedTestimony();
  const sessionId = readSessionId((await client.startCheckout(offer.id)).body.data.url);
  const form = { currentPassword: PASSWORD };
  const { token } = client;
  expect(await own.service.sendWithMethod('DELETE', '/me', form, { token })).toMatchObject({ status: 204 });
  await own.runJobs();
  await own.simulateOutcome(sessionId, 'pay');

  await own.sendProviderEvent(await own.getSession(sessionId));
  await own.runJobs();

  expect(await own.refunds()).toMatchObject([{ amount: 25_000 }]);
});
