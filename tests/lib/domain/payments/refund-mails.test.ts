/** Tests of the mails about refunds that an operator makes at the payment provider (infra/docs/api/payments.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Market, startMarket } from '../../../support/start-market.ts';
import { listMailsTo } from '../../../support/start-service.ts';

const REFUND_BEGUN = 'Vraciame vám platbu';
const REFUND_ARRIVED = 'Vrátili sme vám platbu';

let market: Market;
beforeEach(async () => {
  market = await startMarket();
});

/** Pays a testimony of 100 euros and refunds 40 euros at once. The remaining refund will stay pending. */
async function refundInTwoParts() {
  const sale = await market.createAssignedTestimony({ price: 100 });
  const { sessionId } = sale;
  await market.simulateOutcome(sessionId, 'refund', { amount: '4000' });
  await market.simulateOutcome(sessionId, 'refunds-wait');
  const reportRefund = async () => {
    const { payment_intent } = await market.getSession(sessionId);
    const event = { id: 're_1', payment_intent: payment_intent.id };
    expect(await market.sendProviderEvent(event, 'refund.updated')).toMatchObject({ status: 204 });
    await market.runJobs();
  };
  const refundRest = () => market.simulateOutcome(sessionId, 'refund');
  const listSubjects = async () =>
    (await listMailsTo(sale.client.email))
      .map(({ subject }) => subject)
      .filter(subject => subject === REFUND_BEGUN || subject === REFUND_ARRIVED);
  return { ...sale, reportRefund, refundRest, listSubjects };
}

describe('mails about two refunds of one payment', () => {
  it('the client learns that the rest is on its way when the newer refund is pending', async () => {
    const { reportRefund, refundRest, listSubjects } = await refundInTwoParts();
    await reportRefund();
    await refundRest();

    await reportRefund();

    expect((await listSubjects()).filter(subject => subject === REFUND_BEGUN)).toHaveLength(1);
  });

  it('the client learns that the rest is on its way when both refunds are found together', async () => {
    const { reportRefund, refundRest, listSubjects } = await refundInTwoParts();
    await refundRest();

    await reportRefund();
    await reportRefund();

    expect(await listSubjects()).toEqual([REFUND_BEGUN]);
  });

  it('the client learns once that the payment has arrived when the pending refund succeeds', async () => {
    const { sessionId, reportRefund, refundRest, listSubjects } = await refundInTwoParts();
    await refundRest();
    await reportRefund();
    await market.simulateOutcome(sessionId, 'refund-succeeds');

    await reportRefund();
    await reportRefund();

    expect((await listSubjects()).filter(subject => subject === REFUND_ARRIVED)).toHaveLength(1);
  });
});
