/** Tests of GET /api/v1/operator/statistics (infra/docs/api/operators.md#statistics). */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, inject, it } from 'vitest';
import { computeLowerMedian } from '../../../../lib/domain/statistics/month-statistics.ts';
import { HOUR } from '../../../../lib/durations.ts';
import { itemKey } from '../../../../lib/platform/aws/table/keys.ts';
import { PASSWORD } from '../../../support/builders.ts';
import { startFaultProxy } from '../../../support/fake-server.ts';
import { createLedgerDriver } from '../../../support/ledger-driver.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { asOperator } from '../../../support/operators.ts';
import { allocate, createPaidOutTestimony, simulateAndSync } from '../../../support/payouts.ts';
import { reconcile } from '../../../support/reconciliation.ts';
import { assertSuccess, type Market, startMarket } from '../../../support/start-market.ts';
import { documentBody } from '../../../support/testimony-builders.ts';

const ZERO = { payments: 0, refunds: 0, payouts: 0, disputes: 0, fees: 0, outside: 0, commission: 0 };

const show = async ({ service }: Market, month: string) =>
  assertSuccess(await service.get(`/operator/statistics?month=${month}`, asOperator));
const getMonth = ({ service }: Market) => service.deps.clock.now().toISOString().slice(0, 7);

it('the statistics of a month contain the registrations, the testimonies in each state and the sums of money', async () => {
  const market = await startMarket();
  const { service } = market;
  const month = getMonth(market);
  await createPaidOutTestimony(market);
  const { testimony } = await market.createAssignedTestimony({ price: 50 });
  await service.post(`/operator/testimonies/${testimony.id}/cancel`, { reason: 'Dohoda.' }, asOperator);
  await market.runJobs();
  const { client } = await market.createOfferedTestimony();
  await client.createTestimony();
  const leaving = await service.registerClient();
  await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token: leaving.token });

  expect(await show(market, month)).toMatchObject({
    month,
    registrations: { clients: 4, experts: 3 },
    testimonies: { pending: 1, offered: 1, accepted: 0, completed: 1, cancelled: 1 },
    money: { payments: 150.05, refunds: -50, payouts: -90.04, commission: 10.01 },
    medianHours: { firstOffer: 0, acceptance: 0, delivery: 0 },
  });
});

it("the sums of a month are the change of the provider's balance, also with disputes and fees", async () => {
  const market = await startMarket();
  const [refunded, won, lost] = [
    await createPaidOutTestimony(market),
    await market.createAssignedTestimony({ price: 60 }),
    await market.createAssignedTestimony({ price: 70 }),
  ];
  await simulateAndSync(market, refunded, 'payout-reversed', { amount: '3000' });
  await simulateAndSync(market, refunded, 'refund', { amount: '2000' });
  await allocate(market, refunded, 'borne-by-platform', 20);
  await operatorRoutes(market).decide(refunded.testimony.id, 'settle', {
    kind: 'payout',
    amount: 30,
    reference: 'VS 1',
  });
  await simulateAndSync(market, won, 'dispute', { amount: '1000' });
  await simulateAndSync(market, won, 'dispute-partly-won', { amount: '400' });
  for (const outcome of ['dispute', 'dispute-lost']) await simulateAndSync(market, lost, outcome);
  await reconcile(market);

  const { payments, refunds, payouts, disputes, fees, outside } = (await show(market, getMonth(market)))
    .money;

  expect({ payments, refunds, payouts, disputes, outside }).toEqual({
    payments: 230.05,
    refunds: -20,
    payouts: -60.04,
    disputes: -76,
    outside: -30,
  });
  const change = (await market.getLedger())
    .filter(({ kind }) => kind !== 'topup')
    .reduce((sum, { amount, fee = 0 }) => sum + amount - fee, 0);
  expect(Math.round((payments + refunds + payouts + disputes + fees) * 100)).toBe(change);
});

