/**
 * Tests of the cancellation of an overdue testimony by its client
 * (infra/docs/api/testimonies.md#cancelling-a-testimony).
 */
import { beforeAll, expect, it } from 'vitest';
import { DAY } from '../../../lib/durations.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import type { AssignedTestimony } from '../../support/payouts.ts';
import { assertSuccess, type Market, startMarket } from '../../support/start-market.ts';
import { documentBody } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

async function createOverdueTestimony(days: number): Promise<AssignedTestimony> {
  const sale = await market.createAssignedTestimony();
  assertSuccess(await sale.client.post(`/sandbox/testimonies/${sale.testimony.id}/overdue`, { days }));
  return sale;
}

it('a client can cancel a testimony that is more than seven days overdue and gets a refund', async () => {
  const { client, expert, testimony } = await createOverdueTestimony(7);
  market.service.deps.clock.advance(1000);
  const { allowedActions } = await client.getTestimony(testimony.id);
  expect(allowedActions).toEqual(['cancel']);

  expect(await client.cancelTestimony(testimony.id, 'Nedočkal som sa.')).toMatchObject({
    status: 200,
    body: {
      data: { state: 'cancelled', cancellationReason: 'Nedočkal som sa.', payment: { status: 'refunding' } },
    },
  });
  await market.runJobs();

  expect(await client.getTestimony(testimony.id)).toMatchObject({ payment: { status: 'refunded' } });
  expect((await operatorRoutes(market).show(testimony.id)).held).toBe(0);
  expect(await listSubjects(client.email)).toEqual(
    expect.arrayContaining(['Zrušili ste znalecký posudok', 'Vrátili sme vám platbu']),
  );
  expect(await listSubjects(expert.email)).toContainEqual(expect.stringContaining('Klient zrušil'));
});

it('a client cannot cancel an accepted testimony that is at most seven days overdue', async () => {
  const sale = await market.createAssignedTestimony();
  expect(await sale.client.cancelTestimony(sale.testimony.id)).toMatchObject(WRONG_STATE);

  const overdue = await createOverdueTestimony(6);
  expect((await overdue.client.getTestimony(overdue.testimony.id)).allowedActions).toEqual([]);
  expect(await overdue.client.cancelTestimony(overdue.testimony.id)).toMatchObject(WRONG_STATE);
  expect((await overdue.client.getTestimony(overdue.testimony.id)).state).toBe('accepted');
});

it('a client cannot cancel an overdue testimony while its payment is disputed', async () => {
  const sale = await createOverdueTestimony(30);
  await market.simulateOutcome(sale.sessionId, 'dispute');
  const dispute = (await market.getLedger()).filter(({ kind }) => kind === 'dispute').at(-1);
  await market.sendProviderEvent({ id: dispute?.source }, 'charge.dispute.created');

  expect(await sale.client.cancelTestimony(sale.testimony.id)).toMatchObject(WRONG_STATE);
});

it('an overdue testimony is either cancelled or completed when both requests are concurrent', async () => {
  for (let round = 0; round < 5; round++) {
    const { client, expert, testimony } = await createOverdueTestimony(8);

    const [cancelled, delivered] = await Promise.all([
      client.cancelTestimony(testimony.id),
      expert.post(`/testimonies/${testimony.id}/complete`, documentBody()),
    ]);
    await market.runJobs();

    expect([cancelled.status, delivered.status].sort()).toEqual([200, 409]);
    expect(await client.getTestimony(testimony.id)).toMatchObject(
      cancelled.status === 200
        ? { state: 'cancelled', payment: { status: 'refunded' } }
        : { state: 'completed', payment: { status: 'paid' } },
    );
  }
});

it('a client cannot cancel an overdue testimony after its delivery', async () => {
  const { client, expert, testimony } = await createOverdueTestimony(8);
  market.service.deps.clock.advance(DAY);
  await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());

  expect((await client.getTestimony(testimony.id)).allowedActions).toEqual(['download']);
  expect(await client.cancelTestimony(testimony.id)).toMatchObject(WRONG_STATE);
});
