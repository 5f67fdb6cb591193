/** Attacks that turn stolen cards into payouts (infra/docs/api/payments.md#protection-against-fraud). */
import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../lib/durations.ts';
import { listItems } from '../../support/inspect-store.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { asOperator } from '../../support/operators.ts';
import {
  type AssignedTestimony,
  completeTestimony,
  getPayout,
  listTransfers,
  setDocumentCheck,
} from '../../support/payouts.ts';
import {
  type Market,
  type MarketClient,
  type MarketExpert,
  readSessionId,
  startMarket,
} from '../../support/start-market.ts';

/** Creates a marketplace with an expert who belongs to the fraudsters and whose payment account is verified. */
async function startWithFraudster(settings: Record<string, string> = {}) {
  const market = await startMarket(settings);
  const expert = await market.createExpert();
  await market.verifyPaymentAccount(expert);
  return { market, expert };
}

/** Creates a testimony whose offer is paid with the form `outcome` of the payment page. */
async function createPaidTestimony(
  market: Market,
  client: MarketClient,
  expert: MarketExpert,
  price: number,
  outcome = 'pay',
) {
  const testimony = await client.createTestimony();
  const offer = await expert.createOffer(testimony.id, { price });
  const { url } = (await client.startCheckout(offer.id)).body.data;
  const sessionId = readSessionId(url);
  await market.simulateOutcome(sessionId, outcome);
  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
  return { client, expert, testimony, offer, sessionId };
}

/** Delivers and confirms the testimony right after the payment, as fraudsters do. */
async function deliverAndConfirm(market: Market, sale: AssignedTestimony): Promise<void> {
  await completeTestimony(sale);
  await market.runJobs();
  await sale.client.confirmTestimony(sale.testimony.id);
  await market.runJobs();
}

async function release(market: Market, { testimony }: AssignedTestimony): Promise<void> {
  expect(await operatorRoutes(market).decide(testimony.id, 'payout/send', {})).toMatchObject({
    status: 200,
  });
  await market.runJobs();
}

const listIds = async (market: Market, list: string) =>
  (await operatorRoutes(market).listMoney(list)).map(({ testimonyId }) => testimonyId);

it.each(['unreadable', 'active-content'] as const)(
  'a confirmation does not send the payout of a document that is %s',
  async documentCheck => {
    const { market, expert } = await startWithFraudster({ PAYOUT_DELAY_DAYS: '3' });
    const sale = await createPaidTestimony(market, await market.createClient(), expert, 900);
    await completeTestimony(sale);
    await setDocumentCheck(market, sale, documentCheck);

    expect(await sale.client.confirmTestimony(sale.testimony.id)).toMatchObject({ status: 200 });
    market.service.deps.clock.advance(30 * DAY);
    await market.runJobs();

    expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'document' });
    expect(await listTransfers(market, sale)).toEqual([]);
    await release(market, sale);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
  },
);

it('a confirmed first payout waits seven days from the payment and is in a list of operators', async () => {
  const { market, expert } = await startWithFraudster({ PAYOUT_MIN_DAYS: '7' });
  const sale = await createPaidTestimony(market, await market.createClient(), expert, 900);
  await deliverAndConfirm(market, sale);

  const { acceptedAt } = await sale.client.getTestimony(sale.testimony.id);
  const until = new Date(Date.parse(acceptedAt) + 7 * DAY).toISOString();
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'not-due', until });
  expect(await listIds(market, 'waiting-period')).toEqual([sale.testimony.id]);

  market.service.deps.clock.advance(7 * DAY - MINUTE);
  await market.runJobs();
  expect(await listTransfers(market, sale)).toEqual([]);
  market.service.deps.clock.advance(MINUTE);
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', until: null });
  expect(await listIds(market, 'waiting-period')).toEqual([]);
});

it.each(['elevated', 'highest'])(
  'the payout for a payment with a card of %s risk waits until an operator releases the payout',
  async level => {
    const { market, expert } = await startWithFraudster();
    const sale = await createPaidTestimony(market, await market.createClient(), expert, 900, `pay-${level}`);
    await deliverAndConfirm(market, sale);

    expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'risk' });
    expect(await operatorRoutes(market).listMoney('decide')).toMatchObject([
      { testimonyId: sale.testimony.id, reason: 'risk' },
    ]);
    await release(market, sale);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
  },
);

