/** Tests of POST /api/v1/operator/reconciliations (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { asOperator } from '../../../support/operators.ts';
import { postAsOperator } from '../../../support/reconciliation.ts';
import { startMarket } from '../../../support/start-market.ts';

it('starting a reconciliation returns 202 with its job and writes an audit entry', async () => {
  const market = await startMarket();

  const { status, body } = await postAsOperator(market, '/operator/reconciliations', {
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
  expect(await market.service.deps.audit.list(body.data.id)).toMatchObject([
    { what: 'reconciliation started', who: asOperator.operator },
  ]);
});

it.each([
  [{}, ['from', 'to']],
  [{ from: '2026-02-30', to: '2026-03-01' }, ['from']],
  [{ from: 'now', to: 5 }, ['from', 'to']],
  [{ from: '2026-03-02', to: '2026-03-01' }, ['to']],
  [{ from: '2026-01-01', to: '2026-12-31' }, ['to']],
])('a reconciliation of an invalid period is rejected with 422 (%j)', async (period, fields) => {
  const { status, body } = await postAsOperator(await startMarket(), '/operator/reconciliations', period);

  expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields });
});
