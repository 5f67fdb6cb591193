/**
 * Tests of ledgers after manual refunds, lost responses and partly won disputes
 * (infra/docs/api/payments.md#the-ledger).
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { createDeliveredTestimony, createLedgerDriver } from '../../../support/ledger-driver.ts';
import { createCompletedTestimony, transferFirst } from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';
import { listMailsTo } from '../../../support/start-service.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

/** Creates a testimony of 249.90 € whose expert has received 224.91 €. */
async function createPaidOut() {
  const sale = await createDeliveredTestimony(market);
  await market.runJobs();
  return createLedgerDriver(market, sale);
}

it('the expert gets one mail with the sum of a manual transfer that exceeds the payout', async () => {
  const sale = await createDeliveredTestimony(market);
  const ledger = createLedgerDriver(market, sale);
  await transferFirst(market, sale, 23_000);
  await ledger.sendEvent();

  expect(await ledger.entries('payout')).toEqual([
    ['payout', 'expert', 'provider', 224.91],
    ['payout', 'unallocated', 'provider', 5.09],
  ]);
  const mails = (await listMailsTo(sale.expert.email)).filter(({ subject }) => /odmen/i.test(subject));
  expect(mails.map(({ body }) => body.text)).toEqual([expect.stringContaining('230,00')]);
});

it('an additional transfer is taken back when an operator decides that the expert bears it', async () => {
  const sale = await createDeliveredTestimony(market);
  await market.runJobs();
  const ledger = createLedgerDriver(market, sale);
  await market.transferManually(sale.testimony.id, 2000);
  await ledger.sendEvent();

  expect(await ledger.settle('borne-by-expert', 20)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await ledger.sumTransfers()).toBe(22_491);
  expect(await ledger.balances()).toMatchObject({ expert: 0, unallocated: 0 });
  expect(await ledger.isListed('unbalanced')).toBe(false);
});

it('a refund that the platform bears does not wait until the expert can return a debt', async () => {
  const sale = await createDeliveredTestimony(market);
  await market.runJobs();
  const ledger = createLedgerDriver(market, sale);
  const [account] = await market.listPaidAccounts();
  await market.configureProvider('payouts', { account });
  await ledger.simulate('refund', 3000);
  expect(await ledger.settle('borne-by-expert', 30)).toMatchObject({ status: 200 });
  await market.runJobs();
  expect(await ledger.balances()).toMatchObject({ expert: -30 });

  expect(await ledger.refund(5, 'platform')).toMatchObject({ status: 200 });
  await market.runJobs();

  expect(await ledger.show()).toMatchObject({
    payment: { refunded: 35 },
    balances: { expert: -30, refundInTransit: 0 },
  });
  expect(await ledger.isListed('unbalanced')).toBe(true);
});

it('a settlement is recorded only once, even if an operator sends it repeatedly', async () => {
  const ledger = await createPaidOut();
  await ledger.simulate('refund', 6000);

  for (const _ of [1, 2, 3])
    expect(await ledger.settle('payout-returned', 30)).toMatchObject({ status: 200 });

  expect(await ledger.entries('outside-payout-returned')).toEqual([
    ['outside-payout-returned', 'outside', 'unallocated', 30],
  ]);
  expect(await ledger.balances()).toMatchObject({ unallocated: -30, outside: -30, expert: 0 });
  expect(await ledger.isListed('unbalanced')).toBe(true);
});

it('a settlement with the same reference and another amount is rejected with 409', async () => {
  const ledger = await createPaidOut();
  await ledger.simulate('refund', 6000);
  await ledger.settle('payout-returned', 30);

  expect(await ledger.settle('payout-returned', 20)).toMatchObject({
    status: 409,
    body: { message: 'The reference belongs to another settlement of this testimony.' },
  });

  expect(await ledger.balances()).toMatchObject({ unallocated: -30 });
});

