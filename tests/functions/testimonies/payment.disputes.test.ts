/** Tests of inquiries and of disputes of a part of a payment (infra/docs/api/payments.md#disputes). */
import { beforeEach, describe, expect, it } from 'vitest';
import { testimonyChanged } from '../../../lib/domain/changes.ts';
import { DAY, MINUTE } from '../../../lib/durations.ts';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { PASSWORD } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { findMailText, listSubjects } from '../../support/find-mails.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import {
  type AssignedTestimony,
  allocate,
  completeTestimony,
  createPaidOutTestimony,
  createWaitingTestimony,
  getPayout,
  listTransfers,
  setDocumentCheck,
  simulateAndSync,
} from '../../support/payouts.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

const MAILS_OF_DISPUTES = [
  'Práca na posudku je pozastavená',
  'Odmena za posudok zatiaľ čaká',
  'Na posudku môžete pokračovať',
  'Zmena odmeny za posudok',
  'Banka vám vrátila časť platby',
  'Banka vám vrátila platbu',
  'Vrátili sme vám časť platby',
  'Vrátili sme vám platbu',
  'Znalecký posudok sme zrušili',
];

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const simulate = (sale: AssignedTestimony, outcome: string, amount?: string) =>
  simulateAndSync(market, sale, outcome, amount ? { amount } : {});
const show = ({ testimony }: AssignedTestimony) => operatorRoutes(market).show(testimony.id);
const listIds = async (list: string) =>
  (await operatorRoutes(market).listMoney(list)).map(({ testimonyId }) => testimonyId);
const getPayment = async ({ client, testimony }: AssignedTestimony) =>
  (await client.getTestimony(testimony.id)).payment;
const closeAccount = ({ token }: { readonly token: string }) =>
  market.service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });

/** Lists the mails about disputes, refunds and changed payouts that both parties have received. */
async function listMoneyMails({ client, expert }: AssignedTestimony): Promise<string[]> {
  const subjects = await Promise.all([client, expert].map(({ email }) => listSubjects(email)));
  return subjects.flat().filter(subject => MAILS_OF_DISPUTES.includes(subject));
}

/** Creates an accepted testimony for 250 €, whose expert has a verified payment account for the payout of 225 €. */
async function createPayableTestimony(): Promise<AssignedTestimony> {
  const sale = await market.createAssignedTestimony();
  await market.verifyPaymentAccount(sale.expert);
  await market.runJobs();
  return sale;
}

it('the period for a complaint is suspended during a dispute of the whole payment', async () => {
  const sale = await createWaitingTestimony(market);
  await setDocumentCheck(market, sale, 'ok');
  const { clock } = market.service.deps;
  const { complaintUntil } = await show(sale);
  clock.advance(2 * DAY);
  await simulate(sale, 'dispute');
  clock.advance(5 * DAY);
  await market.runJobs();

  await simulate(sale, 'dispute-won');

  expect(Date.parse((await show(sale)).complaintUntil)).toBeCloseTo(Date.parse(complaintUntil) + 5 * DAY, -4);
  expect(await getPayout(sale)).toMatchObject({ status: 'held' });
  clock.advance(DAY - MINUTE);
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'held' });
  clock.advance(2 * MINUTE);
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
  await assertLedgersMatch(market);
});

it('a client can complain after a dispute within the remaining days of the period', async () => {
  const sale = await createWaitingTestimony(market);
  market.service.deps.clock.advance(2 * DAY);
  await simulate(sale, 'dispute');
  market.service.deps.clock.advance(5 * DAY);
  await simulate(sale, 'dispute-won');

  expect(await sale.client.complainAboutTestimony(sale.testimony.id)).toMatchObject({ status: 200 });
});

