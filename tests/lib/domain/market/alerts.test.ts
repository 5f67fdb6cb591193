/** What operators are woken for (infra/docs/api/testimonies.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { operatorRoutes } from '../../../functions/operator/testimonies.ts';
import { logLines } from '../../../support/log.ts';
import { type Market, startMarket } from '../../../support/market.ts';
import { documentBody } from '../../../support/testimony-builders.ts';

const DAY = 24 * 3600_000;

let market: Market;
let before: number;

const rung = () =>
  logLines('operator.alert')
    .slice(before)
    .map(({ detail }) => detail);

beforeEach(async () => {
  market = await startMarket();
  before = logLines('operator.alert').length;
});

type Sale = Awaited<ReturnType<Market['assigned']>>;

async function pass(days: number): Promise<void> {
  market.service.deps.clock.advance(days * DAY);
  await market.work();
}

const complete = ({ expert, testimony }: Sale) =>
  expert.post(`/testimonies/${testimony.id}/complete`, documentBody());

describe('dispute alerts', () => {
  const tell = async (type: string) => {
    const dispute = (await market.ledger()).find(({ kind }) => kind === 'dispute');
    return market.tell({ id: dispute?.source }, type);
  };

  it('alerts operators of a dispute once, however many events arrive', async () => {
    const { sessionId } = await market.assigned();
    await market.befalls(sessionId, 'dispute');
    for (const type of ['created', 'created', 'updated']) await tell(`charge.dispute.${type}`);
    await market.befalls(sessionId, 'dispute-lost');
    await tell('charge.dispute.closed');

    await market.work();

    expect(rung()).toEqual(['payment disputed']);
  });

  it('alerts operators of a dispute found before a payout when all its events were lost', async () => {
    const sale = await market.assigned();
    await market.account(sale.expert);
    await market.befalls(sale.sessionId, 'dispute');
    await complete(sale);

    await market.work();

    expect(rung()).toEqual(['payment disputed']);
  });

  it('alerts operators of a dispute over a payment that arrived too late', async () => {
    const { client, offer, testimony } = await market.offered();
    const sessionId = await client.pays(offer.id);
    await client.cancels(testimony.id);
    await market.befalls(sessionId, 'dispute');
    await client.accepts(sessionId);

    await market.work();

    expect(rung()).toEqual(['payment disputed']);
  });
});

describe('escrow alerts', () => {
  const HELD = ['money held long'];
  const listed = async (list: string) =>
    (await operatorRoutes(market).list(list)).map(({ id, heldUntil }: { id: string; heldUntil: string }) => [
      id,
      heldUntil,
    ]);
  const until = (testimony: { payment: { paidAt: string } }) =>
    new Date(Date.parse(testimony.payment.paidAt) + 90 * DAY).toISOString();

  it('alerts operators of money in escrow for 80 days and lists it, whatever the due date', async () => {
    const sale = await market.assigned({ daysToComplete: 200 });
    const heldUntil = until(await sale.client.see(sale.testimony.id));
    await pass(79.9);
    expect([rung(), await listed('testimonies')]).toEqual([[], []]);

    await pass(0.2);

    expect(rung()).toEqual(HELD);
    expect(await listed('testimonies')).toEqual([[sale.testimony.id, heldUntil]]);
    expect(await operatorRoutes(market).show(sale.testimony.id)).toMatchObject({ heldUntil });
  });

  it('alerts operators of a payout that is still owed after 80 days', async () => {
    const sale = await market.assigned();
    const heldUntil = until(await sale.client.see(sale.testimony.id));
    await complete(sale);

    await pass(81);

    expect(rung()).toEqual(HELD);
    expect(await listed('payouts?state=owed')).toEqual([[sale.testimony.id, heldUntil]]);
  });

  it('does not send an escrow alert once the money is paid out, refunded or disputed', async () => {
    const [sent, cancelled, refunded, disputed] = await Promise.all(
      [1, 2, 3, 4].map(() => market.assigned({ daysToComplete: 200 })),
    );
    if (!sent || !cancelled || !refunded || !disputed) throw new Error('there are four');
    await market.account(sent.expert);
    await complete(sent);
    await operatorRoutes(market).cancel(cancelled.testimony.id, 'Dohoda.');
    await market.befalls(refunded.sessionId, 'refund');
    const { payment_intent } = await market.session(refunded.sessionId);
    await market.tell({ id: 'ch_1', payment_intent: payment_intent.id }, 'charge.refunded');
    await market.befalls(disputed.sessionId, 'dispute');
    const dispute = (await market.ledger()).find(({ kind }) => kind === 'dispute');
    await market.tell({ id: dispute?.source }, 'charge.dispute.created');
    await market.work();

    await pass(81);

    expect(rung()).toEqual(['payment disputed']);
    for (const { testimony } of [sent, cancelled, refunded, disputed])
      expect(await operatorRoutes(market).show(testimony.id)).toMatchObject({ heldUntil: null });
  });
});
