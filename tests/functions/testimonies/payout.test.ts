/** Paying the expert when the work is delivered (infra/docs/api/payments.md). */
import { describe, expect, it } from 'vitest';
import { itemsIn } from '../../support/inspect-store.ts';
import { assertLedgersMatch } from '../../support/ledger.ts';
import { listSubjects } from '../../support/mails.ts';
import { assertSuccess, type Market, startMarket } from '../../support/market.ts';
import { accountUpdated, sendEvent } from '../../support/payments.ts';
import { complete, delivered, payoutOf, revive, transfersIn } from './payouts.ts';

const SENT = 'Poslali sme vám odmenu';

describe('payouts', () => {
  it('holds the payout until completion, then sends it once less the commission and notifies the expert', async () => {
    const market = await startMarket();
    const sale = await market.assigned({ price: 100.05 });
    await market.account(sale.expert);
    await market.work();
    expect(await payoutOf(sale)).toEqual({ status: 'held', amount: 90.04, sentAt: null });
    expect((await sale.client.see(sale.testimony.id)).payout).toBeNull();

    await complete(sale);
    await assertLedgersMatch(market);

    expect(await payoutOf(sale)).toEqual({
      status: 'sent',
      amount: 90.04,
      sentAt: expect.stringMatching(/Z$/),
    });
    expect(await transfersIn(market, sale)).toMatchObject([
      { amount: -9004, charge: expect.stringMatching(/^ch_/) },
    ]);
    expect((await listSubjects(sale.expert.email)).filter(subject => subject === SENT)).toHaveLength(1);
  });

  it('owes a payout while the payment account is unverified and sends it once verified', async () => {
    const market = await startMarket();
    const sale = await market.assigned();
    await complete(sale);
    await market.work();
    expect(await payoutOf(sale)).toEqual({ status: 'owed', amount: 225, sentAt: null });

    const { url } = assertSuccess(await sale.expert.post('/me/payment-account'));
    await fetch(url, { method: 'POST', redirect: 'manual' });
    const account = /acct_\w+/.exec(url)?.[0] ?? '';
    await sendEvent(market.service, accountUpdated(account));
    await assertLedgersMatch(market);

    expect(await payoutOf(sale)).toMatchObject({ status: 'sent', amount: 225 });
    expect(await transfersIn(market, sale)).toMatchObject([{ amount: -22_500 }]);
  });

  it('retries a payout after error responses of Stripe and sends it once', async () => {
    const market = await startMarket();
    const sale = await delivered(market);
    await market.control('answers', { failures: 2 });

    for (const _ of [1, 2, 3, 4]) {
      await market.work();
      market.service.deps.clock.advance(10 * 60_000);
    }

    await assertLedgersMatch(market);
    expect(await transfersIn(market, sale)).toHaveLength(1);
    expect(await payoutOf(sale)).toMatchObject({ status: 'sent' });
  });

  it('sends a payout once when several jobs run concurrently', async () => {
    const market = await startMarket();
    const sale = await delivered(market);
    const { jobs, random, clock } = market.service.deps;
    const task = { kind: 'pay-out', testimonyId: sale.testimony.id } as const;
    const others = [1, 2, 3].map(() => random.uuid());
    for (const id of others) await jobs.add({ id, task, attempts: 0, createdAt: clock.now().toISOString() });

    await Promise.all([...others.map(id => market.service.stream([id])), market.work()]);
    market.service.deps.clock.advance(10 * 60_000);

    await assertLedgersMatch(market);
    expect(await transfersIn(market, sale)).toHaveLength(1);
  });

  it('holds a payout during a dispute and sends it when the dispute is won', async () => {
    const market = await startMarket();
    const sale = await delivered(market);
    const { client, testimony, sessionId } = sale;
    await market.befalls(sessionId, 'dispute');
    const id = await disputeOf(market);
    expect(await market.tell({ id, object: 'dispute' }, 'charge.dispute.created')).toMatchObject({
      status: 204,
    });
    await assertLedgersMatch(market);
    expect(await payoutOf(sale)).toMatchObject({ status: 'held' });
    expect((await client.see(testimony.id)).payment.status).toBe('disputed');

    await market.befalls(sessionId, 'dispute-won');
    await market.tell({ id, object: 'dispute' }, 'charge.dispute.closed');
    await assertLedgersMatch(market);

    expect((await client.see(testimony.id)).payment.status).toBe('paid');
    expect(await payoutOf(sale)).toMatchObject({ status: 'sent' });
    expect(await transfersIn(market, sale)).toHaveLength(1);
  });

  it('does not send a payout after a lost dispute', async () => {
    const market = await startMarket();
    const sale = await delivered(market);
    await market.befalls(sale.sessionId, 'dispute');
    const id = await disputeOf(market);
    await market.befalls(sale.sessionId, 'dispute-lost');
    await market.tell({ id, object: 'dispute' }, 'charge.dispute.closed');

    await assertLedgersMatch(market);

    expect((await sale.client.see(sale.testimony.id)).payment.status).toBe('refunded');
    expect(await transfersIn(market, sale)).toEqual([]);
  });

  it('does not send a payout while a dispute exists that no event has reported', async () => {
    const market = await startMarket();
    const sale = await delivered(market);
    await market.befalls(sale.sessionId, 'dispute');

    await assertLedgersMatch(market);

    expect((await sale.client.see(sale.testimony.id)).payment.status).toBe('disputed');
    expect(await payoutOf(sale)).toMatchObject({ status: 'held' });
    expect(await transfersIn(market, sale)).toEqual([]);
  });

  it('moves the payout of a partly refunded payment to dead letter, and a retry sends the remainder', async () => {
    const market = await startMarket();
    const sale = await delivered(market);
    await market.befalls(sale.sessionId, 'refund', { amount: '5000' });
    await market.work();
    expect(await payoutOf(sale)).toMatchObject({ status: 'failed', amount: 40.04 });
    expect(await transfersIn(market, sale)).toEqual([]);

    const { items } = await market.service.deps.jobs.listDead({});
    expect(items).toMatchObject([{ task: { kind: 'pay-out', testimonyId: sale.testimony.id } }]);
    await revive(market, items[0]?.id ?? '');
    await assertLedgersMatch(market);

    expect(await payoutOf(sale)).toMatchObject({ status: 'sent', amount: 40.04 });
    expect(await transfersIn(market, sale)).toMatchObject([{ amount: -4004 }]);
  });
});