describe('inquiry about a payment', () => {
  const listAlerts = ({ testimony }: AssignedTestimony) =>
    readLogEvents('operator.alert').filter(({ testimonyId }) => testimonyId === testimony.id);

  it('an inquiry raises one alert with its deadline and changes neither the payment nor the payout', async () => {
    const sale = await createPayableTestimony();

    for (const outcome of ['inquiry', 'inquiry-closed']) await simulate(sale, outcome);

    expect(listAlerts(sale)).toMatchObject([
      { detail: 'dispute inquiry', respondBy: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    ]);
    expect(await show(sale)).toMatchObject({
      held: 250,
      payment: { status: 'paid', refunded: 0 },
      payout: { status: 'held', reason: null, amount: 225 },
    });
    expect((await show(sale)).ledger).toMatchObject([
      { kind: 'payment' },
      { kind: 'payment' },
      { kind: 'inquiry', amount: 0, respondBy: expect.any(String) },
      { kind: 'inquiry-closed', amount: 0 },
    ]);
    expect([await listMoneyMails(sale), await listIds('disputed')]).toEqual([[], []]);
    await completeTestimony(sale);
    await assertLedgersMatch(market);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 225 });
  });

  it('an inquiry that becomes a dispute pauses the work and raises a second alert', async () => {
    const sale = await createPayableTestimony();
    await simulate(sale, 'inquiry');

    await simulate(sale, 'inquiry-disputed');

    expect(listAlerts(sale).map(({ detail }) => detail)).toEqual(['dispute inquiry', 'payment disputed']);
    expect(await show(sale)).toMatchObject({ held: 0, payment: { status: 'disputed' } });
    expect(await listMoneyMails(sale)).toEqual(['Práca na posudku je pozastavená']);
    await simulate(sale, 'dispute-won');
    expect(await show(sale)).toMatchObject({ held: 250, payment: { status: 'paid' } });
  });

  it('an inquiry does not prevent a refund', async () => {
    const sale = await createPayableTestimony();
    await simulate(sale, 'inquiry');

    expect(
      await operatorRoutes(market).decide(sale.testimony.id, 'refund', { amount: 250, from: 'both' }),
    ).toMatchObject({ status: 200 });
    await assertLedgersMatch(market);

    expect(await getPayment(sale)).toMatchObject({ status: 'refunded', refunded: 250 });
  });
});

it('a partial dispute reduces the payout while the work continues', async () => {
  const sale = await createPayableTestimony();

  await simulate(sale, 'dispute', '5000');

  expect(await getPayment(sale)).toMatchObject({ status: 'paid', refunded: 0 });
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: null, amount: 175 });
  expect([await listMoneyMails(sale), await listIds('disputed')]).toEqual([[], [sale.testimony.id]]);
  await completeTestimony(sale);
  await assertLedgersMatch(market);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 175 });
  expect(await sale.client.get(`/testimonies/${sale.testimony.id}/download`)).toMatchObject({
    status: 200,
  });
});

it('the disputed part is also paid out when a partial dispute is won after the payout', async () => {
  const sale = await createPayableTestimony();
  await simulate(sale, 'dispute', '5000');
  await completeTestimony(sale);
  await market.runJobs();

  await simulate(sale, 'dispute-won');
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 225 });
  expect(await listTransfers(market, sale)).toMatchObject([{ amount: -17_500 }, { amount: -5000 }]);
  expect(await findMailText(sale.expert.email, 'Poslali sme vám odmenu')).toContain('50,00');
  expect(await show(sale)).toMatchObject({ held: 25, payment: { status: 'paid', refunded: 0 } });
  expect([await listMoneyMails(sale), await listIds('disputed')]).toEqual([[], []]);
});

it.each([
  ['before the delivery', false],
  ['after the payout', true],
])(
  'a lost partial dispute that the expert bears reduces the payout, and both parties get a mail (%s)',
  async (_, isPaidOut) => {
    const sale = await createPayableTestimony();
    await simulate(sale, 'dispute', '5000');
    if (isPaidOut) await completeTestimony(sale);
    await market.runJobs();

    await simulate(sale, 'dispute-lost');
    expect(await listIds('unbalanced')).toEqual([sale.testimony.id]);
    await allocate(market, sale, 'borne-by-expert', 50);
    if (!isPaidOut) await completeTestimony(sale);
    await assertLedgersMatch(market);

    expect(await show(sale)).toMatchObject({
      held: 25,
      payment: { status: 'paid', refunded: 50 },
      payout: { status: 'sent', amount: 175 },
    });
    expect(await listMoneyMails(sale)).toEqual(['Banka vám vrátila časť platby', 'Zmena odmeny za posudok']);
    const toClient = await findMailText(sale.client.email, 'Banka vám vrátila časť platby');
    expect(toClient).toMatch(/Sumu 50,00\s€ vám vrátila vaša banka na základe sporu o platbu\./);
    expect(toClient).toMatch(/Zvyšok platby, 200,00\s€, zostáva zaplatený\./);
    expect(await findMailText(sale.expert.email, 'Zmena odmeny za posudok')).toMatch(
      /z 225,00\s€ na 175,00\s€/,
    );
    expect([await listIds('unbalanced'), await listIds('disputed')]).toEqual([[], []]);
  },
);

