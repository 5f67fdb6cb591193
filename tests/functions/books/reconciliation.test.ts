/** Tests of the reconciliation with the payment provider, of differences and of accounting (infra/docs/api/operators.md). */

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { startReconciliation as startDaily } from '../../../functions/jobs/start-reconciliation.ts';
import type { MoneyMovement } from '../../../lib/domain/model/payment.ts';
import { itemKey } from '../../../lib/platform/aws/table/keys.ts';
import { deleteItem, EXISTS } from '../../../lib/platform/aws/table/writes.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { asOperator } from '../../support/operators.ts';
import { assertSuccess, type Market, startMarket } from '../../support/start-market.ts';
import { createPaidOutTestimony, listDeadJobs } from '../testimonies/payout-helpers.ts';

const DAY_MS = 24 * 3600_000;
const today = ({ service }: Market) => service.deps.clock.now().toISOString().slice(0, 10);
const month = (market: Market) => today(market).slice(0, 7);
const post = ({ service }: Market, path: string, body: object) => service.post(path, body, asOperator);
const listDifferences = async ({ service }: Market) =>
  (await service.get('/operator/differences', asOperator)).body.data;
const countAlerts = () =>
  readLogEvents('operator.alert').filter(({ detail }) => detail === 'books differ').length;

/** Compares everything up to now, as an operator does by hand. */
async function reconcile(market: Market): Promise<void> {
  const from = new Date(market.service.deps.clock.now().getTime() - 2 * DAY_MS).toISOString().slice(0, 10);
  assertSuccess(await post(market, '/operator/reconciliations', { from, to: today(market) }));
  await market.runJobs();
}

async function forgetMovement(
  { service: { deps } }: Market,
  { testimonyId, kind, providerId }: MoneyMovement,
) {
  const remove = deleteItem(deps.table, itemKey.money(testimonyId, `${kind}#${providerId}`), EXISTS);
  await deps.table.client.send(new TransactWriteCommand({ TransactItems: [remove] }));
}

const listMovements = ({ service }: Market, { id }: { id: string }) =>
  service.deps.checkouts.listMovements(id);

async function readAccounting({ service }: Market, ofMonth: string) {
  const lines = [];
  let cursor = '';
  do {
    const page = (await service.get(`/operator/accounting?month=${ofMonth}${cursor}`, asOperator)).body;
    lines.push(...page.data);
    cursor = page.meta.next_cursor ? `&cursor=${encodeURIComponent(page.meta.next_cursor)}` : '';
  } while (cursor);
  return lines;
}

