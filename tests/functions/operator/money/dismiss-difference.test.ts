/** Tests of POST /api/v1/operator/differences/{id}/dismiss (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { NOT_FOUND, UNKNOWN_IDS } from '../../../support/error-responses.ts';
import { asOperator } from '../../../support/operators.ts';
import {
  createDifference,
  listDifferences,
  postAsOperator,
  reconcile,
} from '../../../support/reconciliation.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

const dismiss = (market: Market, id: string, body: object = { reason: 'Vysvetlené.' }) =>
  postAsOperator(market, `/operator/differences/${id}/dismiss`, body);

it('a dismissed accounting difference leaves the list for good and gets an audit entry', async () => {
  const market = await startMarket();
  await createDifference(market);
  const [{ id }] = await listDifferences(market);

  const { status, body } = await dismiss(market, id);
  await reconcile(market);

  expect({ status, body }).toMatchObject({
    status: 200,
    body: { data: { id, dismissedAt: expect.any(String) } },
  });
  expect(await listDifferences(market)).toEqual([]);
  expect(await market.service.deps.audit.list(id)).toMatchObject([
    { what: 'difference dismissed', why: 'Vysvetlené.', who: asOperator.operator },
  ]);
});

it('dismissing an accounting difference a second time changes nothing', async () => {
  const market = await startMarket();
  await createDifference(market);
  const [{ id }] = await listDifferences(market);
  const first = await dismiss(market, id);
  market.service.deps.clock.advance(60_000);

  expect(await dismiss(market, id, { reason: 'Znova.' })).toMatchObject({ status: 200, body: first.body });
  expect(await market.service.deps.audit.list(id)).toMatchObject([
    { what: 'difference dismissed', why: 'Vysvetlené.' },
  ]);
});

it('concurrent dismissals of an accounting difference are recorded only once', async () => {
  const market = await startMarket();
  await createDifference(market);
  const [{ id }] = await listDifferences(market);

  const responses = await Promise.all([1, 2, 3].map(() => dismiss(market, id)));

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await market.service.deps.audit.list(id)).toHaveLength(1);
});

it.each([{}, { reason: ' ' }, { reason: 5 }])(
  'an accounting difference is not dismissed without a valid reason (body: %j)',
  async body => {
    const market = await startMarket();
    await createDifference(market);
    const [{ id }] = await listDifferences(market);

    expect(await dismiss(market, id, body)).toMatchObject({
      status: 422,
      body: { errors: { reason: [expect.any(String)] } },
    });
    expect(await listDifferences(market)).toMatchObject([{ id }]);
    expect(await market.service.deps.audit.list(id)).toEqual([]);
  },
);

it('dismissing an unknown accounting difference returns 404', async () => {
  const market = await startMarket();

  for (const id of UNKNOWN_IDS) expect(await dismiss(market, id)).toMatchObject(NOT_FOUND);
});
