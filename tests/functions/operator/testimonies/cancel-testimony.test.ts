/** Tests of POST /api/v1/operator/testimonies/{id}/cancel (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { listSubjects } from '../../../support/find-mails.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { expectedAuditEntry } from '../../../support/operators.ts';
import { startMarket } from '../../../support/start-market.ts';

const CANCELLED_BY_PLATFORM = 'Znalecký posudok sme zrušili';

it('the cancellation of a paid testimony by an operator refunds the client and notifies both parties', async () => {
  const market = await startMarket();
  const { client, expert, testimony } = await market.createAssignedTestimony();

  expect(await operatorRoutes(market).cancel(testimony.id, 'Znalec nedodal.')).toMatchObject({
    status: 200,
    body: { data: { state: 'cancelled', payment: { status: 'refunding' } } },
  });
  await market.runJobs();

  expect(await client.getTestimony(testimony.id)).toMatchObject({
    state: 'cancelled',
    cancellationReason: 'Znalec nedodal.',
    payment: { status: 'refunded' },
  });
  expect((await operatorRoutes(market).show(testimony.id)).held).toBe(0);
  for (const { email } of [client, expert])
    expect(await listSubjects(email)).toContain(CANCELLED_BY_PLATFORM);
  expect(await listSubjects(client.email)).toContain('Vrátili sme vám platbu');
  expect(await market.service.deps.audit.list(testimony.id)).toMatchObject([
    expectedAuditEntry('testimony cancelled', 'Znalec nedodal.'),
  ]);
});

it('an operator can cancel a testimony whose full refund no event has reported yet', async () => {
  const market = await startMarket();
  const { client, testimony, sessionId } = await market.createAssignedTestimony();
  await market.simulateOutcome(sessionId, 'refund');

  expect(await operatorRoutes(market).cancel(testimony.id, 'Znalec nedodal.')).toMatchObject({
    status: 200,
    body: { data: { state: 'cancelled', payment: { status: 'refunded' } } },
  });
  await market.runJobs();

  expect(await client.getTestimony(testimony.id)).toMatchObject({ cancellationReason: 'Znalec nedodal.' });
  expect((await operatorRoutes(market).show(testimony.id)).held).toBe(0);
});

it('an operator can cancel only an accepted testimony and only with a reason', async () => {
  const market = await startMarket();
  const [open, assigned] = [await market.createOfferedTestimony(), await market.createAssignedTestimony()];

  expect(await operatorRoutes(market).cancel(open.testimony.id, 'x')).toMatchObject(WRONG_STATE);
  expect(await operatorRoutes(market).cancel(assigned.testimony.id)).toMatchObject({ status: 422 });
  expect((await assigned.client.getTestimony(assigned.testimony.id)).state).toBe('accepted');
});
