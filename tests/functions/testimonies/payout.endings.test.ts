/** Payouts that come back, and those that an operator ends (infra/docs/api/payments.md). */
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { assertLedgersMatch } from '../../support/ledger.ts';
import { type Market, startMarket } from '../../support/market.ts';
import { OPERATOR } from '../../support/operators.ts';
import { operatorRoutes } from '../operator/testimonies.ts';
import {
  type AssignedTestimony,
  deadJobs,
  delivered,
  dismiss,
  paidOut,
  payoutOf,
  revive,
  transfersIn,
} from './payouts.ts';

/** Somebody takes so many cents back by hand, all of it unless said otherwise. */
async function reversed(market: Market, { sessionId }: AssignedTestimony, amount = ''): Promise<void> {
  await market.befalls(sessionId, 'payout-reversed', { amount });
}

const told = async (market: Market, sale: AssignedTestimony) => {
  const [sent] = await transfersIn(market, sale);
  return market.tell({ id: sent?.source, object: 'transfer' }, 'transfer.reversed');
};

/** Thirty euros of what was sent: failed by so much. */
async function cameBackInPart(market: Market, sale: AssignedTestimony): Promise<void> {
  await reversed(market, sale, '3000');
  await told(market, sale);
  await market.work();
  expect(await payoutOf(sale)).toMatchObject({ status: 'failed', amount: 30 });
}

const reviveAll = async (market: Market) => {
  for (const { id } of await deadJobs(market)) await revive(market, id);
};

const kindsOf = async (market: Market, { testimony }: AssignedTestimony) =>
  (await operatorRoutes(market).show(testimony.id)).money.map(({ kind }: { kind: string }) => kind);

const listed = async (market: Market) =>
  (await operatorRoutes(market).list('payouts?state=failed')).map(({ id }: { id: string }) => id);

