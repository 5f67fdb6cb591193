/** Tests of the payout to the expert after completion (infra/docs/api/payments.md). */

import { describe, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { PASSWORD } from '../../support/builders.ts';
import { findMailText, listSubjects } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { accountUpdatedEvent, sendEvent } from '../../support/payment-accounts.ts';
import {
  allocate,
  completeTestimony,
  createCompletedTestimony,
  decideRefund,
  getPayout,
  listTransfers,
  simulateAndSync,
} from '../../support/payouts.ts';
import { assertSuccess, type Market, startMarket } from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';

const SENT = 'Poslali sme vám odmenu';

describe('payouts to experts', () => {
  it('a payout is held until the delivery and then sent once, less the commission', async () => {
    const market = await startMarket();
    const sale = await market.createAssignedTestimony({ price: 100.05 });
    const amounts = { amount: 90.04, commission: 10.01, netAmount: 90.04 };
    await market.verifyPaymentAccount(sale.expert);
    await market.runJobs();
    expect(await getPayout(sale)).toEqual({
      status: 'held',
      reason: null,
      paymentStatus: 'paid',
      ...amounts,
      dueAt: null,
      until: null,
      sentAt: null,
    });
    expect((await sale.client.getTestimony(sale.testimony.id)).payout).toBeNull();

    await completeTestimony(sale);
    await assertLedgersMatch(market);

    expect(await getPayout(sale)).toEqual({
      status: 'sent',
      reason: null,
      paymentStatus: 'paid',
      ...amounts,
      dueAt: null,
      until: null,
      sentAt: expect.stringMatching(/Z$/),
    });
    expect(await listTransfers(market, sale)).toMatchObject([
      { amount: -9004, charge: expect.stringMatching(/^ch_/) },
    ]);
    const mails = (await listMailsTo(sale.expert.email)).filter(({ subject }) => subject === SENT);
    expect(mails.map(({ body }) => body.text)).toEqual([
      expect.stringMatching(
        /Vaša odmena: 90,04\u00a0€\n[\s\S]*\nCena pre klienta: 100,05\u00a0€\nProvízia trhoviska: 10,01\u00a0€\n/,
      ),
    ]);
  });

  it("a payout waits until the expert's payment account is verified", async () => {
    const market = await startMarket();
    const sale = await market.createAssignedTestimony();
    await completeTestimony(sale);
    await market.runJobs();
    expect(await getPayout(sale)).toEqual({
      status: 'owed',
      reason: null,
      paymentStatus: 'paid',
      amount: 225,
      commission: 25,
      netAmount: 225,
      dueAt: null,
      until: null,
      sentAt: null,
    });

    const { url } = assertSuccess(
      await sale.expert.post('/me/payment-account', { currentPassword: PASSWORD }),
    );
    await fetch(url, { method: 'POST', redirect: 'manual' });
    const account = /acct_\w+/.exec(url)?.[0] ?? '';
    await sendEvent(market.service, accountUpdatedEvent(account));
    await assertLedgersMatch(market);

    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 225 });
    expect(await listTransfers(market, sale)).toMatchObject([{ amount: -22_500 }]);
  });

  /**
   * Completes a testimony after the expert's payment account has lost the capability to receive transfers. No event has
   * reported the loss, so the service still tries the transfer.
   */
  async function completeWithoutCapability(market: Market, change: object) {
    const sale = await market.createAssignedTestimony({ price: 100.05 });
    const account = await market.verifyPaymentAccount(sale.expert);
    await market.configureProvider(`accounts/${account}`, {
      capabilities: { transfers: 'inactive' },
      ...change,
    });
    await completeTestimony(sale);
    await market.runJobs();
    const restoreCapability = async () => {
      await market.configureProvider(`accounts/${account}`, {
        capabilities: { transfers: 'active' },
        details_submitted: true,
      });
      await sendEvent(market.service, accountUpdatedEvent(account));
      await assertLedgersMatch(market);
    };
    return { sale, restoreCapability };
  }

  it('a payout is owed when Stripe refuses the transfer to an incomplete payment account', async () => {
    const market = await startMarket();
    const { sale, restoreCapability } = await completeWithoutCapability(market, { details_submitted: false });

    expect(await getPayout(sale)).toMatchObject({ status: 'owed', amount: 90.04, sentAt: null });
    expect((await sale.expert.get('/me')).body.data).toMatchObject({ paymentAccount: 'incomplete' });
    expect(await listTransfers(market, sale)).toEqual([]);
    expect(await listSubjects(sale.expert.email)).toContain('Váš účet na výplaty potrebuje pozornosť');

    await restoreCapability();
    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
    expect(await listTransfers(market, sale)).toMatchObject([{ amount: -9004 }]);
  });

  it('a refused transfer counts once towards the daily cap when it is sent later that day', async () => {
    const market = await startMarket({ PAYOUT_DAILY_CAP: '180' });
    const { sale, restoreCapability } = await completeWithoutCapability(market, { details_submitted: false });

    await restoreCapability();

    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
    const counters = await listItems(market.service.deps, 'LIMIT#payouts#');
    expect(counters).toMatchObject([{ cents: 9004 }]);
  });

  it('a refused transfer counts again towards the daily cap when it is sent on another day', async () => {
    const market = await startMarket({ PAYOUT_DAILY_CAP: '180' });
    const { restoreCapability } = await completeWithoutCapability(market, { details_submitted: false });
    market.service.deps.clock.advance(24 * 3600_000);

    await restoreCapability();

    const counters = await listItems(market.service.deps, 'LIMIT#payouts#');
    expect(counters).toMatchObject([{ cents: 9004 }, { cents: 9004 }]);
  });

  it('a payout that a refund reduces after a failed transfer counts towards the daily cap with the sent amount', async () => {
    const market = await startMarket({ PAYOUT_DAILY_CAP: '180' });
    const sale = await market.createAssignedTestimony({ price: 100.05 });
    await market.verifyPaymentAccount(sale.expert);
    await market.configureProvider('faults', { operation: 'POST /v1/transfers', fault: 'error', count: 3 });
    await completeTestimony(sale);
    await market.runJobs();
    await market.configureProvider('faults', {});
    await simulateAndSync(market, sale, 'refund', { amount: '3000' });
    market.service.deps.clock.advance(30 * 60_000);
    await allocate(market, sale, 'borne-by-expert', 30);

    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 60.04 });
    const counters = await listItems(market.service.deps, 'LIMIT#payouts#');
    expect(counters).toMatchObject([{ cents: 6004 }]);
  });

  it('a transfer whose response is lost and that Stripe does not list yet is repeated under the same key', async () => {
    const market = await startMarket();
    const sale = await createCompletedTestimony(market);
    const { clock, payments } = market.service.deps;
    const { listTransfers: listAtProvider, transfer } = payments;
    payments.listTransfers = async () => [];
    payments.transfer = async input => {
      payments.transfer = transfer;
      await transfer(input);
      throw new Error('the response is lost');
    };

    await market.runJobs();
    clock.advance(3600_000);
    await market.runJobs();
    payments.listTransfers = listAtProvider;
    await assertLedgersMatch(market);

    expect(await listTransfers(market, sale)).toMatchObject([{ amount: -9004 }]);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  });

  it('a payout is owed at the first attempt when its payment account has vanished at Stripe', async () => {
    const market = await startMarket();
    const sale = await createCompletedTestimony(market);
    await market.updateAccount(sale.expert, { paymentAccountId: 'acct_vanished' });

    await market.runJobs();

    expect(await getPayout(sale)).toMatchObject({ status: 'owed', amount: 90.04 });
    expect((await sale.expert.get('/me')).body.data).toMatchObject({ paymentAccount: 'incomplete' });
    expect(await operatorRoutes(market).listMoney('payment-account')).toMatchObject([
      { testimonyId: sale.testimony.id },
    ]);
    const { url } = assertSuccess(
      await sale.expert.post('/me/payment-account', { currentPassword: PASSWORD }),
    );
    await fetch(url, { method: 'POST', redirect: 'manual' });
    await sendEvent(market.service, accountUpdatedEvent(/acct_\w+/.exec(url)?.[0] ?? ''));
    await assertLedgersMatch(market);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  });

  it('a payout waits for an operator when Stripe refuses the transfer to a restricted payment account', async () => {
    const market = await startMarket();
    const { sale, restoreCapability } = await completeWithoutCapability(market, {});
    const held = { status: 'held', reason: 'expert', amount: 90.04, sentAt: null };

    expect(await getPayout(sale)).toMatchObject(held);
    expect((await sale.expert.get('/me')).body.data).toMatchObject({ paymentAccount: 'restricted' });
    expect(await listTransfers(market, sale)).toEqual([]);
    expect(await listSubjects(sale.expert.email)).toContain('Váš účet na výplaty potrebuje pozornosť');

    await restoreCapability();
    expect(await getPayout(sale)).toMatchObject(held);
    assertSuccess(await operatorRoutes(market).decide(sale.testimony.id, 'payout/send', {}));
    await assertLedgersMatch(market);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
    expect(await listTransfers(market, sale)).toMatchObject([{ amount: -9004 }]);
  });

  it('a payout is sent once after Stripe has returned errors', async () => {
    const market = await startMarket();
    const sale = await createCompletedTestimony(market);
    await market.configureProvider('faults', { operation: 'POST /v1/transfers', fault: 'error', count: 2 });

    for (const _ of [1, 2, 3, 4]) {
      await market.runJobs();
      market.service.deps.clock.advance(10 * 60_000);
    }

    await assertLedgersMatch(market);
    expect(await listTransfers(market, sale)).toHaveLength(1);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
  });

  it('a payout is sent once when several payout jobs run concurrently', async () => {
    const market = await startMarket();
    const sale = await createCompletedTestimony(market);
    const { jobs, random, clock } = market.service.deps;
    const task = { kind: 'pay-out', testimonyId: sale.testimony.id } as const;
    const others = [1, 2, 3].map(() => random.uuid());
    for (const id of others) await jobs.add({ id, task, attempts: 0, createdAt: clock.now().toISOString() });

    await Promise.all([...others.map(id => market.service.streamJobs([id])), market.runJobs()]);
    market.service.deps.clock.advance(10 * 60_000);

    await assertLedgersMatch(market);
    expect(await listTransfers(market, sale)).toHaveLength(1);
  });

  it('a payout is held during a dispute and sent when the dispute is won', async () => {
    const market = await startMarket();
    const sale = await createCompletedTestimony(market);
    const { client, testimony, sessionId } = sale;
    await market.simulateOutcome(sessionId, 'dispute');
    const id = await findDisputeId(market);
    expect(await market.sendProviderEvent({ id, object: 'dispute' }, 'charge.dispute.created')).toMatchObject(
      {
        status: 204,
      },
    );
    await assertLedgersMatch(market);
    expect(await getPayout(sale)).toMatchObject({ status: 'held' });
    expect((await client.getTestimony(testimony.id)).payment.status).toBe('disputed');

    await market.simulateOutcome(sessionId, 'dispute-won');
    await market.sendProviderEvent({ id, object: 'dispute' }, 'charge.dispute.closed');
    await assertLedgersMatch(market);

    expect((await client.getTestimony(testimony.id)).payment.status).toBe('paid');
    expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
    expect(await listTransfers(market, sale)).toHaveLength(1);
  });

  it('a payout is not sent after a lost dispute', async () => {
    const market = await startMarket();
    const sale = await createCompletedTestimony(market);
    await market.simulateOutcome(sale.sessionId, 'dispute');
    const id = await findDisputeId(market);
    await market.simulateOutcome(sale.sessionId, 'dispute-lost');
    await market.sendProviderEvent({ id, object: 'dispute' }, 'charge.dispute.closed');

    await assertLedgersMatch(market);

    expect((await sale.client.getTestimony(sale.testimony.id)).payment.status).toBe('refunded');
    expect(await listTransfers(market, sale)).toEqual([]);
  });

  it('a payout is not sent when Stripe has a dispute that no event has reported yet', async () => {
    const market = await startMarket();
    const sale = await createCompletedTestimony(market);
    await market.simulateOutcome(sale.sessionId, 'dispute');

    await assertLedgersMatch(market);

    expect((await sale.client.getTestimony(sale.testimony.id)).payment.status).toBe('disputed');
    expect(await getPayout(sale)).toMatchObject({ status: 'held' });
    expect(await listTransfers(market, sale)).toEqual([]);
  });

  it('a payout after a partial refund waits until an operator decides who bears the refund', async () => {
    const market = await startMarket();
    const sale = await createCompletedTestimony(market);
    await market.simulateOutcome(sale.sessionId, 'refund', { amount: '5000' });
    await assertLedgersMatch(market);
    expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'decision' });
    expect(await listTransfers(market, sale)).toEqual([]);

    await allocate(market, sale, 'borne-by-expert', 50);
    await assertLedgersMatch(market);

    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 40.04 });
    expect(await listTransfers(market, sale)).toMatchObject([{ amount: -4004 }]);
    expect((await sale.client.getTestimony(sale.testimony.id)).payment).toMatchObject({
      status: 'paid',
      refunded: 50,
    });
    const text = await findMailText(sale.client.email, 'Vrátili sme vám časť platby');
    expect(text).toContain('50,00');
    expect(text).toContain('50,05');
  });
});

