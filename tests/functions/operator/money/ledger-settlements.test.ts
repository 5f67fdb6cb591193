/**
 * Tests of limits and reversals of operators' settlements, and of the lists of open decisions
 * (infra/docs/api/operators.md#money).
 */
import { beforeEach, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../../support/assert-ledgers.ts';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { createDeliveredTestimony, createLedgerDriver } from '../../../support/ledger-driver.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import {
  createCompletedTestimony,
  createPaidOutTestimony,
  decideRefund,
  listDeadJobs,
  requestRefundDecision,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

const REFERENCE_USED = 'The reference belongs to another settlement of this testimony.';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

it('a refund outside the provider is not recorded while the bank disputes the payment', async () => {
  const ledger = createLedgerDriver(market, await market.createAssignedTestimony());
  await ledger.simulate('dispute');

  expect(await ledger.settle('refund', 10)).toMatchObject(WRONG_STATE);

  expect(await ledger.balances()).toMatchObject({ outside: 0, dispute: -250 });
  await ledger.simulate('dispute-won');
  expect(await ledger.settle('refund', 10)).toMatchObject({ status: 200 });
  expect(await ledger.balances()).toMatchObject({ outside: 10, dispute: 0, expert: 215 });
});

it('a payout is not reopened when a refund fails for which the expert has returned money by bank transfer', async () => {
  const ledger = createLedgerDriver(market, await createPaidOutTestimony(market));
  await ledger.simulate('refund', 3000);
  await ledger.settle('payout-returned', 30);
  expect(await ledger.isListed('unbalanced')).toBe(false);

  await ledger.simulate('refund-fails');

  expect(await ledger.balances()).toMatchObject({ expert: 0, unallocated: 30, outside: -30 });
  expect(await ledger.sendPayout()).toMatchObject(WRONG_STATE);
  expect(await ledger.isListed('unbalanced')).toBe(true);
  await assertLedgersMatch(market);
  expect(await ledger.sumTransfers()).toBe(9004);
});

it('an expert is paid again when a manual refund fails for which the expert has returned money', async () => {
  const ledger = createLedgerDriver(market, await createPaidOutTestimony(market));
  await ledger.simulate('refund', 3000);
  await ledger.settle('payout-returned', 30);
  await ledger.simulate('refund-fails');
  expect(await ledger.settle('borne-by-expert', 30.01)).toMatchObject({ status: 422 });

  expect(await ledger.settle('borne-by-expert', 30)).toMatchObject({ status: 200 });

  expect(await ledger.balances()).toMatchObject({ expert: 30, unallocated: 0, outside: -30 });
  expect(await ledger.isListed('unbalanced')).toBe(true);
  expect(await ledger.settle('payout', 30)).toMatchObject({ status: 200 });
  expect(await ledger.balances()).toMatchObject({ expert: 0, unallocated: 0, outside: 0 });
  expect(await ledger.isListed('unbalanced')).toBe(false);
});

it('a payout outside the provider does not include money that an open dispute withholds', async () => {
  const ledger = createLedgerDriver(market, await createCompletedTestimony(market));
  await ledger.simulate('dispute', 4000);
  expect(await ledger.balances()).toMatchObject({ expert: 40, dispute: -40 });

  expect(await ledger.settle('payout', 0.01)).toMatchObject({ status: 422 });
});

it.each([
  ['payout-returned', 60],
  ['borne-by-platform', 60],
])('an undone settlement of the kind %s restores the balances and the payout', async (kind, amount) => {
  const sale = await createDeliveredTestimony(market);
  await market.runJobs();
  const ledger = createLedgerDriver(market, sale);
  await ledger.simulate('refund', 6000);
  const before = await ledger.show();
  expect(await ledger.settle(kind, amount)).toMatchObject({ status: 200 });
  expect(await ledger.isListed('unbalanced')).toBe(false);

  for (const _ of [1, 2])
    expect(await ledger.settle(kind, amount, { undo: true })).toMatchObject({ status: 200 });

  const after = await ledger.show();
  expect([after.balances, after.payment, after.payout]).toEqual([
    before.balances,
    before.payment,
    before.payout,
  ]);
  expect(await ledger.isListed('unbalanced')).toBe(true);
  expect(await ledger.settle(kind, amount)).toMatchObject({ status: 409 });
  expect(await ledger.settle(kind, amount, { reference: 'VS 2' })).toMatchObject({ status: 200 });
});

it('the client is refunded after all when the settlement of an ended refund is undone', async () => {
  const sale = await market.createAssignedTestimony();
  const ledger = createLedgerDriver(market, sale);
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await operatorRoutes(market).cancel(sale.testimony.id, 'Znalec nedodal.');
  await market.runJobs();
  await ledger.simulate('refund-fails');
  await decideRefund(market, 'end', { reference: 'VS 1' });
  expect(await ledger.show()).toMatchObject({ payment: { status: 'refunded', refunded: 250 } });

  expect(await ledger.settle('refund', 250, { undo: true })).toMatchObject({ status: 200 });
  await market.runJobs();

  expect(await ledger.show()).toMatchObject({ payment: { status: 'refunding', refunded: 0 } });
  await ledger.simulate('refund-succeeds');
  await assertLedgersMatch(market);
  expect(await ledger.show()).toMatchObject({ held: 0, payment: { status: 'refunded', refunded: 250 } });
});

/** Orders a refund of 50 € that the platform bears, lets the refund fail, and records its payment by bank transfer. */
async function settleFailedRefund() {
  const sale = await market.createAssignedTestimony();
  const ledger = createLedgerDriver(market, sale);
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await ledger.refund(50, 'platform');
  await market.runJobs();
  await ledger.simulate('refund-fails');
  await decideRefund(market, 'end', { reference: 'VS 1' });
  return ledger;
}

it('the shares of an ended refund are restored when its refund outside the provider is undone', async () => {
  const ledger = await settleFailedRefund();
  expect(await ledger.show()).toMatchObject({ payment: { refunded: 50 } });

  expect(await ledger.settle('refund', 50, { undo: true })).toMatchObject({ status: 200 });

  expect(await ledger.show()).toMatchObject({
    payment: { status: 'paid', refunded: 0 },
    balances: { expert: 225, deferredCommission: 25, platformLoss: 0, refundInTransit: 0, outside: 0 },
  });
  expect(await ledger.refund(50, 'platform')).toMatchObject({ status: 200 });
});

it('undoing a refund outside the provider ends the refund that it replaced and not another ordered refund of the same amount', async () => {
  const ledger = await settleFailedRefund();
  expect(await ledger.refund(50, 'expert')).toMatchObject({ status: 200 });
  await market.runJobs();
  await ledger.simulate('refund-succeeds');

  expect(await ledger.settle('refund', 50, { undo: true })).toMatchObject({ status: 200 });

  expect(await ledger.balances()).toMatchObject({
    expert: 175,
    deferredCommission: 25,
    platformLoss: 0,
    outside: 0,
  });
  await assertLedgersMatch(market);
});

it('a failed refund is not ended with a payment outside the provider during a dispute or with a used reference', async () => {
  const sale = await market.createAssignedTestimony();
  const ledger = createLedgerDriver(market, sale);
  const failRefund = async () => {
    await market.simulateOutcome(sale.sessionId, 'refunds-wait');
    await ledger.refund(50, 'platform');
    await market.runJobs();
    await ledger.simulate('refund-fails');
  };
  const end = (reference: string) => requestRefundDecision(market, 'end', { reference });
  await failRefund();
  expect(await end('VS 1')).toMatchObject({ status: 200 });
  await failRefund();

  expect(await end('VS 1')).toMatchObject({ status: 409, body: { message: REFERENCE_USED } });
  await ledger.simulate('dispute', 1000);
  expect(await end('VS 2')).toMatchObject(WRONG_STATE);

  expect(await ledger.balances()).toMatchObject({ outside: 50, refundInTransit: 50 });
});

it("an operator's decision that the expert bears a refund reverses the transfer only after an open dispute has ended", async () => {
  const ledger = createLedgerDriver(market, await createPaidOutTestimony(market));
  await ledger.simulate('refund', 3000);
  await ledger.simulate('dispute', 2000);
  await ledger.settle('borne-by-expert', 30);
  await market.runJobs();
  expect(await ledger.sumTransfers()).toBe(9004);

  await ledger.simulate('dispute-won');

  expect(await ledger.sumTransfers()).toBe(6004);
  expect(await ledger.balances()).toMatchObject({ expert: 0, unallocated: 0 });
});

it('a transfer is reversed when an operator decides that the expert bears a manual refund', async () => {
  const ledger = createLedgerDriver(market, await createPaidOutTestimony(market));
  await ledger.simulate('refund', 3000);

  expect(await ledger.settle('borne-by-expert', 30)).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await ledger.sumTransfers()).toBe(6004);
  expect(await ledger.show()).toMatchObject({
    payout: { status: 'sent', amount: 60.04 },
    balances: { expert: 0, unallocated: 0 },
  });
  expect(await ledger.isListed('unbalanced')).toBe(false);
});

it('the reversed part of a payout is sent again when the platform bears the refund after all', async () => {
  const ledger = createLedgerDriver(market, await createPaidOutTestimony(market));
  await ledger.simulate('refund', 3000);
  await ledger.settle('borne-by-expert', 30);
  await market.runJobs();

  await ledger.settle('borne-by-expert', 30, { undo: true });
  expect(await ledger.sendPayout()).toMatchObject(WRONG_STATE);
  await ledger.settle('borne-by-platform', 30);
  expect(await ledger.isListed('unbalanced')).toBe(true);
  expect(await ledger.sendPayout()).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await ledger.sumTransfers()).toBe(9004);
  expect(await ledger.show()).toMatchObject({ payout: { status: 'sent', amount: 90.04 } });
  expect(await ledger.isListed('unbalanced')).toBe(false);
});