it('the end of a complaint does not release a payout from its waiting period', async () => {
  const { market, expert } = await startWithFraudster({ PAYOUT_MIN_DAYS: '7', PAYOUT_DELAY_DAYS: '3' });
  const sale = await createPaidTestimony(market, await market.createClient(), expert, 900);
  await completeTestimony(sale);
  await market.runJobs();
  await sale.client.complainAboutTestimony(sale.testimony.id);
  await operatorRoutes(market).endComplaint(sale.testimony.id, { outcome: 'pay-out', reason: 'Dohoda.' });
  await market.runJobs();

  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'not-due' });
});

it('payouts above the daily cap of an expert wait for an operator, even when their jobs run concurrently', async () => {
  const { market, expert } = await startWithFraudster({ PAYOUT_DAILY_CAP: '1000' });
  const client = await market.createClient();
  const sales = [
    await createPaidTestimony(market, client, expert, 600),
    await createPaidTestimony(market, client, expert, 600),
    await createPaidTestimony(market, client, expert, 100),
  ] as const;
  await Promise.all(sales.map(sale => completeTestimony(sale)));
  await market.service.runJobs('pay-out');
  const jobs = await listItems(market.service.deps, 'JOB#');
  await market.service.streamJobs(jobs.filter(({ task }) => task.kind === 'pay-out').map(({ id }) => id));
  await market.runJobs();

  const payouts = await Promise.all(sales.map(getPayout));
  const held = sales.filter((_, index) => payouts[index].status === 'held');
  expect(payouts.map(({ status, reason }) => reason ?? status).sort()).toEqual(['cap', 'sent', 'sent']);
  expect(await listIds(market, 'decide')).toEqual(held.map(({ testimony }) => testimony.id));
  market.service.deps.clock.advance(2 * DAY);
  await market.runJobs();
  for (const sale of held) {
    expect(await listTransfers(market, sale)).toEqual([]);
    await release(market, sale);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
  }
});

/**
 * Creates two paid testimonies of one expert, whose payouts of 540 € together exceed the daily cap. The first testimony
 * is delivered a minute before the end of a Slovak day, but the payout for it is not sent yet.
 */
async function deliverBeforeMidnight() {
  const { market, expert } = await startWithFraudster({ PAYOUT_DAILY_CAP: '1000' });
  const { clock } = market.service.deps;
  const client = await market.createClient();
  const first = await createPaidTestimony(market, client, expert, 600);
  const second = await createPaidTestimony(market, client, expert, 600);
  await market.runJobs();
  const nextDay = clock.now().setUTCHours(24, 0, 0, 0);
  // The Slovak day ends one or two hours before the UTC day, depending on the season.
  const hours = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Bratislava', hour: 'numeric' }).format(nextDay),
  );
  clock.advance(nextDay - hours * HOUR - MINUTE - clock.now().getTime());
  await completeTestimony(first);
  await market.service.runJobs('pay-out');
  return { market, clock, first, second };
}

async function assertSecondIsCapped(
  market: Market,
  { first, second }: Record<'first' | 'second', AssignedTestimony>,
): Promise<void> {
  await completeTestimony(second);
  await market.runJobs();
  expect(await getPayout(first)).toMatchObject({ status: 'sent' });
  expect(await getPayout(second)).toMatchObject({ status: 'held', reason: 'cap' });
}

it('a payout whose first transfer failed before midnight counts towards the daily cap of the next day', async () => {
  const { market, clock, ...sales } = await deliverBeforeMidnight();
  await market.configureProvider('faults', { operation: 'POST /v1/transfers', fault: 'error' });
  await market.runJobs();
  clock.advance(HOUR);
  await market.runJobs();

  await assertSecondIsCapped(market, sales);
});