it('the commission counts in the month of the delivery, less the part that an earlier refund took', async () => {
  const market = await startMarket();
  const { clock } = market.service.deps;
  const now = clock.now();
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  clock.advance(nextMonth - HOUR - now.getTime());
  const sale = await market.createAssignedTestimony({ price: 250 });
  const ledger = createLedgerDriver(market, sale);
  expect(await ledger.balances()).toMatchObject({ deferredCommission: 25, commission: 0 });
  await ledger.refund(10, 'platform');
  await market.runJobs();
  expect(await ledger.entries('refund-ordered')).toEqual([
    ['refund-ordered', 'deferred-commission', 'refund-in-transit', 10],
  ]);
  const before = getMonth(market);
  clock.advance(2 * HOUR);

  assertSuccess(await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody()));

  expect(await ledger.balances()).toMatchObject({ deferredCommission: 0, commission: 15 });
  expect(await ledger.entries('commission-earned')).toEqual([
    ['commission-earned', 'deferred-commission', 'commission', 15],
  ]);
  expect((await show(market, before)).money.commission).toBe(0);
  expect((await show(market, getMonth(market))).money.commission).toBe(15);
});

it('the median hours of a month are null for steps that no testimony has reached', async () => {
  const market = await startMarket();
  const { clock } = market.service.deps;
  const month = getMonth(market);
  const [client, expert] = [await market.createClient(), await market.createExpert()];
  for (const hours of [1, 3, 10]) {
    const { id } = await client.createTestimony();
    clock.advance(hours * HOUR);
    await expert.createOffer(id);
    clock.advance(-hours * HOUR);
  }

  expect((await show(market, month)).medianHours).toEqual({
    firstOffer: 3,
    acceptance: null,
    delivery: null,
  });
});

it('the statistics of a month without activity are zero', async () => {
  expect(await show(await startMarket(), '2020-01')).toEqual({
    month: '2020-01',
    registrations: { clients: 0, experts: 0 },
    testimonies: { pending: 0, offered: 0, accepted: 0, completed: 0, cancelled: 0 },
    money: ZERO,
    medianHours: { firstOffer: null, acceptance: null, delivery: null },
  });
});

it.each(['', '2026-13'])('the statistics of an invalid month are rejected with 422 ("%s")', async month => {
  const { service } = await startMarket();

  expect(await service.get(`/operator/statistics?month=${month}`, asOperator)).toMatchObject({
    status: 422,
    body: { errors: { month: [expect.any(String)] } },
  });
});

it('the statistics of 2,000 testimonies need two queries and 20 batch reads, but no table scan', async () => {
  const table = await startFaultProxy(inject('emulators').dynamodb, () => undefined);
  const market = await startMarket({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const client = await market.createClient();
  const { id } = await client.createTestimony();
  const testimony = await market.service.deps.testimonies.find(id);
  if (!testimony) throw new Error('The testimony is missing.');
  const items = Array.from({ length: 2000 }, (_, index) => {
    const copy = { ...testimony, id: `${id}-${index}`, createdAt: '2025-01-15T00:00:00.000Z' };
    return [
      { ...itemKey.testimony(copy.id), ...copy, openOfferIds: undefined },
      itemKey.created(copy.createdAt, 'testimony', copy.id),
    ];
  }).flat();
  const { client: dynamodb, name } = market.service.deps.table;
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map(Item => ({ PutRequest: { Item } }));
    await dynamodb.send(new BatchWriteCommand({ RequestItems: { [name]: puts } }));
  }
  const before = table.calls.length;

  expect((await show(market, '2025-01')).testimonies).toMatchObject({ pending: 2000 });

  // On a busy machine, the SDK may send a request twice, so the test counts equal requests once.
  const requests = table.calls
    .slice(before)
    .map(({ headers, body }) => `${String(headers['x-amz-target']).replace(/.*[.]/, '')} ${body}`);
  const operations = [...new Set(requests)].map(request => request.split(' ')[0]);
  expect(operations.filter(operation => operation === 'BatchGetItem')).toHaveLength(20);
  expect(operations.filter(operation => operation !== 'BatchGetItem')).toEqual(['Query', 'Query']);
});

it.each([
  [[], null],
  [[5], 5],
  [[9, 1], 1],
  [[9, 1, 4], 4],
] as const)('the median of %j is %s', (values, median) => {
  expect(computeLowerMedian(values)).toBe(median);
});
