/** Tests of refunds and disputes before and after the delivery (infra/docs/api/payments.md#refunds). */
import { beforeEach, expect, it } from 'vitest';
import { DAY } from '../../../lib/durations.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { findMailText, listSubjects } from '../../support/find-mails.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import {
  type AssignedTestimony,
  allocate,
  completeTestimony,
  createCompletedTestimony,
  createPaidOutTestimony,
  getPayout,
  listTransfers,
  simulateAndSync,
} from '../../support/payouts.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { documentBody } from '../../support/testimony-builders.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const simulate = (sale: AssignedTestimony, outcome: string, fields = {}) =>
  simulateAndSync(market, sale, outcome, fields);
const complete = ({ expert, testimony }: AssignedTestimony) =>
  expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
const download = ({ testimony }: AssignedTestimony, person: AssignedTestimony['client' | 'expert']) =>
  person.get(`/testimonies/${testimony.id}/download`);
const listUnbalanced = async () =>
  (await operatorRoutes(market).listMoney('unbalanced')).map(({ testimonyId }) => testimonyId);

it.each([
  ['full refund', ['refund'], 'Platba bola v celej výške vrátená klientovi.'],
  ['lost dispute', ['dispute', 'dispute-lost'], 'Banka klienta vzala platbu späť.'],
])(
  'an accepted testimony is cancelled without a payout when its payment is returned (%s)',
  async (_, outcomes, reason) => {
    const sale = await market.createAssignedTestimony();
    for (const outcome of outcomes) await simulate(sale, outcome);

    expect(await sale.client.getTestimony(sale.testimony.id)).toMatchObject({
      state: 'cancelled',
      cancellationReason: reason,
      payment: { status: 'refunded', refunded: 250, refundedAt: expect.stringMatching(/Z$/) },
      allowedActions: [],
    });
    expect(await getPayout(sale)).toMatchObject({ status: 'void' });
    for (const { email } of [sale.client, sale.expert])
      expect(await findMailText(email, 'Znalecký posudok sme zrušili')).toContain(reason);
    expect(await complete(sale)).toMatchObject(WRONG_STATE);
    expect(await listUnbalanced()).toEqual([sale.testimony.id]);
    await allocate(market, sale, 'borne-by-expert', 225);
    expect(await listUnbalanced()).toEqual([]);
  },
);

it('a won dispute, during which the expert cannot deliver, moves the due date by its duration', async () => {
  const sale = await market.createAssignedTestimony({ daysToComplete: 5 });
  const { dueAt } = await sale.client.getTestimony(sale.testimony.id);
  await simulate(sale, 'dispute');
  expect(await complete(sale)).toMatchObject(WRONG_STATE);
  expect((await sale.expert.getTestimony(sale.testimony.id)).allowedActions).toEqual([]);
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: null, paymentStatus: 'disputed' });
  market.service.deps.clock.advance(10 * DAY);
  await market.runJobs();
  expect(await listSubjects(sale.expert.email)).not.toContain('Uplynul termín odovzdania posudku');

  await simulate(sale, 'dispute-won');

  const shifted = await sale.client.getTestimony(sale.testimony.id);
  expect(Date.parse(shifted.dueAt) - Date.parse(dueAt)).toBeGreaterThan(9.9 * DAY);
  expect(Date.parse(shifted.dueAt) - Date.parse(dueAt)).toBeLessThan(10.1 * DAY);
  expect(await listSubjects(sale.expert.email)).toEqual(
    expect.arrayContaining(['Práca na posudku je pozastavená', 'Na posudku môžete pokračovať']),
  );
  market.service.deps.clock.advance(6 * DAY);
  await market.runJobs();
  expect(
    (await listSubjects(sale.expert.email)).filter(each => each === 'Uplynul termín odovzdania posudku'),
  ).toHaveLength(1);
  await completeTestimony(sale);
});

it('a partial refund borne by the expert reduces the payout and leaves the testimony accepted', async () => {
  const sale = await market.createAssignedTestimony();
  await simulate(sale, 'refund', { amount: '5000' });
  expect(await getPayout(sale)).toMatchObject({ status: 'held', amount: 225 });
  expect(await listUnbalanced()).toEqual([sale.testimony.id]);

  await allocate(market, sale, 'borne-by-expert', 50);

  expect(await sale.client.getTestimony(sale.testimony.id)).toMatchObject({
    state: 'accepted',
    payment: { status: 'paid', refunded: 50, refundedAt: expect.stringMatching(/Z$/) },
  });
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: null, amount: 175 });
  expect(await findMailText(sale.expert.email, 'Zmena odmeny za posudok')).toMatch(/225,00.*175,00/);
});

it('a client gets separate mails about a refund and about a lost dispute', async () => {
  const sale = await market.createAssignedTestimony();
  await simulate(sale, 'refund', { amount: '5000' });
  await simulate(sale, 'dispute');
  await simulate(sale, 'dispute-lost');

  expect((await sale.client.getTestimony(sale.testimony.id)).payment).toMatchObject({
    status: 'refunded',
    refunded: 250,
  });
  expect(await findMailText(sale.client.email, 'Vrátili sme vám časť platby')).toContain('50,00');
  expect(await findMailText(sale.client.email, 'Banka vám vrátila platbu')).toContain('200,00');
  expect(await listSubjects(sale.client.email)).not.toContain('Vrátili sme vám platbu');
});

it('neither party can download the document while the payment is disputed', async () => {
  const sale = await createPaidOutTestimony(market);
  expect(await download(sale, sale.client)).toMatchObject({ status: 200 });
  await simulate(sale, 'dispute');

  for (const person of [sale.client, sale.expert])
    expect(await download(sale, person)).toMatchObject(WRONG_STATE);

  await simulate(sale, 'dispute-won');
  expect(await download(sale, sale.client)).toMatchObject({ status: 200 });
});

it.each([
  ['manual refund', ['refund']],
  ['lost dispute', ['dispute', 'dispute-lost']],
])('a payment that is returned after the payout is listed as unbalanced (%s)', async (_, outcomes) => {
  const sale = await createPaidOutTestimony(market);
  for (const outcome of outcomes) await simulate(sale, outcome);

  expect(await listUnbalanced()).toEqual([sale.testimony.id]);
  expect((await operatorRoutes(market).show(sale.testimony.id)).held).toBe(-90.04);
});

it('a payment is unbalanced when the partial refund that reduced its payout fails later', async () => {
  const sale = await createCompletedTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await market.simulateOutcome(sale.sessionId, 'refund', { amount: '5000' });
  await market.runJobs();
  await allocate(market, sale, 'borne-by-expert', 50);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 40.04 });
  expect(await listUnbalanced()).toEqual([]);

  await simulate(sale, 'refund-fails');

  expect(await listUnbalanced()).toEqual([sale.testimony.id]);
  expect((await operatorRoutes(market).show(sale.testimony.id)).held).toBe(60.01);
});

it('a failed payout is neither sent nor ended during a dispute', async () => {
  const sale = await createPaidOutTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'payout-reversed');
  const [sent] = await listTransfers(market, sale);
  await market.sendProviderEvent({ id: sent?.source, object: 'transfer' }, 'transfer.reversed');
  await market.runJobs();
  await simulate(sale, 'dispute');

  for (const decision of ['send', 'end'])
    expect(await operatorRoutes(market).decide(sale.testimony.id, `payout/${decision}`, {})).toMatchObject(
      WRONG_STATE,
    );
});