it('only one of two decisions with the same reference is recorded when they name different bearers', async () => {
  const ledger = await createPaidOut();
  await ledger.simulate('refund', 6000);

  const kinds = ['borne-by-expert', 'borne-by-platform'];
  const responses = await Promise.all(kinds.map(kind => ledger.settle(kind, 60)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await ledger.entries(...kinds)).toHaveLength(responses[0]?.status === 200 ? 1 : 2);

  const [recorded = '', other = ''] = responses[0]?.status === 200 ? kinds : kinds.toReversed();
  await ledger.settle(recorded, 60, { undo: true });
  expect(await ledger.settle(other, 60)).toMatchObject({ status: 200 });
});

it('the total of settlements with different references is limited to the missing amount', async () => {
  const ledger = await createPaidOut();
  await ledger.simulate('refund', 6000);
  await ledger.settle('payout-returned', 30);

  expect(await ledger.settle('payout-returned', 30.01, { reference: 'VS 2' })).toMatchObject({
    status: 422,
    body: { errors: { amount: [expect.any(String)] } },
  });
  expect(await ledger.settle('payout-returned', 30, { reference: 'VS 2' })).toMatchObject({ status: 200 });
  expect(await ledger.settle('payout-returned', 0.01, { reference: 'VS 3' })).toMatchObject({ status: 422 });

  expect(await ledger.balances()).toMatchObject({ unallocated: 0, outside: -60, expert: 0 });
  expect(await ledger.isListed('unbalanced')).toBe(false);
});

describe('transfers whose response was lost', () => {
  async function createUnrecordedTransfer() {
    const ledger = createLedgerDriver(market, await createDeliveredTestimony(market));
    await market.configureProvider('faults', { operation: 'POST /v1/transfers', fault: 'error-after' });
    await market.runJobs();
    expect(await ledger.sumTransfers()).toBe(22_491);
    expect(await ledger.entries('payout')).toEqual([]);
    return ledger;
  }

  it.each([
    ['a dispute of the whole payment', 'dispute', 24_990, 'disputed', 0],
    ['a dispute of a part', 'dispute', 1000, 'paid', 0],
    ['a full manual refund', 'refund', 24_990, 'refunded', -224.91],
    ['a partial manual refund', 'refund', 6000, 'paid', -60],
  ])(
    'a transfer with a lost response is recorded when %s comes before the retry of the payout',
    async (_, outcome, cents, status, unallocated) => {
      const ledger = await createUnrecordedTransfer();

      await ledger.simulate(outcome, cents);

      expect(await ledger.entries('payout')).toEqual([['payout', 'expert', 'provider', 224.91]]);
      expect(await ledger.show()).toMatchObject({
        payment: { status },
        payout: { status: 'sent', amount: 224.91 },
        balances: { expert: 0, unallocated },
      });
      expect(await ledger.isListed(outcome === 'dispute' ? 'disputed' : 'unbalanced')).toBe(true);
      market.service.deps.clock.advance(3600_000);
      await assertLedgersMatch(market);
      expect(await ledger.sumTransfers()).toBe(22_491);
    },
  );
});

it('the payout after a partly won dispute is sent after an operator has allocated the rest', async () => {
  const ledger = createLedgerDriver(market, await createCompletedTestimony(market));
  await ledger.simulate('dispute');
  await ledger.simulate('dispute-partly-won', 6000);

  expect(await ledger.settle('borne-by-expert', 30)).toMatchObject({ status: 200 });
  expect(await ledger.settle('borne-by-platform', 10.06, { reference: 'VS 2' })).toMatchObject({
    status: 422,
  });
  expect(await ledger.settle('borne-by-platform', 10.05, { reference: 'VS 2' })).toMatchObject({
    status: 200,
  });
  await assertLedgersMatch(market);

  expect(await ledger.sumTransfers()).toBe(6004);
  expect(await ledger.show()).toMatchObject({
    held: -0.04,
    payout: { status: 'sent', amount: 60.04 },
    balances: { expert: 0, commission: 0, platformLoss: -0.04, unallocated: 0 },
  });
  expect(await ledger.isListed('unbalanced')).toBe(false);
});

it('a late payment whose dispute is partly won is refunded in full', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await market.simulateOutcome(sessionId, 'dispute');
  await market.sendProviderEvent(await market.getSession(sessionId));
  await market.runJobs();

  await market.simulateOutcome(sessionId, 'dispute-partly-won', { amount: '10000' });
  const { payment_intent } = await market.getSession(sessionId);
  await market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.updated');

  expect((await assertLedgersMatch(market)).refunded).toEqual([sessionId]);
});