const disputeOf = async (market: Market): Promise<string> =>
  (await market.ledger()).find(({ kind }) => kind === 'dispute')?.source ?? '';

describe('refunds', () => {
  /** Paid for what was cancelled meanwhile. */
  async function late(market: Market) {
    const sale = await market.offered();
    const sessionId = await sale.client.pays(sale.offer.id);
    await sale.client.cancels(sale.testimony.id);
    await sale.client.accepts(sessionId);
    await market.work();
    return {
      ...sale,
      sessionId,
      refund: (await market.ledger()).find(({ kind }) => kind === 'refund')?.source,
    };
  }
  const PENDING = { begins: 'pending', ends: 'succeeded', afterSeconds: null };
  const news = async (market: Market, sessionId: string) => {
    const { payment_intent } = await market.session(sessionId);
    return market.tell({ id: 're_1', payment_intent: payment_intent.id }, 'refund.updated');
  };

  it('shows a refund as pending until Stripe reports success and then notifies the client once', async () => {
    const market = await startMarket();
    await market.control('refunds', PENDING);
    const { client, sessionId, refund } = await late(market);
    expect((await assertLedgersMatch(market)).refunding).toEqual([sessionId]);
    expect(await listSubjects(client.email)).toContain('Vraciame vám platbu');

    await market.control(`refunds/${refund}`, { status: 'succeeded' });
    for (const _ of [1, 2]) expect(await news(market, sessionId)).toMatchObject({ status: 204 });

    expect((await assertLedgersMatch(market)).refunded).toEqual([sessionId]);
    const subjects = await listSubjects(client.email);
    expect(subjects.filter(subject => subject === 'Vrátili sme vám platbu')).toHaveLength(1);
  });

  it('sends the payout when a manual refund has failed', async () => {
    const market = await startMarket();
    await market.control('refunds', PENDING);
    const sale = await delivered(market);
    await market.befalls(sale.sessionId, 'refund', { amount: '10005' });
    await market.work();
    expect(await payoutOf(sale)).toMatchObject({ status: 'held' });

    const refund = (await market.ledger()).find(({ kind }) => kind === 'refund')?.source;
    await market.control(`refunds/${refund}`, { status: 'failed' });
    await news(market, sale.sessionId);
    await assertLedgersMatch(market);

    expect((await sale.client.see(sale.testimony.id)).payment.status).toBe('paid');
    expect(await payoutOf(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
    expect(await transfersIn(market, sale)).toHaveLength(1);
  });

  it('moves a failed refund to dead letter until an operator retries it', async () => {
    const market = await startMarket();
    await market.control('refunds', PENDING);
    const { sessionId, refund } = await late(market);
    await market.control(`refunds/${refund}`, { status: 'failed' });
    await news(market, sessionId);
    await market.work();

    const { items } = await market.service.deps.jobs.listDead({});
    expect(items).toMatchObject([{ task: { kind: 'refund', sessionId, failed: refund } }]);
    await market.control('refunds', {});
    await revive(market, items[0]?.id ?? '');

    expect((await assertLedgersMatch(market)).refunded).toEqual([sessionId]);
    const money = (await itemsIn(market.service.deps, 'TESTIMONY#')).filter(({ sk }) =>
      sk.startsWith('MONEY#'),
    );
    expect(money.map(({ kind }) => kind).sort()).toEqual(['payment', 'refund', 'refund', 'refund-failed']);
  });

  it('records a manual refund of a testimony that stays accepted', async () => {
    const market = await startMarket();
    const { client, testimony, sessionId } = await market.assigned();
    await market.befalls(sessionId, 'refund');
    await news(market, sessionId);

    await assertLedgersMatch(market);

    expect(await client.see(testimony.id)).toMatchObject({
      state: 'accepted',
      payment: { status: 'refunded', refundedAt: expect.stringMatching(/Z$/) },
    });
  });

  it('returns 503 for a refund event until the payment is recorded, so that Stripe sends it again', async () => {
    const market = await startMarket();
    const { client, offer } = await market.offered();
    const sessionId = await client.pays(offer.id);
    await market.befalls(sessionId, 'refund');

    expect(await news(market, sessionId)).toMatchObject({ status: 503 });
    await client.accepts(sessionId);
    expect(await news(market, sessionId)).toMatchObject({ status: 204 });
    await assertLedgersMatch(market);
  });
});