it('money that the expert returned by bank transfer is not taken back a second time', async () => {
  const ledger = createLedgerDriver(market, await createPaidOutTestimony(market));
  const [account] = await market.listPaidAccounts();
  await market.configureProvider('payouts', { account });
  await ledger.simulate('refund', 3000);
  await ledger.settle('borne-by-expert', 30);
  await market.runJobs();
  expect(await ledger.balances()).toMatchObject({ expert: -30 });
  expect(await ledger.settle('payout-returned', 30.01)).toMatchObject({ status: 422 });

  expect(await ledger.settle('payout-returned', 30)).toMatchObject({ status: 200 });
  market.service.deps.clock.advance(3600_000);
  await assertLedgersMatch(market);

  expect(await ledger.sumTransfers()).toBe(9004);
  expect(await ledger.balances()).toMatchObject({ expert: 0, unallocated: 0, outside: -30 });
  expect(await listDeadJobs(market)).toEqual([]);
  expect(await ledger.isListed('unbalanced')).toBe(false);
});

it("the platform bears an expert's deficit from the commission first and takes a loss only for the rest", async () => {
  const ledger = createLedgerDriver(market, await createPaidOutTestimony(market));
  await ledger.simulate('refund', 3000);
  await ledger.settle('borne-by-expert', 30);
  expect(await ledger.settle('borne-by-platform', 30.01, { reference: 'VS 2' })).toMatchObject({
    status: 422,
  });

  expect(await ledger.settle('borne-by-platform', 30, { reference: 'VS 2' })).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await ledger.balances()).toMatchObject({ expert: 0, commission: 0, platformLoss: -19.99 });
  expect(await ledger.isListed('unbalanced')).toBe(false);
});

it('a settlement that was never recorded cannot be undone', async () => {
  const ledger = createLedgerDriver(market, await createPaidOutTestimony(market));

  expect(await ledger.settle('borne-by-platform', 10, { undo: true })).toMatchObject(WRONG_STATE);
});

it('a testimony is in the list of disputes while an inquiry of the bank without a deadline is open', async () => {
  const sale = await market.createAssignedTestimony();
  const ledger = createLedgerDriver(market, sale);
  await market.simulateOutcome(sale.sessionId, 'inquiry');
  const objects: { object: string }[] = JSON.parse((await market.getControl('objects')).json);
  const inquiry = objects.find(({ object }) => object === 'dispute');
  await market.configureProvider('objects', {
    objects: [{ ...inquiry, evidence_details: { due_by: null } }],
  });
  await ledger.sendEvent();
  expect((await ledger.show()).ledger).toContainEqual(
    expect.objectContaining({ kind: 'inquiry', respondBy: null }),
  );

  expect(await ledger.isListed('disputed')).toBe(true);

  await ledger.simulate('inquiry-closed');
  expect(await ledger.isListed('disputed')).toBe(false);
});