describe('reconciliation', () => {
  it('finds no difference when every movement is on record, and records the fees of the provider once', async () => {
    const market = await startMarket();
    const sale = await createPaidOutTestimony(market);
    const before = countAlerts();

    await reconcile(market);
    await reconcile(market);

    expect(await listDifferences(market)).toEqual([]);
    expect(countAlerts()).toBe(before);
    const movements = await listMovements(market, sale.testimony);
    expect(movements.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
      ['fee', -175],
      ['payment', 10_005],
      ['payout', -9004],
    ]);
    const shown = assertSuccess(
      await market.service.get(`/operator/testimonies/${sale.testimony.id}`, asOperator),
    );
    expect(shown).toMatchObject({ held: 10.01 });
    expect(shown.money).toContainEqual(expect.objectContaining({ kind: 'fee', amount: -1.75 }));
    const exported = (await sale.client.get('/me/export')).body.data.money;
    expect(exported.map(({ kind }: { kind: string }) => kind)).toEqual(['payment']);
  });

  it('records the fee of a dispute and, when the dispute is won, the fee that the provider returns', async () => {
    const market = await startMarket();
    const sale = await market.createAssignedTestimony({ price: 100 });
    await market.simulateOutcome(sale.sessionId, 'dispute');
    await market.simulateOutcome(sale.sessionId, 'dispute-won');
    const { paymentId } = (await market.service.deps.testimonies.find(sale.testimony.id))?.payment ?? {};
    await market.sendProviderEvent(
      { id: 're_any', object: 'refund', payment_intent: paymentId },
      'refund.updated',
    );

    await reconcile(market);

    const movements = await listMovements(market, sale.testimony);
    expect(
      movements
        .filter(({ kind }) => kind.startsWith('fee'))
        .map(({ kind, amount }) => [kind, amount])
        .sort(),
    ).toEqual([
      ['fee', -175],
      ['fee', -2000],
      ['fee-returned', 2000],
    ]);
    expect(await listDifferences(market)).toEqual([]);
  });

  it('lists a transfer that is not on record, alerts once, and removes it when it is recorded', async () => {
    const market = await startMarket();
    const { testimony } = await createPaidOutTestimony(market);
    const payout = (await listMovements(market, testimony)).find(
      ({ kind }) => kind === 'payout',
    ) as MoneyMovement;
    await forgetMovement(market, payout);
    const before = countAlerts();

    await reconcile(market);
    await reconcile(market);

    expect(await listDifferences(market)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        kind: 'payout',
        providerId: payout.providerId,
        providerAmount: -90.04,
        recordedAmount: null,
        testimonyId: testimony.id,
        at: expect.stringMatching(/Z$/),
        foundAt: expect.stringMatching(/Z$/),
        dismissedAt: null,
      },
    ]);
    expect(countAlerts()).toBe(before + 1);

    await market.service.deps.unitOfWork.commit([{ kind: 'movement-recorded', movement: payout }]);
    market.service.deps.clock.advance(40 * DAY_MS);
    await reconcile(market);
    expect(await listDifferences(market)).toEqual([]);
  });

  it('lists a recorded movement that the provider does not have, and one with another amount', async () => {
    const market = await startMarket();
    const { testimony, sessionId } = await createPaidOutTestimony(market);
    const at = market.service.deps.clock.now().toISOString();
    const payment = (await listMovements(market, testimony)).find(
      ({ kind }) => kind === 'payment',
    ) as MoneyMovement;
    const { table } = market.service.deps;
    const item = {
      ...itemKey.money(testimony.id, `payment#${payment.providerId}`),
      ...payment,
      amount: 9999,
    };
    await table.client.send(
      new TransactWriteCommand({ TransactItems: [{ Put: { TableName: table.name, Item: item } }] }),
    );
    await market.service.deps.unitOfWork.commit([
      {
        kind: 'movement-recorded',
        movement: {
          kind: 'refund',
          providerId: 're_unknown',
          testimonyId: testimony.id,
          sessionId,
          amount: -100,
          at,
        },
      },
    ]);

    await reconcile(market);

    expect(await listDifferences(market)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'payment', providerAmount: 100.05, recordedAmount: 99.99 }),
        expect.objectContaining({
          kind: 'refund',
          providerId: 're_unknown',
          providerAmount: null,
          recordedAmount: -1,
          testimonyId: testimony.id,
        }),
      ]),
    );
    expect(await listDifferences(market)).toHaveLength(2);
  });

  it('lists a payment that no testimony knows', async () => {
    const market = await startMarket();
    const { offer, client } = await market.createOfferedTestimony();
    await market.configureProvider('webhooks', { lose: true });
    await client.payOffer(offer.id);

    await reconcile(market);

    expect(await listDifferences(market)).toMatchObject([
      { kind: 'payment', providerAmount: 250, recordedAmount: null, testimonyId: offer.testimonyId },
    ]);
  });

  it('runs every day for the last three days, and becomes a dead job when the provider stays unreachable', async () => {
    const market = await startMarket();
    const { testimony } = await createPaidOutTestimony(market);
    const { deps } = market.service;
    deps.clock.advance(2 * 3600_000);

    await startDaily(deps)({}, { awsRequestId: 'daily' });
    await market.runJobs();

    expect((await listMovements(market, testimony)).map(({ kind }) => kind)).toContain('fee');
    expect(await listDifferences(market)).toEqual([]);
    await startDaily(deps)({}, { awsRequestId: 'daily' });
    for (let attempt = 0; attempt < 10; attempt++) {
      await market.configureProvider('faults', {
        fault: 'error',
        operation: 'GET /v1/balance_transactions',
        count: 9,
      });
      await market.runJobs();
      deps.clock.advance(5 * 3600_000);
    }
    expect(await listDeadJobs(market)).toMatchObject([{ kind: 'reconcile' }]);
  });
});

