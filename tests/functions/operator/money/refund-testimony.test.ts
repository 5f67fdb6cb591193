/** Tests of POST /api/v1/operator/testimonies/{id}/refund (infra/docs/api/operators.md#money). */
import { beforeEach, describe, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { NOT_FOUND, UNKNOWN_IDS, WRONG_STATE } from '../../../support/error-responses.ts';
import { findMailText, listSubjects } from '../../../support/find-mails.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { expectedAuditEntry } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  createCompletedTestimony,
  createPaidOutTestimony,
  decideRefund,
  getPayout,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const refund = ({ testimony }: Pick<AssignedTestimony, 'testimony'>, amount: number, from: string) =>
  operatorRoutes(market).decide(testimony.id, 'refund', { amount, from });
/** Revokes the expert, so that the payout waits for an operator. */
async function holdPayout({ expert }: AssignedTestimony): Promise<void> {
  await market.revokeApproval(expert);
  await market.runJobs();
}
const show = ({ testimony }: AssignedTestimony) => operatorRoutes(market).show(testimony.id);
const listIds = async (name: string) =>
  (await operatorRoutes(market).listMoney(name)).map(({ testimonyId }) => testimonyId);

it.each([
  ['expert', { held: 10.01, payout: { status: 'sent', amount: 40.04 } }],
  ['platform', { held: -39.99, payout: { status: 'sent', amount: 90.04 } }],
  ['both', { held: 5.01, payout: { status: 'sent', amount: 45.04 } }],
])(
  'an ordered refund after the payout is borne by the party that the operator names (%s)',
  async (from, expected) => {
    const sale = await createPaidOutTestimony(market);

    expect(await refund(sale, 50, from)).toMatchObject({ status: 200 });
    await assertLedgersMatch(market);

    expect(await show(sale)).toMatchObject({ ...expected, payment: { status: 'paid', refunded: 50 } });
    expect([await listIds('unbalanced'), await listIds('refund')]).toEqual([[], []]);
    expect(await findMailText(sale.client.email, 'Vrátili sme vám časť platby')).toContain('50,00');
    expect(await market.service.deps.audit.list(sale.testimony.id)).toMatchObject([
      expectedAuditEntry('refund ordered', 'Dohoda.'),
    ]);
  },
);

it('an ordered full refund takes back the whole payout', async () => {
  const sale = await createPaidOutTestimony(market);
  expect(await refund(sale, 100.05, 'both')).toMatchObject({
    body: { data: { payment: { status: 'refunding' } } },
  });
  await assertLedgersMatch(market);

  expect(await show(sale)).toMatchObject({
    state: 'completed',
    held: 0,
    payment: { status: 'refunded', refunded: 100.05 },
    payout: { status: 'void' },
  });
  expect(await findMailText(sale.expert.email, 'Zmena odmeny za posudok')).toMatch(/90,04.*0,00/);
});

it('an ordered refund reduces a payout that has not been sent', async () => {
  const sale = await createCompletedTestimony(market);
  await refund(sale, 50, 'both');
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 45.04 });
});

it('an ordered full refund cancels an accepted testimony', async () => {
  const sale = await market.createAssignedTestimony();
  await refund(sale, 250, 'both');
  await market.runJobs();

  expect(await sale.client.getTestimony(sale.testimony.id)).toMatchObject({
    state: 'cancelled',
    payment: { status: 'refunded' },
  });
});

it.each([
  ['payments', 'reverseTransfer', 'before'],
  ['payments', 'reverseTransfer', 'after'],
  ['payments', 'refund', 'before'],
  ['payments', 'refund', 'after'],
  ['unitOfWork', 'commit', 'before'],
  ['unitOfWork', 'commit', 'after'],
] as const)(
  'an ordered refund is carried out once after a crash (in %s.%s, %s the call)',
  async (port, method, when) => {
    const sale = await createPaidOutTestimony(market);
    await refund(sale, 50, 'expert');
    const owner = market.service.deps[port] as unknown as Record<string, (...args: unknown[]) => unknown>;
    const original = owner[method];
    owner[method] = async (...args) => {
      owner[method] = original as (typeof owner)[string];
      if (when === 'after') await original?.(...args);
      throw new Error('the process died');
    };
    await market.runJobs().catch(() => undefined);
    market.service.deps.clock.advance(10 * 60_000);
    await assertLedgersMatch(market);

    expect(await show(sale)).toMatchObject({ held: 10.01, payout: { status: 'sent', amount: 40.04 } });
  },
);