describe("the expert's share when the whole rest of a payment is refunded before the payout", () => {
  const UNSENT = { status: 422, body: { errors: { amount: [expect.stringContaining('výplata')] } } };

  const createManuallyRefunded = async () => {
    const ledger = createLedgerDriver(market, await createDeliveredTestimony(market));
    await ledger.simulate('refund', 6000);
    return ledger;
  };

  it.each([
    ['a manual refund', createManuallyRefunded],
    [
      'a partly lost dispute',
      async () => {
        const ledger = createLedgerDriver(market, await createDeliveredTestimony(market));
        await ledger.simulate('dispute');
        await ledger.simulate('dispute-partly-won', 18_990);
        return ledger;
      },
    ],
    [
      'a manual refund and a manual reversal of the payout',
      async () => {
        const ledger = await createPaidOut();
        await ledger.simulate('payout-reversed');
        await ledger.simulate('refund', 6000);
        return ledger;
      },
    ],
  ])('an ordered refund that the platform bears is rejected with 422 after %s', async (_, create) => {
    const ledger = await create();

    expect(await ledger.refund(189.9, 'platform')).toMatchObject(UNSENT);
    await market.runJobs();

    expect(await ledger.entries('refund-ordered', 'allocation')).toEqual([]);
    expect(await ledger.balances()).toMatchObject({ expert: 224.91, commission: 24.99, unallocated: -60 });
    expect(await ledger.isListed('unbalanced')).toBe(true);
  });

  it('an ordered refund takes only the shares that it names, and an earlier manual refund stays unallocated', async () => {
    const ledger = await createManuallyRefunded();

    expect(await ledger.refund(189.9, 'both')).toMatchObject({ status: 200 });
    await assertLedgersMatch(market);

    expect(await ledger.entries('allocation')).toEqual([]);
    expect(await ledger.show()).toMatchObject({
      payment: { status: 'refunded', refunded: 249.9 },
      balances: { expert: 60, commission: 0, platformLoss: 0, unallocated: -60 },
    });
    expect(await ledger.isListed('unbalanced')).toBe(true);
    expect(await ledger.settle('borne-by-platform', 60)).toMatchObject({ status: 200 });
    expect(await ledger.settle('payout', 60)).toMatchObject({ status: 200 });
    expect(await ledger.balances()).toMatchObject({ expert: 0, platformLoss: -60, unallocated: 0 });
    expect(await ledger.isListed('unbalanced')).toBe(false);
  });

  it('a full manual refund takes only the commission until an operator decides about the rest', async () => {
    const ledger = createLedgerDriver(market, await createDeliveredTestimony(market));

    await ledger.simulate('refund');
    await assertLedgersMatch(market);

    expect(await ledger.entries('allocation')).toEqual([['allocation', 'commission', 'unallocated', 24.99]]);
    expect(await ledger.balances()).toMatchObject({ expert: 224.91, commission: 0, unallocated: -224.91 });
    expect(await ledger.isListed('unbalanced')).toBe(true);
    expect(await ledger.settle('borne-by-expert', 224.91)).toMatchObject({ status: 200 });
    expect(await ledger.isListed('unbalanced')).toBe(false);
  });
});