describe('POST /api/v1/operator/reconciliations', () => {
  it('returns 202 with the job and writes an audit entry', async () => {
    const market = await startMarket();

    const { status, body } = await post(market, '/operator/reconciliations', {
      from: '2026-11-01',
      to: '2026-11-30',
    });

    expect({ status, body }).toMatchObject({
      status: 202,
      body: { data: { kind: 'reconcile', attempts: 0 } },
    });
    expect((await market.service.deps.jobs.find(body.data.id))?.task).toEqual({
      kind: 'reconcile',
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
      step: 'provider',
    });
    expect(await market.service.deps.audit.list({ kind: 'job', id: body.data.id })).toMatchObject([
      { what: 'reconciliation started', who: asOperator.operator },
    ]);
  });

  it.each([
    [{}, ['from', 'to']],
    [{ from: '2026-02-30', to: '2026-03-01' }, ['from']],
    [{ from: 'now', to: 5 }, ['from', 'to']],
    [{ from: '2026-03-02', to: '2026-03-01' }, ['to']],
    [{ from: '2026-01-01', to: '2026-12-31' }, ['to']],
  ])('returns 422 for the period %j', async (period, fields) => {
    const { status, body } = await post(await startMarket(), '/operator/reconciliations', period);

    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields });
  });
});

describe('POST /api/v1/operator/differences/{id}/dismiss', () => {
  it('removes the difference from the list for good and records who did it and why', async () => {
    const market = await startMarket();
    const { testimony } = await createPaidOutTestimony(market);
    const payout = (await listMovements(market, testimony)).find(
      ({ kind }) => kind === 'payout',
    ) as MoneyMovement;
    await forgetMovement(market, payout);
    await reconcile(market);
    const [{ id }] = await listDifferences(market);

    const { status, body } = await post(market, `/operator/differences/${id}/dismiss`, {
      reason: 'Vysvetlené.',
    });
    await reconcile(market);

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: { id, dismissedAt: expect.any(String) } },
    });
    expect(await listDifferences(market)).toEqual([]);
    expect(await market.service.deps.audit.list({ kind: 'difference', id })).toMatchObject([
      { what: 'difference dismissed', why: 'Vysvetlené.', who: asOperator.operator },
    ]);
  });

  it('returns 404 for an unknown difference, and 422 without a reason', async () => {
    const market = await startMarket();
    const { testimony } = await createPaidOutTestimony(market);
    const [movement] = await listMovements(market, testimony);
    await forgetMovement(market, movement as MoneyMovement);
    await reconcile(market);
    const [{ id }] = await listDifferences(market);

    expect(
      await post(market, `/operator/differences/${testimony.id}/dismiss`, { reason: 'x' }),
    ).toMatchObject({
      status: 404,
    });
    expect(await post(market, `/operator/differences/${id}/dismiss`, {})).toMatchObject({
      status: 422,
      body: { errors: { reason: [expect.any(String)] } },
    });
  });
});

describe('GET /api/v1/operator/accounting', () => {
  it('lists the movements of a month in pages, with totals that agree with the balance at the provider', async () => {
    const market = await startMarket();
    const sale = await createPaidOutTestimony(market);
    for (let count = 0; count < 8; count++) await market.createAssignedTestimony({ price: 50 + count });
    await reconcile(market);

    const lines = await readAccounting(market, month(market));

    expect(lines).toHaveLength(19);
    expect(
      lines.find(({ testimonyId, kind }) => testimonyId === sale.testimony.id && kind === 'payment'),
    ).toEqual({
      at: expect.stringMatching(/Z$/),
      kind: 'payment',
      amount: 100.05,
      fee: 0,
      commission: 10.01,
      testimonyId: sale.testimony.id,
      clientId: sale.client.id,
      client: 'Peter Novák',
      expertId: sale.expert.id,
      expert: 'Jana Kováčová',
      providerId: expect.stringMatching(/^pi_/),
      paymentId: expect.stringMatching(/^pi_/),
      sessionId: sale.sessionId,
    });
    expect(lines.find(({ kind }) => kind === 'fee')).toMatchObject({
      amount: 0,
      commission: 0,
      fee: expect.any(Number),
    });
    const ledger = await market.getLedger();
    const balance = ledger
      .filter(({ kind }) => kind !== 'topup')
      .reduce((sum, { amount, fee = 0 }: { amount: number; fee?: number }) => sum + amount - fee, 0);
    const total = lines.reduce((sum, { amount, fee }) => sum + Math.round((amount + fee) * 100), 0);
    expect(total).toBe(balance);
    expect(await readAccounting(market, '2020-01')).toEqual([]);
  });

  it.each(['', '2026', '2026-13', '2026-11-01'])('returns 422 for the month "%s"', async text => {
    const { status, body } = await (await startMarket()).service.get(
      `/operator/accounting?month=${text}`,
      asOperator,
    );

    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['month'] });
  });
});
