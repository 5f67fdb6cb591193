/** Tests of POST /api/v1/testimonies/{id}/confirm (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { DAY } from '../../../lib/durations.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { createWaitingTestimony, getPayout, listTransfers } from '../../support/payouts.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

it('a confirmation makes the payout due at once but sends it only once', async () => {
  const own = await startMarket();
  const sale = await createWaitingTestimony(own);
  const { client, testimony } = sale;

  const { status, body } = await client.confirmTestimony(testimony.id);
  await own.runJobs();

  expect({ status, data: body.data }).toMatchObject({
    status: 200,
    data: { state: 'completed', confirmedAt: expect.stringMatching(/Z$/), allowedActions: ['download'] },
  });
  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  own.service.deps.clock.advance(4 * DAY);
  await own.runJobs();
  expect(await listTransfers(own, sale)).toHaveLength(1);
});

it('a repeated confirmation has the same response, even after the payout was sent', async () => {
  const sale = await createWaitingTestimony(market);
  const { client, testimony } = sale;
  const first = await client.confirmTestimony(testimony.id);
  const second = await client.confirmTestimony(testimony.id);
  await market.runJobs();
  const third = await client.confirmTestimony(testimony.id);

  expect(second).toMatchObject({ status: 200, body: first.body });
  expect(third).toMatchObject({ status: 200, body: first.body });
  expect(await listTransfers(market, sale)).toHaveLength(1);
});

it('a confirmation ends an open complaint and notifies the expert', async () => {
  const sale = await createWaitingTestimony(market);
  const { client, expert, testimony } = sale;
  await client.complainAboutTestimony(testimony.id);

  expect(await client.confirmTestimony(testimony.id)).toMatchObject({
    status: 200,
    body: { data: { complaint: { outcome: 'confirmed', endedAt: expect.any(String), decision: null } } },
  });
  await market.runJobs();

  expect(await listSubjects(expert.email)).toContain('Klient potvrdil znalecký posudok');
  expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
});

it('a testimony cannot be confirmed while its payment is disputed', async () => {
  const sale = await createWaitingTestimony(market);
  await market.simulateOutcome(sale.sessionId, 'dispute');
  const dispute = (await market.getLedger()).filter(({ kind }) => kind === 'dispute').at(-1);
  await market.sendProviderEvent({ id: dispute?.source }, 'charge.dispute.created');

  expect(await sale.client.confirmTestimony(sale.testimony.id)).toMatchObject(WRONG_STATE);
  expect(await sale.client.complainAboutTestimony(sale.testimony.id)).toMatchObject(WRONG_STATE);
});