describe('full refunds that the platform bears', () => {
  const REFUSED = { status: 422, body: { errors: { amount: [expect.stringContaining('výplata')] } } };

  it("a full refund at the platform's expense is refused until the payout is sent", async () => {
    const sale = await createCompletedTestimony(market);
    expect(await refund(sale, 100.05, 'platform')).toMatchObject(REFUSED);
    await market.runJobs();
    expect(await show(sale)).toMatchObject({ payment: { status: 'paid', refunded: 0 } });

    expect(await refund(sale, 100.05, 'platform')).toMatchObject({ status: 200 });
    await assertLedgersMatch(market);

    expect(await show(sale)).toMatchObject({
      held: -90.04,
      payment: { status: 'refunded', refunded: 100.05 },
      payout: { status: 'sent', amount: 90.04 },
    });
    expect(await listIds('unbalanced')).toEqual([]);
  });

  it("a full refund at the platform's expense is refused before the delivery", async () => {
    const sale = await market.createAssignedTestimony();

    expect(await refund(sale, 250, 'platform')).toMatchObject(REFUSED);
    await market.runJobs();

    expect(await show(sale)).toMatchObject({ state: 'accepted', payment: { status: 'paid', refunded: 0 } });
  });

  it('the rest of a payment cannot be refunded before the payout when the platform bore an earlier refund', async () => {
    const sale = await createCompletedTestimony(market);
    await holdPayout(sale);
    await refund(sale, 50, 'platform');
    await market.runJobs();

    for (const from of ['expert', 'both']) expect(await refund(sale, 50.05, from)).toMatchObject(REFUSED);
  });
});

it('an operator can send a refund again that fails after it had succeeded', async () => {
  const sale = await createPaidOutTestimony(market);
  await refund(sale, 50, 'platform');
  await market.runJobs();
  await simulateAndSync(market, sale, 'refund-fails');

  expect(await show(sale)).toMatchObject({
    held: 10.01,
    payment: { status: 'paid', refunded: 0 },
    payout: { status: 'sent', amount: 90.04 },
  });
  expect([await listIds('unbalanced'), await listIds('refund-failed')]).toEqual([[], [sale.testimony.id]]);
  await decideRefund(market, 'send');
  await assertLedgersMatch(market);

  expect(await show(sale)).toMatchObject({ held: -39.99, payment: { refunded: 50 } });
  expect([await listIds('unbalanced'), await listIds('refund-failed')]).toEqual([[], []]);
});

it('the client gets one mail when an announced refund fails', async () => {
  const sale = await createPaidOutTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await refund(sale, 50, 'platform');
  await market.runJobs();
  expect(await findMailText(sale.client.email, 'Vraciame vám časť platby')).toContain('50,00');

  await simulateAndSync(market, sale, 'refund-fails');
  const { payment_intent } = await market.getSession(sale.sessionId);
  await market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.updated');
  await market.runJobs();

  const subjects = await listSubjects(sale.client.email);
  expect(subjects.filter(subject => subject === 'Vrátenie platby sa oneskorí')).toHaveLength(1);
  const text = await findMailText(sale.client.email, 'Vrátenie platby sa oneskorí');
  expect(text).toContain('50,00');
  expect(text).toContain('Nemusíte nič robiť.');
});

it('a failed refund can be sent again after a later refund of the same payment has succeeded', async () => {
  const sale = await createPaidOutTestimony(market);
  await refund(sale, 10, 'platform');
  await market.runJobs();
  const [first] = await market.refunds();
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await refund(sale, 20, 'platform');
  await market.runJobs();

  await market.configureProvider(`refunds/${first?.id}`, { status: 'failed' });
  await simulateAndSync(market, sale, 'refund-succeeds');
  expect(await show(sale)).toMatchObject({ held: -9.99, payment: { refunded: 20 } });
  await decideRefund(market, 'send');
  await market.runJobs();
  await simulateAndSync(market, sale, 'refund-succeeds');

  expect(await show(sale)).toMatchObject({ held: -19.99, payment: { refunded: 30 } });
  expect([await listIds('unbalanced'), await listIds('refund-failed')]).toEqual([[], []]);
});

it('an ordered refund costs the platform nothing if a lost dispute returns the payment first', async () => {
  const sale = await createPaidOutTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await refund(sale, 50, 'platform');
  await simulateAndSync(market, sale, 'dispute', { amount: '10005' });
  await simulateAndSync(market, sale, 'dispute-lost');

  expect(await listIds('unbalanced')).toEqual([sale.testimony.id]);
  const settlement = { kind: 'payout-returned', amount: 90.04, reference: 'VS 1' };
  expect(await operatorRoutes(market).decide(sale.testimony.id, 'settle', settlement)).toMatchObject({
    status: 200,
  });
  expect(await listIds('unbalanced')).toEqual([]);
});

it("the end of a payment does not move the platform's part of an earlier refund to the expert", async () => {
  const cancelled = await market.createAssignedTestimony();
  const refundedManually = await market.createAssignedTestimony();
  for (const sale of [cancelled, refundedManually]) await refund(sale, 100, 'platform');
  await market.runJobs();

  await operatorRoutes(market).cancel(cancelled.testimony.id, 'Dohoda.');
  await simulateAndSync(market, refundedManually, 'refund');
  await assertLedgersMatch(market);

  for (const sale of [cancelled, refundedManually])
    expect(await show(sale)).toMatchObject({
      state: 'cancelled',
      payment: { status: 'refunded', refunded: 250 },
      payout: { status: 'void', amount: 0 },
      balances: { commission: 0, platformLoss: -75 },
    });
  expect((await show(cancelled)).balances).toMatchObject({ expert: 75, unallocated: 0 });
  expect((await show(refundedManually)).balances).toMatchObject({ expert: 225, unallocated: -150 });
  expect(await listIds('unbalanced')).toHaveLength(2);
  expect(await listIds('refund')).toEqual([]);
});

