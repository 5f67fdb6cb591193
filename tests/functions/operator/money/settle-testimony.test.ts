/** Tests of POST /api/v1/operator/testimonies/{id}/settle (infra/docs/api/operators.md#money). */
import { beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { PASSWORD } from '../../../support/builders.ts';
import { NOT_FOUND, UNKNOWN_IDS, WRONG_STATE } from '../../../support/error-responses.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { expectedAuditEntry } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  createPaidOutTestimony,
  decidePayout,
  decideRefund,
  listTransfers,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { type Market, type Person, startMarket } from '../../../support/start-market.ts';
import { documentBody } from '../../../support/testimony-builders.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

type Sale = Pick<AssignedTestimony, 'testimony'>;

const settle = ({ testimony }: Sale, kind: string, amount: number, change: object = {}) =>
  operatorRoutes(market).decide(testimony.id, 'settle', { kind, amount, reference: 'VS 1', ...change });
const show = ({ testimony }: Sale) => operatorRoutes(market).show(testimony.id);
const listIds = async (name: string) =>
  (await operatorRoutes(market).listMoney(name)).map(({ testimonyId }) => testimonyId);
const closeAccount = ({ token }: { readonly token: string }) =>
  market.service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });

it('an operator can settle an owed payout that was paid outside the payment provider', async () => {
  const sale = await market.createAssignedTestimony();
  await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
  await market.runJobs();
  expect(await listIds('payment-account')).toEqual([sale.testimony.id]);
  expect(await settle(sale, 'payout', 225.01)).toMatchObject({ status: 422 });

  expect(await settle(sale, 'payout', 225)).toMatchObject({ status: 200 });

  expect(await show(sale)).toMatchObject({ held: 25, payout: { status: 'sent', amount: 225 } });
  expect([await listIds('payment-account'), await listIds('unbalanced')]).toEqual([[], []]);
  expect(await market.service.deps.audit.list(sale.testimony.id)).toMatchObject([
    expectedAuditEntry('settled outside', 'Dohoda.'),
  ]);
  expect((await show(sale)).ledger).toContainEqual(
    expect.objectContaining({
      kind: 'outside-payout',
      sourceId: 'VS 1',
      from: 'expert',
      to: 'outside',
      amount: 225,
    }),
  );
});

it("a payout outside the payment provider is in the expert's export but not in the client's", async () => {
  const sale = await market.createAssignedTestimony();
  await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
  await market.runJobs();
  await settle(sale, 'payout', 225);

  const exported = async (user: Person) => (await user.exportData()).body.data.money;

  expect(await exported(sale.expert)).toMatchObject([{ id: 'VS 1', kind: 'outside-payout', amount: -225 }]);
  expect(await exported(sale.client)).toMatchObject([{ kind: 'payment', amount: 250 }]);
});

it.each([
  ['payout-returned', 0],
  ['borne-by-platform', -90.04],
])(
  'a settlement of the kind %s balances a payment whose dispute was lost after the payout',
  async (kind, held) => {
    const sale = await createPaidOutTestimony(market);
    for (const outcome of ['dispute', 'dispute-lost']) await simulateAndSync(market, sale, outcome);
    expect(await listIds('unbalanced')).toEqual([sale.testimony.id]);

    expect(await settle(sale, kind, 90.04)).toMatchObject({ status: 200 });

    expect([await listIds('unbalanced'), (await show(sale)).held]).toEqual([[], held]);
  },
);

it('a refund outside the payment provider is recorded as refunded and leaves the payout unchanged', async () => {
  const sale = await createPaidOutTestimony(market);

  expect(await settle(sale, 'refund', 10, { from: 'platform' })).toMatchObject({ status: 200 });

  expect(await show(sale)).toMatchObject({
    held: 0.01,
    payment: { status: 'paid', refunded: 10 },
    payout: { status: 'sent', amount: 90.04 },
  });
});

it('a settlement that exceeds what the party can get or return is rejected with 422', async () => {
  const sale = await createPaidOutTestimony(market);

  for (const [kind, amount] of [
    ['payout', 0.01],
    ['payout-returned', 90.05],
    ['refund', 100.06],
    ['borne-by-platform', 0.01],
  ] as const)
    expect(await settle(sale, kind, amount)).toMatchObject({
      status: 422,
      body: { errors: { amount: [expect.any(String)] } },
    });
  expect((await show(sale)).held).toBe(10.01);
  expect(await market.service.deps.audit.list(sale.testimony.id)).toEqual([]);
});

it('a reference can have 140 characters of any script', async () => {
  const sale = await createPaidOutTestimony(market);
  for (const outcome of ['dispute', 'dispute-lost']) await simulateAndSync(market, sale, outcome);
  const record = (reference: string, undo = false) =>
    operatorRoutes(market).decide(sale.testimony.id, 'settle', {
      kind: 'borne-by-platform',
      amount: 90.04,
      reference,
      undo,
    });

  expect(await record('𠀀'.repeat(141))).toMatchObject({
    status: 422,
    body: { errors: { reference: [expect.any(String)] } },
  });
  expect(await record('𠀀'.repeat(140))).toMatchObject({ status: 200 });
  expect(await record('𠀀'.repeat(140), true)).toMatchObject({ status: 200 });
});

