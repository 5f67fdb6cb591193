/** Tests of `dryRun` and the entries in responses to decisions about money (infra/docs/api/operators.md#money). */
import { beforeEach, expect, it } from 'vitest';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { asOperator } from '../../../support/operators.ts';
import {
  createFailedPayout,
  createPaidOutTestimony,
  createWaitingTestimony,
  requestRefundDecision,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { type AssignedTestimony, type Market, startMarket } from '../../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const decide = ({ testimony }: Pick<AssignedTestimony, 'testimony'>, action: string, body: object) =>
  operatorRoutes(market).decide(testimony.id, action, body);
const show = ({ testimony }: AssignedTestimony) => operatorRoutes(market).show(testimony.id);
const listAudit = ({ testimony }: AssignedTestimony) => market.service.deps.audit.list(testimony.id);

async function createComplaint() {
  const sale = await createWaitingTestimony(market);
  await sale.client.complainAboutTestimony(sale.testimony.id);
  return sale;
}

const REFUND = { amount: 15, from: 'platform' };
const SETTLEMENT = { kind: 'refund', amount: 15, from: 'both', reference: 'VS 1' };

it.each([
  [
    'refund',
    REFUND,
    [
      ['refund-ordered', 'commission', 'refund-in-transit', 10.01],
      ['refund-ordered', 'platform-loss', 'refund-in-transit', 4.99],
    ],
  ],
  [
    'settle',
    { ...SETTLEMENT, from: 'platform' },
    [
      ['outside-refund', 'commission', 'outside', 10.01],
      ['outside-refund', 'platform-loss', 'outside', 4.99],
    ],
  ],
])(
  'the response to %s contains every entry that the decision adds to the ledger',
  async (action, body, entries) => {
    const sale = await createPaidOutTestimony(market);

    const { data } = (await decide(sale, action, body)).body;

    const rows = data.entries.map((entry: Record<string, unknown>) => [
      entry.kind,
      entry.from,
      entry.to,
      entry.amount,
    ]);
    expect(rows).toEqual(entries);
    expect((await show(sale)).ledger).toEqual(expect.arrayContaining(data.entries));
  },
);

it.each([
  ['refund', REFUND],
  ['settle', { ...SETTLEMENT, from: 'platform' }],
])('%s with dryRun returns the response of the decision but changes nothing', async (action, body) => {
  const sale = await createPaidOutTestimony(market);
  const before = await show(sale);

  const shown = await decide(sale, `${action}?dryRun=true`, body);

  expect(shown).toMatchObject({ status: 200 });
  expect(await show(sale)).toEqual(before);
  expect(await listAudit(sale)).toEqual([]);
  const strip = ({ sourceId, ...entry }: Record<string, unknown>) => ({ ...entry, at: null });
  const made = (await decide(sale, action, body)).body.data;
  expect(shown.body.data.entries.map(strip)).toEqual(made.entries.map(strip));
  const payment = { ...made.payment, refundedAt: shown.body.data.payment.refundedAt };
  expect({ ...shown.body.data, entries: [] }).toEqual({ ...made, payment, entries: [] });
});

const ENDED = { outcome: 'refund', amount: 20 };

it.each([
  ['a cancellation', 'cancel', () => market.createAssignedTestimony({ price: 100.05 }), {}, 100.05],
  ['the end of a complaint', 'end-complaint', () => createComplaint(), ENDED, 20],
])(
  '%s with dryRun returns the entries of its refund but changes nothing',
  async (_, action, create, body, sum) => {
    const sale = await create();
    const before = await show(sale);

    const { data } = (await decide(sale, `${action}?dryRun=true`, body)).body;

    const amounts = data.entries.map(
      ({ to, amount }: Record<string, unknown>) => to === 'refund-in-transit' && amount,
    );
    expect(amounts.reduce((total: number, amount: number) => total + amount, 0)).toBeCloseTo(sum);
    expect(await show(sale)).toEqual(before);
    const made = (await decide(sale, action, body)).body.data;
    expect(made).toMatchObject({ state: data.state, complaint: data.complaint && { outcome: 'refunded' } });
    expect(made.entries).toHaveLength(data.entries.length);
  },
);

it('ending a failed refund with dryRun returns the entry of its replacement but changes nothing', async () => {
  const sale = await market.createAssignedTestimony();
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await decide(sale, 'cancel', {});
  await market.runJobs();
  await simulateAndSync(market, sale, 'refund-fails', {});
  const before = await show(sale);

  const sent = await requestRefundDecision(market, 'send?dryRun=true');
  const ended = await requestRefundDecision(market, 'end?dryRun=true', { reference: 'VS 1' });

  expect(sent).toMatchObject({ status: 200, body: { data: { entries: [] } } });
  expect(ended.body.data).toMatchObject({
    payment: { status: 'refunded' },
    entries: [{ kind: 'outside-refund', from: 'refund-in-transit', to: 'outside', amount: 250 }],
  });
  expect(await show(sale)).toEqual(before);
  expect(await operatorRoutes(market).listMoney('refund-failed')).toHaveLength(1);
});

it('a decision that would be rejected is also rejected with dryRun', async () => {
  const sale = await createPaidOutTestimony(market);

  expect(await decide(sale, 'refund?dryRun=true', { ...REFUND, amount: 1000 })).toMatchObject({
    status: 422,
  });
  expect(await decide(sale, 'payout/send?dryRun=true', {})).toMatchObject({ status: 409 });
});

it('sending and ending a failed payout with dryRun leaves the payout failed', async () => {
  const sale = await createFailedPayout(market);

  const sent = await decide(sale, 'payout/send?dryRun=true', {});
  const ended = await decide(sale, 'payout/end?dryRun=true', {});

  expect(sent).toMatchObject({ status: 200, body: { data: { payout: { status: 'held' }, entries: [] } } });
  expect(ended).toMatchObject({ status: 200, body: { data: { payout: { status: 'void' }, entries: [] } } });
  expect(await show(sale)).toMatchObject({ payout: { status: 'failed' } });
});

it('the parameter dryRun accepts only true and false', async () => {
  const sale = await createPaidOutTestimony(market);
  const path = `/operator/testimonies/${sale.testimony.id}/refund?dryRun=perhaps`;

  expect(await market.service.post(path, { ...REFUND, reason: 'x' }, asOperator)).toMatchObject({
    status: 422,
  });
});