describe('ordered refunds that failed at the payment provider', () => {
  /** Orders a refund of 50 euros that fails at the provider. */
  async function createFailedRefund(): Promise<AssignedTestimony> {
    const sale = await market.createAssignedTestimony({ price: 100.05 });
    await market.simulateOutcome(sale.sessionId, 'refunds-wait');
    await refund(sale, 50, 'expert');
    await market.runJobs();
    await simulateAndSync(market, sale, 'refund-fails');
    return sale;
  }

  it('a failed refund that is ended with a reference counts as paid outside the payment provider', async () => {
    const sale = await createFailedRefund();

    await decideRefund(market, 'end', { reference: 'VS 1' });

    expect(await show(sale)).toMatchObject({ held: 50.05, payment: { status: 'paid', refunded: 50 } });
  });

  it('a failed refund is sent by a decision, not by the end of a dispute', async () => {
    const sale = await createFailedRefund();
    await simulateAndSync(market, sale, 'dispute', { amount: '1000' });
    await simulateAndSync(market, sale, 'dispute-won');
    expect(await show(sale)).toMatchObject({ held: 100.05, balances: { refundInTransit: 50 } });
    expect(await listIds('refund-failed')).toEqual([sale.testimony.id]);

    await decideRefund(market, 'send');
    await market.runJobs();
    await simulateAndSync(market, sale, 'refund-succeeds');

    expect(await show(sale)).toMatchObject({ held: 50.05, payment: { status: 'paid', refunded: 50 } });
  });

  it('a refund that is sent again during a dispute reaches the client after the dispute has ended', async () => {
    const sale = await createFailedRefund();
    await simulateAndSync(market, sale, 'dispute', { amount: '1000' });

    await decideRefund(market, 'send');
    await market.runJobs();
    expect(await show(sale)).toMatchObject({ balances: { refundInTransit: 50 } });
    await simulateAndSync(market, sale, 'dispute-won');
    await simulateAndSync(market, sale, 'refund-succeeds');

    expect(await show(sale)).toMatchObject({ held: 50.05, payment: { status: 'paid', refunded: 50 } });
  });

  it('a failed refund cannot be settled outside the payment provider while it can be sent again', async () => {
    const sale = await createFailedRefund();
    const body = { kind: 'refund', amount: 50, reference: 'VS 1' };

    expect(await operatorRoutes(market).decide(sale.testimony.id, 'settle', body)).toMatchObject(WRONG_STATE);

    await decideRefund(market, 'end', { reference: 'VS 1' });
    expect(await show(sale)).toMatchObject({ payment: { refunded: 50 } });
  });
});

it("a refund above the rest of the payment or above the expert's part is rejected with 422", async () => {
  const sale = await createPaidOutTestimony(market);

  for (const [amount, from] of [
    [100.06, 'platform'],
    [90.05, 'expert'],
  ] as const)
    expect(await refund(sale, amount, from)).toMatchObject({
      status: 422,
      body: { errors: { amount: [expect.any(String)] } },
    });
  await market.runJobs();
  expect(await show(sale)).toMatchObject({ held: 10.01, payment: { status: 'paid', refunded: 0 } });
  expect(await market.service.deps.audit.list(sale.testimony.id)).toEqual([]);
});

it.each([
  [{ from: 'both' }, ['amount']],
  [{ amount: 0, from: 'both' }, ['amount']],
  [{ amount: -1, from: 'both' }, ['amount']],
  [{ amount: 1.005, from: 'both' }, ['amount']],
  [{ amount: 'x', from: 'client' }, ['amount', 'from']],
  [{ amount: 1 }, ['from']],
  [{ amount: 1, from: 'both', reason: ' ' }, ['reason']],
])('a refund with an invalid body is rejected with 422 (body: %j)', async (body, fields) => {
  const sale = await market.createAssignedTestimony();

  const response = await operatorRoutes(market).decide(sale.testimony.id, 'refund', body);

  expect({ status: response.status, fields: Object.keys(response.body.errors) }).toEqual({
    status: 422,
    fields,
  });
});

it('a refund cannot be ordered without a payment, during a dispute or after a full refund', async () => {
  const open = await market.createOfferedTestimony();
  const disputed = await market.createAssignedTestimony();
  await simulateAndSync(market, disputed, 'dispute');
  const refunded = await market.createAssignedTestimony();
  await simulateAndSync(market, refunded, 'refund');

  for (const sale of [open, disputed, refunded])
    expect(await refund(sale, 1, 'both')).toMatchObject(WRONG_STATE);
});

it('ordering a refund for an unknown testimony returns 404', async () => {
  for (const id of UNKNOWN_IDS)
    expect(await operatorRoutes(market).decide(id, 'refund', { amount: 1, from: 'both' })).toMatchObject(
      NOT_FOUND,
    );
});