it('an expert who was never paid cannot return a payout', async () => {
  const sale = await market.createAssignedTestimony();
  await simulateAndSync(market, sale, 'refund', {});

  expect(await settle(sale, 'payout-returned', 1)).toMatchObject({ status: 422 });
});

it('a payout cannot be settled outside the payment provider while its transfer is being sent', async () => {
  const sale = await createPaidOutTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'payout-reversed');
  const [sent] = await listTransfers(market, sale);
  await market.sendProviderEvent({ id: sent?.source, object: 'transfer' }, 'transfer.reversed');
  await market.runJobs();
  const { payments } = market.service.deps;
  const { transfer } = payments;
  let settled: number | undefined;
  Object.assign(payments, {
    transfer: async (...args: Parameters<typeof transfer>) => {
      settled = (await settle(sale, 'payout', 90.04)).status;
      return transfer(...args);
    },
  });

  await decidePayout(market, sale, 'send');
  await assertLedgersMatch(market);

  expect(settled).toBe(409);
  expect(await show(sale)).toMatchObject({ held: 10.01, payout: { status: 'sent', amount: 90.04 } });
});

it('money that the payment provider is refunding cannot be recorded as refunded outside the provider', async () => {
  const sale = await market.createAssignedTestimony();
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await operatorRoutes(market).decide(sale.testimony.id, 'refund', { amount: 200, from: 'both' });
  await market.runJobs();

  expect(await settle(sale, 'refund', 50.01, { from: 'both' })).toMatchObject({ status: 422 });
  expect(await settle(sale, 'refund', 50, { from: 'both' })).toMatchObject({ status: 200 });
  await simulateAndSync(market, sale, 'refund-succeeds');

  expect(await show(sale)).toMatchObject({ held: 0, payment: { status: 'refunded', refunded: 250 } });
});

it.each([
  [{ kind: 'gift' }, ['kind']],
  [{ amount: 0 }, ['amount']],
  [{ amount: undefined }, ['amount']],
  [{ reference: '' }, ['reference']],
  [{ reference: undefined }, ['reference']],
  [{ reason: undefined }, ['reason']],
])('an invalid settlement is rejected with 422 (%j)', async (change, fields) => {
  const sale = await market.createAssignedTestimony();
  const body = { kind: 'refund', amount: 1, reference: 'VS 1', ...change };

  const response = await operatorRoutes(market).decide(sale.testimony.id, 'settle', body);

  expect({ status: response.status, fields: Object.keys(response.body.errors) }).toEqual({
    status: 422,
    fields,
  });
});

it('a testimony without a payment cannot be settled', async () => {
  const open = await market.createOfferedTestimony();

  expect(await settle(open, 'refund', 1)).toMatchObject(WRONG_STATE);
});

it('settling an unknown testimony returns 404', async () => {
  for (const id of UNKNOWN_IDS)
    expect(
      await operatorRoutes(market).decide(id, 'settle', { kind: 'refund', amount: 1, reference: 'VS 1' }),
    ).toMatchObject(NOT_FOUND);
});

it('both parties can close their accounts after an owed payout is settled', async () => {
  const sale = await market.createAssignedTestimony();
  await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
  await market.runJobs();
  expect(await closeAccount(sale.expert)).toMatchObject({ status: 409 });

  await settle(sale, 'payout', 225);

  for (const party of [sale.expert, sale.client])
    expect(await closeAccount(party)).toMatchObject({ status: 204 });
  await market.runJobs();
  expect(await listIds('unbalanced')).toEqual([]);
});

it('both parties can close their accounts after a failed refund is paid outside the provider', async () => {
  const sale = await market.createAssignedTestimony();
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await operatorRoutes(market).cancel(sale.testimony.id, 'Znalec nedodal.');
  await market.runJobs();
  await simulateAndSync(market, sale, 'refund-fails');
  expect(await closeAccount(sale.client)).toMatchObject({ status: 409 });

  expect(await settle(sale, 'refund', 250)).toMatchObject(WRONG_STATE);
  await decideRefund(market, 'end', { reference: 'VS 1' });

  expect(await show(sale)).toMatchObject({ held: 0, payment: { status: 'refunded', refunded: 250 } });
  for (const party of [sale.expert, sale.client])
    expect(await closeAccount(party)).toMatchObject({ status: 204 });
  await market.runJobs();
  expect(await listIds('unbalanced')).toEqual([]);
});

it('a client can close the account after the failed refund of a second payment is paid outside the provider', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const other = await (await market.createExpert()).createOffer(testimony.id);
  const [late, first] = [await client.payOffer(other.id), await client.payOffer(offer.id)];
  await client.acceptOffer(first);
  await market.simulateOutcome(late, 'refunds-wait');
  await market.sendProviderEvent(await market.getSession(late));
  await operatorRoutes(market).cancel(testimony.id, 'Znalec nedodal.');
  await market.runJobs();
  await market.simulateOutcome(late, 'refund-fails');
  const { payment_intent } = await market.getSession(late);
  await market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.failed');
  await market.runJobs();
  expect(await closeAccount(client)).toMatchObject({ status: 409 });

  await decideRefund(market, 'end', { reference: 'VS 2026110042' });

  expect(await operatorRoutes(market).listMoney('refund-failed')).toEqual([]);
  expect(await closeAccount(client)).toMatchObject({ status: 204 });
});
