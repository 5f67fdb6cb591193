/** GET /api/v1/operator/differences (infra/docs/api/operators.md). */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { itemKey } from '../../../lib/platform/aws/table/keys.ts';
import { asOperator } from '../../support/operators.ts';
import { createPaidOutTestimony } from '../../support/payouts.ts';
import {
  countDifferenceAlerts,
  createUnrecordedPayout,
  DAY_MS,
  findMovement,
  listDifferences,
  reconcile,
} from '../../support/reconciliation.ts';
import { assertSuccess, startMarket } from '../../support/start-market.ts';

it('a transfer that is not recorded is listed as an accounting difference until it is recorded', async () => {
  const market = await startMarket();
  const { testimony, payout } = await createUnrecordedPayout(market);
  const before = countDifferenceAlerts();

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
  expect(countDifferenceAlerts()).toBe(before + 1);

  await market.service.deps.unitOfWork.commit([{ kind: 'movement-recorded', movement: payout }]);
  market.service.deps.clock.advance(40 * DAY_MS);
  await reconcile(market);
  expect(await listDifferences(market)).toEqual([]);
});

it('a recorded movement that is missing or different at the payment provider is an accounting difference', async () => {
  const market = await startMarket();
  const { testimony, sessionId } = await createPaidOutTestimony(market);
  const at = market.service.deps.clock.now().toISOString();
  const payment = await findMovement(market, testimony, 'payment');
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

it('a payment that the service has not recorded is listed as an accounting difference', async () => {
  const market = await startMarket();
  const { offer, client } = await market.createOfferedTestimony();
  await client.payOffer(offer.id);

  await reconcile(market);

  expect(await listDifferences(market)).toMatchObject([
    { kind: 'payment', providerAmount: 250, recordedAmount: null, testimonyId: offer.testimonyId },
  ]);
});

it('an accounting difference about a dispute is removed when the dispute is recorded', async () => {
  const market = await startMarket();
  const { client, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await market.simulateOutcome(sessionId, 'dispute', { amount: '50' });
  await reconcile(market);
  expect(await listDifferences(market)).toContainEqual(
    expect.objectContaining({ kind: 'dispute', providerAmount: -0.5, recordedAmount: null }),
  );

  assertSuccess(await client.acceptOffer(sessionId));
  const { payment_intent } = await market.getSession(sessionId);
  const [id] = await market.listDisputes(payment_intent.id);
  await market.sendProviderEvent({ id }, 'charge.dispute.created');
  await reconcile(market);

  expect(await listDifferences(market)).toEqual([]);
});

it('accounting differences are listed in pages, in the order in which they were found', async () => {
  const market = await startMarket();
  const { testimony, sessionId } = await market.createAssignedTestimony();
  const at = market.service.deps.clock.now().toISOString();
  for (let count = 0; count < 16; count++) {
    const providerId = `re_unknown${count}`;
    const movement = {
      kind: 'refund',
      providerId,
      testimonyId: testimony.id,
      sessionId,
      amount: -1,
      at,
    } as const;
    await market.service.deps.unitOfWork.commit([{ kind: 'movement-recorded', movement }]);
  }
  await reconcile(market);

  const path = '/operator/differences';
  const first = (await market.service.get(path, asOperator)).body;
  const cursor = encodeURIComponent(first.meta.next_cursor);
  const rest = (await market.service.get(`${path}?cursor=${cursor}`, asOperator)).body;

  expect([first.data.length, rest.data.length, rest.meta.next_cursor]).toEqual([15, 1, null]);
  const listed: { id: string; foundAt: string }[] = [...first.data, ...rest.data];
  expect(new Set(listed.map(({ id }) => id)).size).toBe(16);
  const found = listed.map(({ foundAt }) => foundAt);
  expect(found).toEqual(found.toSorted());
});

it('the list of accounting differences returns 422 for an unknown state and 400 for an invalid cursor', async () => {
  const { service } = await startMarket();

  expect(await service.get('/operator/differences?state=closed', asOperator)).toMatchObject({
    status: 422,
    body: { errors: { state: [expect.any(String)] } },
  });
  expect((await service.get('/operator/differences?cursor=x', asOperator)).status).toBe(400);
});
