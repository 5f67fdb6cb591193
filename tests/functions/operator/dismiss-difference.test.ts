/** POST /api/v1/operator/differences/{id}/dismiss (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { NOT_FOUND, UNKNOWN_IDS } from '../../support/error-responses.ts';
import { asOperator } from '../../support/operators.ts';
import {
  createUnrecordedPayout,
  listDifferences,
  postAsOperator,
  reconcile,
} from '../../support/reconciliation.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

const dismiss = (market: Market, id: string, body: object = { reason: 'Vysvetlené.' }) =>
  postAsOperator(market, `/operator/differences/${id}/dismiss`, body);

it('removes the difference from the list for good and records who did it and why', async () => {
  const market = await startMarket();
  await createUnrecordedPayout(market);
  await reconcile(market);
  const [{ id }] = await listDifferences(market);

  const { status, body } = await dismiss(market, id);
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

it('returns the dismissed difference again, with the time of the first dismissal, and records nothing more', async () => {
  const market = await startMarket();
  await createUnrecordedPayout(market);
  await reconcile(market);
  const [{ id }] = await listDifferences(market);
  const first = await dismiss(market, id);
  market.service.deps.clock.advance(60_000);

  expect(await dismiss(market, id, { reason: 'Znova.' })).toMatchObject({ status: 200, body: first.body });
  expect(await market.service.deps.audit.list({ kind: 'difference', id })).toMatchObject([
    { what: 'difference dismissed', why: 'Vysvetlené.' },
  ]);
});

it('records one of several concurrent dismissals', async () => {
  const market = await startMarket();
  await createUnrecordedPayout(market);
  await reconcile(market);
  const [{ id }] = await listDifferences(market);

  const responses = await Promise.all([1, 2, 3].map(() => dismiss(market, id)));

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await market.service.deps.audit.list({ kind: 'difference', id })).toHaveLength(1);
});

it.each([{}, { reason: ' ' }, { reason: 5 }])(
  'returns 422 for the body %j and keeps the difference',
  async body => {
    const market = await startMarket();
    await createUnrecordedPayout(market);
    await reconcile(market);
    const [{ id }] = await listDifferences(market);

    expect(await dismiss(market, id, body)).toMatchObject({
      status: 422,
      body: { errors: { reason: [expect.any(String)] } },
    });
    expect(await listDifferences(market)).toMatchObject([{ id }]);
    expect(await market.service.deps.audit.list({ kind: 'difference', id })).toEqual([]);
  },
);

it('returns 404 for a difference that does not exist', async () => {
  const market = await startMarket();

  for (const id of UNKNOWN_IDS) expect(await dismiss(market, id)).toMatchObject(NOT_FOUND);
});