const findDisputeId = async (market: Market): Promise<string> =>
  (await market.getLedger()).find(({ kind }) => kind === 'dispute')?.source ?? '';

describe('refunds of payments', () => {
  /** Creates a payment for a testimony that the client cancels before the acceptance of the payment. */
  async function createLatePayment(market: Market) {
    const sale = await market.createOfferedTestimony();
    const sessionId = await sale.client.payOffer(sale.offer.id);
    await sale.client.cancelTestimony(sale.testimony.id);
    await sale.client.acceptOffer(sessionId);
    await market.runJobs();
    return {
      ...sale,
      sessionId,
      refund: (await market.getLedger()).find(({ kind }) => kind === 'refund')?.source,
    };
  }
  const PENDING = { begins: 'pending', ends: 'succeeded', afterSeconds: null };
  const sendRefundEvent = async (market: Market, sessionId: string) => {
    const { payment_intent } = await market.getSession(sessionId);
    return market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.updated');
  };

  it('a refund is pending until Stripe reports its success, which is mailed to the client once', async () => {
    const market = await startMarket();
    await market.configureProvider('refunds', PENDING);
    const { client, sessionId, refund } = await createLatePayment(market);
    expect((await assertLedgersMatch(market)).refunding).toEqual([sessionId]);
    expect(await listSubjects(client.email)).toContain('Vraciame vám platbu');

    await market.configureProvider(`refunds/${refund}`, { status: 'succeeded' });
    for (const _ of [1, 2]) expect(await sendRefundEvent(market, sessionId)).toMatchObject({ status: 204 });

    expect((await assertLedgersMatch(market)).refunded).toEqual([sessionId]);
    const subjects = await listSubjects(client.email);
    expect(subjects.filter(subject => subject === 'Vrátili sme vám platbu')).toHaveLength(1);
  });

  it('a payout is sent after all when a manual refund of the payment has failed', async () => {
    const market = await startMarket();
    await market.configureProvider('refunds', PENDING);
    const sale = await createCompletedTestimony(market);
    await market.simulateOutcome(sale.sessionId, 'refund', { amount: '10005' });
    await market.runJobs();
    expect(await getPayout(sale)).toMatchObject({ status: 'held' });

    const refund = (await market.getLedger()).find(({ kind }) => kind === 'refund')?.source;
    await market.configureProvider(`refunds/${refund}`, { status: 'failed' });
    await sendRefundEvent(market, sale.sessionId);
    await assertLedgersMatch(market);

    expect((await sale.client.getTestimony(sale.testimony.id)).payment.status).toBe('paid');
    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
    expect(await listTransfers(market, sale)).toHaveLength(1);
  });

  it('the failed refund of a late payment is sent again only by a decision', async () => {
    const market = await startMarket();
    await market.configureProvider('refunds', PENDING);
    const { sessionId, refund } = await createLatePayment(market);
    await market.configureProvider(`refunds/${refund}`, { status: 'failed' });
    await sendRefundEvent(market, sessionId);
    await market.runJobs();

    expect(await market.service.deps.jobs.health()).toMatchObject({ dead: 0 });
    await market.configureProvider('refunds', {});
    await decideRefund(market, 'send');

    expect((await assertLedgersMatch(market)).refunded).toEqual([sessionId]);
    const money = (await listItems(market.service.deps, 'TESTIMONY#')).filter(({ sk }) =>
      sk.startsWith('MONEY#'),
    );
    expect(money.map(({ kind }) => kind).sort()).toEqual([
      'payment',
      'refund',
      'refund',
      'refund-arrived',
      'refund-failed',
    ]);
  });

  it('a refund event returns 503 until the payment is recorded, so that Stripe sends it again', async () => {
    const market = await startMarket();
    const { client, offer } = await market.createOfferedTestimony();
    const sessionId = await client.payOffer(offer.id);
    await market.simulateOutcome(sessionId, 'refund');

    expect(await sendRefundEvent(market, sessionId)).toMatchObject({ status: 503 });
    await client.acceptOffer(sessionId);
    expect(await sendRefundEvent(market, sessionId)).toMatchObject({ status: 204 });
    await assertLedgersMatch(market);
  });
});