it('a partial dispute after the whole payout unbalances the payment only when the dispute is lost', async () => {
  const [lost, won] = [await createPaidOutTestimony(market), await createPaidOutTestimony(market)];
  for (const sale of [lost, won]) await simulate(sale, 'dispute', '5000');
  expect(await listIds('unbalanced')).toEqual([]);

  await simulate(lost, 'dispute-lost');
  await simulate(won, 'dispute-won');

  expect(await listIds('unbalanced')).toEqual([lost.testimony.id]);
  expect(await show(lost)).toMatchObject({ held: -39.99, payment: { status: 'paid', refunded: 50 } });
  expect(await show(won)).toMatchObject({ held: 10.01, payout: { status: 'sent', amount: 90.04 } });
  expect(await listTransfers(market, won)).toHaveLength(1);
});

it("a partial dispute over the expert's whole share holds the payout until the dispute is won", async () => {
  const sale = await createPayableTestimony();
  await simulate(sale, 'dispute', '23000');
  await completeTestimony(sale);
  await market.runJobs();
  expect(await getPayment(sale)).toMatchObject({ status: 'paid' });
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'decision', amount: 225 });

  await simulate(sale, 'dispute-won');
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 225 });
});

it('a payout that was interrupted before a dispute is sent when the dispute is won', async () => {
  const sale = await createPayableTestimony();
  await completeTestimony(sale);
  await market.service.runJobs('pay-out');
  const { deps } = market.service;
  const before = await deps.testimonies.find(sale.testimony.id);
  if (!before?.payout) throw new Error('there is no payout');
  const after = { ...before, payout: { ...before.payout, jobId: 'a job that was interrupted' } };
  await deps.unitOfWork.commit(testimonyChanged(before, after, deps));

  for (const [outcome, amount] of [['dispute', '24999'], ['dispute-won']] as const)
    await simulate(sale, outcome, amount);
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 225 });
});

it("a lost dispute over the expert's whole share leaves no payout", async () => {
  const sale = await createPayableTestimony();
  for (const [outcome, amount] of [['dispute', '23000'], ['dispute-lost']] as const)
    await simulate(sale, outcome, amount);
  await allocate(market, sale, 'borne-by-expert', 225);
  await allocate(market, sale, 'borne-by-platform', 5);
  await completeTestimony(sale);
  await assertLedgersMatch(market);

  expect(await show(sale)).toMatchObject({
    held: 20,
    payment: { status: 'paid', refunded: 230 },
    payout: { status: 'void', amount: 0 },
  });
  expect(await listIds('unbalanced')).toEqual([]);
});

it('a dispute over the whole rest of a partly refunded payment sets the payment to disputed', async () => {
  const sale = await createPayableTestimony();
  await simulate(sale, 'refund', '20000');

  await simulate(sale, 'dispute', '5000');

  expect(await getPayment(sale)).toMatchObject({ status: 'disputed', refunded: 200 });
});

it('during a partial dispute, operators cannot refund the payment and neither party can close the account', async () => {
  const sale = await createPayableTestimony();
  await completeTestimony(sale);
  await market.runJobs();
  await simulate(sale, 'dispute', '5000');

  expect(
    await operatorRoutes(market).decide(sale.testimony.id, 'refund', { amount: 1, from: 'both' }),
  ).toMatchObject(WRONG_STATE);
  for (const party of [sale.client, sale.expert])
    expect(await closeAccount(party)).toMatchObject({ status: 409 });

  await simulate(sale, 'dispute-won');
  for (const party of [sale.client, sale.expert])
    expect(await closeAccount(party)).toMatchObject({ status: 204 });
});

it('neither party can close the account until an ordered refund of a part has arrived', async () => {
  const sale = await createPaidOutTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await operatorRoutes(market).decide(sale.testimony.id, 'refund', { amount: 50, from: 'expert' });
  for (const party of [sale.client, sale.expert])
    expect(await closeAccount(party)).toMatchObject({ status: 409 });
  await market.runJobs();
  for (const party of [sale.client, sale.expert])
    expect(await closeAccount(party)).toMatchObject({ status: 409 });

  await simulate(sale, 'refund-succeeds');

  for (const party of [sale.client, sale.expert])
    expect(await closeAccount(party)).toMatchObject({ status: 204 });
});
