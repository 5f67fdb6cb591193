/** Tests of alerts to operators about disputes and long escrow (infra/docs/api/testimonies.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../../../../lib/durations.ts';
import { readLogEvents } from '../../../../support/captured-log.ts';
import { operatorRoutes } from '../../../../support/operator-routes.ts';
import { simulateAndSync } from '../../../../support/payouts.ts';
import { type Market, startMarket } from '../../../../support/start-market.ts';
import { documentBody } from '../../../../support/testimony-builders.ts';

let market: Market;
let before: number;

const listRaisedAlerts = () =>
  readLogEvents('operator.alert')
    .slice(before)
    .map(({ detail }) => detail);

beforeEach(async () => {
  market = await startMarket();
  before = readLogEvents('operator.alert').length;
});

type AssignedTestimony = Awaited<ReturnType<Market['createAssignedTestimony']>>;

async function advanceDays(days: number): Promise<void> {
  market.service.deps.clock.advance(days * DAY);
  await market.runJobs();
}

const completeTestimony = ({ expert, testimony }: AssignedTestimony) =>
  expert.post(`/testimonies/${testimony.id}/complete`, documentBody());

describe('alerts about disputes', () => {
  const sendDisputeEvent = async (type: string) => {
    const dispute = (await market.getLedger()).find(({ kind }) => kind === 'dispute');
    return market.sendProviderEvent({ id: dispute?.source }, type);
  };

  it('operators get one alert about a dispute even when several events report it', async () => {
    const { sessionId } = await market.createAssignedTestimony();
    await market.simulateOutcome(sessionId, 'dispute');
    for (const type of ['created', 'created', 'updated']) await sendDisputeEvent(`charge.dispute.${type}`);
    await market.simulateOutcome(sessionId, 'dispute-lost');
    await sendDisputeEvent('charge.dispute.closed');

    await market.runJobs();

    expect(listRaisedAlerts().filter(alert => alert === 'payment disputed')).toHaveLength(1);
  });

  it('operators are alerted to a dispute that is found at the payout although no event has arrived', async () => {
    const sale = await market.createAssignedTestimony();
    await market.verifyPaymentAccount(sale.expert);
    await market.simulateOutcome(sale.sessionId, 'dispute');
    await completeTestimony(sale);

    await market.runJobs();

    expect(listRaisedAlerts().filter(alert => alert === 'payment disputed')).toHaveLength(1);
  });

  it('operators are alerted to a dispute about a payment that arrived after the cancellation', async () => {
    const { client, offer, testimony } = await market.createOfferedTestimony();
    const sessionId = await client.payOffer(offer.id);
    await client.cancelTestimony(testimony.id);
    await market.simulateOutcome(sessionId, 'dispute');
    await client.acceptOffer(sessionId);

    await market.runJobs();

    expect(listRaisedAlerts()).toEqual(['payment disputed']);
  });
});

describe('alerts about money in escrow', () => {
  const HELD = ['money held long'];
  const listHeldTestimonies = async (list: string) =>
    (await operatorRoutes(market).listMoney(list)).map(({ testimonyId, until }) => [testimonyId, until]);
  const getHeldUntil = (testimony: { payment: { paidAt: string } }) =>
    new Date(Date.parse(testimony.payment.paidAt) + 90 * DAY).toISOString();

  it('operators are alerted after 80 days in escrow, even before the testimony is due', async () => {
    const sale = await market.createAssignedTestimony({ daysToComplete: 200 });
    const heldUntil = getHeldUntil(await sale.client.getTestimony(sale.testimony.id));
    await advanceDays(79.9);
    expect([listRaisedAlerts(), await listHeldTestimonies('overdue')]).toEqual([[], []]);

    await advanceDays(0.2);

    expect(listRaisedAlerts()).toEqual(HELD);
    expect(await listHeldTestimonies('overdue')).toEqual([[sale.testimony.id, heldUntil]]);
    expect(await operatorRoutes(market).show(sale.testimony.id)).toMatchObject({ heldUntil });
  });

  it('operators are alerted when a payout is still owed after 80 days in escrow', async () => {
    const sale = await market.createAssignedTestimony();
    const heldUntil = getHeldUntil(await sale.client.getTestimony(sale.testimony.id));
    await completeTestimony(sale);

    await advanceDays(81);

    expect(listRaisedAlerts()).toEqual(HELD);
    expect(await listHeldTestimonies('payment-account')).toEqual([[sale.testimony.id, heldUntil]]);
  });

  it('no alert about escrow is raised after the money was paid out, refunded or disputed', async () => {
    const [sent, cancelled, refunded, disputed] = await Promise.all(
      [1, 2, 3, 4].map(() => market.createAssignedTestimony({ daysToComplete: 200 })),
    );
    if (!sent || !cancelled || !refunded || !disputed) throw new Error('there are four');
    await market.verifyPaymentAccount(sent.expert);
    await completeTestimony(sent);
    await operatorRoutes(market).cancel(cancelled.testimony.id, 'Dohoda.');
    await market.simulateOutcome(refunded.sessionId, 'refund');
    const { payment_intent } = await market.getSession(refunded.sessionId);
    await market.sendProviderEvent({ id: 'ch_1', payment_intent: payment_intent.id }, 'charge.refunded');
    await market.simulateOutcome(disputed.sessionId, 'dispute');
    const dispute = (await market.getLedger()).find(({ kind }) => kind === 'dispute');
    await market.sendProviderEvent({ id: dispute?.source }, 'charge.dispute.created');
    await market.runJobs();

    await advanceDays(81);

    expect(listRaisedAlerts().sort()).toEqual(['payment disputed', 'payment unbalanced']);
    for (const { testimony } of [sent, cancelled, refunded, disputed])
      expect(await operatorRoutes(market).show(testimony.id)).toMatchObject({ heldUntil: null });
  });
});

it('operators are alerted once to a manual refund and once to its failure', async () => {
  const sale = await market.createAssignedTestimony();
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await simulateAndSync(market, sale, 'refund', { amount: '10000' });

  for (const outcome of ['refund-fails', 'dispute']) await simulateAndSync(market, sale, outcome);

  expect(listRaisedAlerts()).toEqual(['payment unbalanced', 'manual refund failed', 'payment disputed']);
});

it.each(['refund', 'cancel'])(
  'operators are alerted to a failed refund, which leaves no dead job (refund by: %s)',
  async action => {
    const sale = await market.createAssignedTestimony();
    await market.simulateOutcome(sale.sessionId, 'refunds-wait');
    await operatorRoutes(market).decide(sale.testimony.id, action, { amount: 100, from: 'both' });
    await market.runJobs();

    await simulateAndSync(market, sale, 'refund-fails');

    expect(listRaisedAlerts()).toEqual(['refund failed']);
    expect(await operatorRoutes(market).list('jobs?state=dead')).toEqual([]);
  },
);