describe('reversed payouts', () => {
  it('records a reversed payout once as failed and does not send it again automatically', async () => {
    const market = await startMarket();
    const sale = await paidOut(market);
    await reversed(market, sale);

    for (const _ of [1, 2]) expect(await told(market, sale)).toMatchObject({ status: 204 });
    await market.work();

    expect(await payoutOf(sale)).toMatchObject({ status: 'failed', amount: 90.04 });
    expect(await kindsOf(market, sale)).toEqual(['payment', 'payout', 'payout-reversed']);
    expect(await operatorRoutes(market).show(sale.testimony.id)).toMatchObject({ held: 100.05 });
    expect(await listed(market)).toEqual([sale.testimony.id]);
    expect(await deadJobs(market)).toMatchObject([{ kind: 'pay-out' }]);
    expect(await transfersIn(market, sale)).toHaveLength(1);
  });

  it('sends a reversed payout again when an operator retries its job', async () => {
    const market = await startMarket();
    const sale = await paidOut(market);
    await reversed(market, sale);
    await told(market, sale);
    await market.work();

    await reviveAll(market);
    await assertLedgersMatch(market);

    expect(await payoutOf(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
    expect(await transfersIn(market, sale)).toHaveLength(2);
    expect(await listed(market)).toEqual([]);
  });

  it('sends the missing part of a partly reversed payout on a retry', async () => {
    const market = await startMarket();
    const sale = await paidOut(market);
    await cameBackInPart(market, sale);

    await reviveAll(market);
    await assertLedgersMatch(market);

    expect(await payoutOf(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
    expect(await transfersIn(market, sale)).toMatchObject([{ amount: -9004 }, { amount: -3000 }]);
  });

  it('shows the amount that a retry sends for a partly reversed payout of a partly refunded payment', async () => {
    const market = await startMarket();
    const sale = await delivered(market);
    await market.befalls(sale.sessionId, 'refund', { amount: '2000' });
    await market.work();
    await reviveAll(market);
    await market.work();
    expect(await payoutOf(sale)).toMatchObject({ status: 'sent', amount: 70.04 });
    await cameBackInPart(market, sale);

    await reviveAll(market);
    await assertLedgersMatch(market);

    expect(await payoutOf(sale)).toMatchObject({ status: 'sent', amount: 70.04 });
  });

  it('shows the full amount of a payout reversed during a dispute, also after the dispute is won', async () => {
    const market = await startMarket();
    const sale = await paidOut(market);
    await market.befalls(sale.sessionId, 'dispute');
    await reversed(market, sale);
    await told(market, sale);
    expect(await payoutOf(sale)).toMatchObject({ status: 'failed', amount: 90.04 });

    await market.befalls(sale.sessionId, 'dispute-won');
    await market.work();

    expect(await payoutOf(sale)).toMatchObject({ status: 'failed', amount: 90.04 });
  });

  it('shows a partly reversed payout as sent with the remaining amount after its job is dismissed', async () => {
    const market = await startMarket();
    const sale = await paidOut(market);
    await cameBackInPart(market, sale);

    for (const { id } of await deadJobs(market)) await dismiss(market, id);
    await assertLedgersMatch(market);

    expect(await payoutOf(sale)).toMatchObject({ status: 'sent', amount: 60.04 });
    expect(await listed(market)).toEqual([]);
  });

  it('creates no dead job for a payout that is reversed after a lost dispute', async () => {
    const market = await startMarket();
    const sale = await paidOut(market);
    for (const outcome of ['dispute', 'dispute-lost']) await market.befalls(sale.sessionId, outcome);
    await reversed(market, sale);
    expect(await told(market, sale)).toMatchObject({ status: 204 });

    await assertLedgersMatch(market);

    expect(await deadJobs(market)).toEqual([]);
    expect(await listed(market)).toEqual([]);
    expect(await transfersIn(market, sale)).toHaveLength(1);
  });

  it('creates a dead job for a payout reversed during a dispute once the dispute is won', async () => {
    const market = await startMarket();
    const sale = await paidOut(market);
    await market.befalls(sale.sessionId, 'dispute');
    await reversed(market, sale);
    await told(market, sale);
    await market.work();
    expect(await deadJobs(market)).toEqual([]);

    await market.befalls(sale.sessionId, 'dispute-won');
    const [dispute] = (await market.ledger()).filter(({ kind }) => kind === 'dispute');
    await market.tell({ id: dispute?.source }, 'charge.dispute.closed');
    await market.work();

    expect(await deadJobs(market)).toMatchObject([{ kind: 'pay-out' }]);
    expect(await transfersIn(market, sale)).toHaveLength(1);
  });

  it('returns 503 for a reversal event of a payout that is not recorded yet and 204 once it is', async () => {
    const market = await startMarket();
    const sale = await delivered(market);
    const { checkouts } = market.service.deps;
    const { recordUpdate } = checkouts;
    checkouts.recordUpdate = news =>
      news.movements.some(({ kind }) => kind === 'payout')
        ? Promise.reject(new Error('the process died'))
        : recordUpdate(news);
    await market.work();
    await reversed(market, sale, '3000');

    expect(await told(market, sale)).toMatchObject({ status: 503 });

    checkouts.recordUpdate = recordUpdate;
    market.service.deps.clock.advance(10 * 60_000);
    await market.work();
    expect(await told(market, sale)).toMatchObject({ status: 204 });
    await market.work();
    expect(await kindsOf(market, sale)).toEqual(['payment', 'payout', 'payout-reversed']);
    expect(await transfersIn(market, sale)).toHaveLength(1);
  });

  it.each(['tr_unknown', 'ch_1'])('ignores the reversal of an unknown transfer (%s)', async id => {
    const market = await startMarket();

    expect(await market.tell({ id }, 'transfer.reversed')).toMatchObject({ status: 204 });
  });
});

describe('dismissed payouts', () => {
  /** Waits for an operator, since a part was given back by hand. */
  async function waiting(market: Market): Promise<AssignedTestimony & { jobId: string }> {
    const sale = await delivered(market);
    await market.befalls(sale.sessionId, 'refund', { amount: '5000' });
    await market.work();
    const [job] = await deadJobs(market);
    return { ...sale, jobId: job?.id ?? '' };
  }

  it('marks a dismissed payout as failed, writes an audit entry and never sends it', async () => {
    const market = await startMarket();
    const sale = await waiting(market);
    expect(await listed(market)).toEqual([sale.testimony.id]);

    await dismiss(market, sale.jobId);

    expect(await payoutOf(sale)).toMatchObject({ status: 'failed', sentAt: null });
    expect([await listed(market), await deadJobs(market)]).toEqual([[], []]);
    expect(await market.service.deps.audit.list({ kind: 'job', id: sale.jobId })).toMatchObject([
      { who: OPERATOR, what: 'job dismissed', why: 'Tak sa dohodli.' },
    ]);
    await assertLedgersMatch(market);
    expect(await transfersIn(market, sale)).toEqual([]);
  });

  it('does not send a dismissed payout after a failed refund, a won dispute or a verified account', async () => {
    const market = await startMarket();
    const sale = await waiting(market);
    await dismiss(market, sale.jobId);
    const [refund] = await market.ledger();
    const given = (await market.ledger()).find(({ kind }) => kind === 'refund')?.source;
    await market.control(`refunds/${given}`, { status: 'failed' });
    await market.tell({ id: given, payment_intent: refund?.payment_intent }, 'refund.failed');
    for (const outcome of ['dispute', 'dispute-won']) await market.befalls(sale.sessionId, outcome);
    const dispute = (await market.ledger()).find(({ kind }) => kind === 'dispute')?.source;
    await market.tell({ id: dispute }, 'charge.dispute.closed');
    const { jobs, random, clock } = market.service.deps;
    for (const task of [
      { kind: 'pay-owed', expertId: sale.expert.id },
      { kind: 'pay-out', testimonyId: sale.testimony.id },
    ] as const)
      await jobs.add({ id: random.uuid(), task, attempts: 0, createdAt: clock.now().toISOString() });

    await assertLedgersMatch(market);

    expect(await kindsOf(market, sale)).toHaveLength(5);
    expect(await payoutOf(sale)).toMatchObject({ status: 'failed' });
    expect([await listed(market), await deadJobs(market)]).toEqual([[], []]);
    expect(await transfersIn(market, sale)).toEqual([]);
  });

  it('lets both parties delete their accounts after a payout is dismissed', async () => {
    const market = await startMarket();
    const sale = await waiting(market);
    await dismiss(market, sale.jobId);

    for (const { token } of [sale.expert, sale.client]) {
      const form = { currentPassword: PASSWORD };
      expect(await market.service.sends('DELETE', '/me', form, { token })).toMatchObject({ status: 204 });
    }
  });

  it('ends the payout of an expert with a deleted account only by dismissal, not by a retry', async () => {
    const market = await startMarket();
    const sale = await waiting(market);
    const form = { currentPassword: PASSWORD };
    const { token } = sale.expert;
    expect(await market.service.sends('DELETE', '/me', form, { token })).toMatchObject({ status: 204 });
    await revive(market, sale.jobId);
    await market.work();
    expect([await listed(market), await deadJobs(market)]).toMatchObject([
      [sale.testimony.id],
      [{ id: sale.jobId }],
    ]);

    await dismiss(market, sale.jobId);

    expect([
      await listed(market),
      await operatorRoutes(market).list('payouts'),
      await deadJobs(market),
    ]).toEqual([[], [], []]);
    expect(await transfersIn(market, sale)).toEqual([]);
  });

  it('performs either the dismissal or a concurrent retry of a payout, never both', async () => {
    const market = await startMarket();
    const sale = await waiting(market);

    await Promise.allSettled([dismiss(market, sale.jobId), revive(market, sale.jobId)]);
    await assertLedgersMatch(market);

    const audit = await market.service.deps.audit.list({ kind: 'job', id: sale.jobId });
    const isRetried = audit[0]?.what === 'job retried';
    expect(audit).toHaveLength(1);
    expect(await transfersIn(market, sale)).toHaveLength(isRetried ? 1 : 0);
    expect(await payoutOf(sale)).toMatchObject({ status: isRetried ? 'sent' : 'failed' });
  });
});
