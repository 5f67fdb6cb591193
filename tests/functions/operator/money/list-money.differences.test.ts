/** Tests of the differences in GET /api/v1/operator/money (infra/docs/api/operators.md#lists-of-money). */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createEntryKey } from '../../../../lib/domain/model/payments/ledger-entry.ts';
import type { ResponseData } from '../../../../lib/http/response/success-response.ts';
import { itemKey } from '../../../../lib/platform/aws/table/keys.ts';
import { asOperator } from '../../../support/operators.ts';
import { createPaidOutTestimony } from '../../../support/payouts.ts';
import {
  countDifferenceAlerts,
  createUnrecordedPayout,
  findEntry,
  listDifferences,
  reconcile,
  recordUnknownRefund,
} from '../../../support/reconciliation.ts';
import { assertSuccess, startMarket } from '../../../support/start-market.ts';

it('a reconciliation records a transfer that the service has not recorded', async () => {
  const market = await startMarket();
  const { testimony, payout } = await createUnrecordedPayout(market);
  const before = countDifferenceAlerts();

  await reconcile(market);

  expect(await listDifferences(market)).toEqual([]);
  expect(countDifferenceAlerts()).toBe(before);
  expect(await findEntry(market, testimony, 'payout')).toMatchObject({
    sourceId: payout.sourceId,
    from: 'expert',
    to: 'provider',
    amount: 9004,
  });
});

it('a ledger entry that is missing or different at the payment provider is a difference', async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  const { testimony } = sale;
  const payment = await findEntry(market, testimony, 'payment');
  const { table } = market.service.deps;
  const item = {
    ...itemKey.money(testimony.id, createEntryKey(payment)),
    ...payment,
    amount: payment.amount - 6,
  };
  await table.client.send(
    new TransactWriteCommand({ TransactItems: [{ Put: { TableName: table.name, Item: item } }] }),
  );
  await recordUnknownRefund(market, sale);
  const before = countDifferenceAlerts();

  await reconcile(market);
  await reconcile(market);

  expect(await listDifferences(market)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'payment', providerAmount: 100.05, recordedAmount: 99.99 }),
      {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        kind: 'refund',
        providerId: 're_unknown',
        providerAmount: null,
        recordedAmount: -1,
        testimonyId: testimony.id,
        at: expect.stringMatching(/Z$/),
        foundAt: expect.stringMatching(/Z$/),
        dismissedAt: null,
      },
    ]),
  );
  expect(await listDifferences(market)).toHaveLength(2);
  expect(countDifferenceAlerts()).toBe(before + 2);
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
  const sale = await market.createAssignedTestimony();
  for (let count = 0; count < 16; count++) await recordUnknownRefund(market, sale, `re_unknown${count}`);
  await reconcile(market);

  const path = '/operator/money?list=differences';
  const first = (await market.service.get(path, asOperator)).body;
  const cursor = encodeURIComponent(first.meta.next_cursor);
  const rest = (await market.service.get(`${path}&cursor=${cursor}`, asOperator)).body;

  expect([first.data.length, rest.data.length, rest.meta.next_cursor]).toEqual([15, 1, null]);
  const listed: ResponseData<'WaitingMoney'>[] = [...first.data, ...rest.data];
  expect(new Set(listed.map(({ difference }) => difference?.id)).size).toBe(16);
  const found = listed.map(({ since }) => since);
  expect(found).toEqual(found.toSorted());
});