it('a payout that is counted just before midnight but sent later counts towards the daily cap of the next day', async () => {
  const { market, clock, ...sales } = await deliverBeforeMidnight();
  const { unitOfWork } = market.service.deps;
  const { commit } = unitOfWork;
  unitOfWork.commit = async (changes, record) => {
    const rejections = await commit(changes, record);
    if (changes.some(({ kind }) => kind === 'payout-counted')) clock.advance(120_000);
    return rejections;
  };
  await market.runJobs();
  unitOfWork.commit = commit;
  clock.advance(HOUR);
  await market.runJobs();

  await assertSecondIsCapped(market, sales);
});

it('the payout of an expert with a new name waits until the review of the name ends', async () => {
  const { market, expert } = await startWithFraudster();
  const sale = await createPaidTestimony(market, await market.createClient(), expert, 900);
  await market.service.put('/me', { firstName: 'Cudzie', lastName: 'Meno' }, expert);
  await deliverAndConfirm(market, sale);

  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'review' });
  const { body } = await market.service.get(`/operator/experts/${expert.id}`, asOperator);
  const { revision } = body.data;
  await market.service.put(
    `/operator/experts/${expert.id}/identity-review`,
    { decision: 'accepted', revision },
    asOperator,
  );
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
});

it('an offer of one euro leaves the platform more than the fee of the provider', async () => {
  const { market, expert } = await startWithFraudster();
  const sale = await createPaidTestimony(market, await market.createClient(), expert, 1);
  await deliverAndConfirm(market, sale);

  expect(sale.offer).toMatchObject({ price: 1, commission: 0.99, netAmount: 0.01 });
  const ledger = await market.getLedger({ transfer_group: sale.testimony.id });
  expect(ledger.reduce((sum, { amount, fee }) => sum + amount - fee, 0)).toBeGreaterThan(0);
});

it.each(['lock', 'revocation', 'rejected identity'])(
  'the decision about a complaint sends no payout after the %s of the expert',
  async measure => {
    const { market, expert } = await startWithFraudster({ PAYOUT_MIN_DAYS: '7', PAYOUT_DELAY_DAYS: '3' });
    const sale = await createPaidTestimony(market, await market.createClient(), expert, 900);
    await completeTestimony(sale);
    await market.runJobs();
    await sale.client.complainAboutTestimony(sale.testimony.id);
    await operatorRoutes(market).endComplaint(sale.testimony.id, { outcome: 'pay-out', reason: 'Dohoda.' });
    await market.runJobs();

    await takeMeasure(market, expert, measure);
    market.service.deps.clock.advance(8 * DAY);
    await market.runJobs();

    expect(await listTransfers(market, sale)).toEqual([]);
    const { payout } = await operatorRoutes(market).show(sale.testimony.id);
    expect(payout).toMatchObject({ status: 'held', reason: 'expert' });
  },
);

it('a payout that was released during the review of its expert is not sent after a rejection', async () => {
  const { market, expert } = await startWithFraudster({ PAYOUT_DELAY_DAYS: '3' });
  const sale = await createPaidTestimony(market, await market.createClient(), expert, 900);
  await market.service.put('/me', { firstName: 'Cudzie', lastName: 'Meno' }, expert);
  await completeTestimony(sale);
  await market.runJobs();
  await operatorRoutes(market).decide(sale.testimony.id, 'payout/send', {});
  await market.runJobs();

  await takeMeasure(market, expert, 'rejected identity');
  await market.runJobs();

  expect(await listTransfers(market, sale)).toEqual([]);
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'expert' });
});

async function takeMeasure({ service }: Market, { id }: MarketExpert, measure: string): Promise<void> {
  const reason = 'Podvod.';
  const expert = `/operator/experts/${id}`;
  if (measure === 'lock') await service.post(`/operator/users/${id}/lock`, { reason }, asOperator);
  if (measure === 'revocation')
    await service.put(`${expert}/approval`, { approved: false, reason }, asOperator);
  if (measure !== 'rejected identity') return;
  const { revision } = (await service.get(expert, asOperator)).body.data;
  await service.put(`${expert}/identity-review`, { decision: 'rejected', reason, revision }, asOperator);
}
