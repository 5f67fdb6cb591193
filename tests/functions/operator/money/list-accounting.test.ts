/** Tests of GET /api/v1/operator/accounting (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { asOperator } from '../../../support/operators.ts';
import { createPaidOutTestimony } from '../../../support/payouts.ts';
import { reconcile } from '../../../support/reconciliation.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

const getMonth = ({ service }: Market) => service.deps.clock.now().toISOString().slice(0, 7);

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

it('the accounting of a month adds up to the change of the balance at the payment provider', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  for (let count = 0; count < 8; count++) await market.createAssignedTestimony({ price: 50 + count });
  await reconcile(market);

  const lines = await readAccounting(market, getMonth(market));

  expect(lines).toHaveLength(29);
  expect(
    lines.find(
      ({ testimonyId, kind, to }) =>
        testimonyId === sale.testimony.id && `${kind} ${to}` === 'payment deferred-commission',
    ),
  ).toEqual({
    at: expect.stringMatching(/Z$/),
    kind: 'payment',
    from: 'provider',
    to: 'deferred-commission',
    amount: 10.01,
    sourceId: expect.stringMatching(/^pi_/),
    testimonyId: sale.testimony.id,
    clientId: sale.client.id,
    client: 'Peter Novák',
    expertId: sale.expert.id,
    expert: 'Jana Kováčová',
    paymentId: expect.stringMatching(/^pi_/),
    sessionId: sale.sessionId,
    isFinal: false,
  });
  expect(lines.find(({ kind }) => kind === 'fee')).toMatchObject({ from: 'fees', to: 'provider' });
  const ledger = await market.getLedger();
  const balance = ledger
    .filter(({ kind }) => kind !== 'topup')
    .reduce((sum, { amount, fee = 0 }: { amount: number; fee?: number }) => sum + amount - fee, 0);
  const sumLines = (end: 'from' | 'to') =>
    lines
      .filter(line => line[end] === 'provider')
      .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const total = sumLines('from') - sumLines('to');
  expect(total).toBe(balance);
  expect(await readAccounting(market, '2020-01')).toEqual([]);
});

it.each(['', '2026', '2026-13', '2026-11-01'])(
  'the accounting of an invalid month is rejected with 422 ("%s")',
  async text => {
    const { status, body } = await (await startMarket()).service.get(
      `/operator/accounting?month=${text}`,
      asOperator,
    );

    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['month'] });
  },
);
