/** Tests of POST /api/v1/sandbox/testimonies/{id}/dispute (infra/docs/api/sandbox.md). */
import { beforeAll, expect, it } from 'vitest';
import { UNAUTHORIZED, WRONG_STATE } from '../../support/error-responses.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { type AssignedTestimony, type Market, type Person, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const endDispute = (
  { post }: Person,
  { testimony }: Pick<AssignedTestimony, 'testimony'>,
  outcome: unknown,
) => post(`/sandbox/testimonies/${testimony.id}/dispute`, { outcome });

/** Sends an event about the payment, so that the service looks up its dispute, and runs the jobs. */
async function reportDispute({ sessionId }: AssignedTestimony): Promise<void> {
  const { payment_intent } = await market.getSession(sessionId);
  await market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.updated');
  await market.runJobs();
}

async function createDisputed(): Promise<AssignedTestimony> {
  const sale = await market.createAssignedTestimony();
  await market.simulateOutcome(sale.sessionId, 'dispute');
  await reportDispute(sale);
  return sale;
}

it.each([
  ['won', 'client', 'paid', 'accepted'],
  ['lost', 'expert', 'refunded', 'cancelled'],
] as const)('the sandbox ends a dispute as %s for the %s', async (outcome, who, status, state) => {
  const sale = await createDisputed();

  expect(await endDispute(sale[who], sale, outcome)).toMatchObject({
    status: 200,
    body: { data: { id: sale.testimony.id, state: 'accepted' } },
  });
  await reportDispute(sale);

  expect(await market.service.deps.audit.list(sale.testimony.id)).toMatchObject([
    { what: 'dispute ended', who: 'sandbox' },
  ]);
  expect(await operatorRoutes(market).show(sale.testimony.id)).toMatchObject({ state, payment: { status } });
  expect(await endDispute(sale[who], sale, outcome)).toMatchObject(WRONG_STATE);
});

it('the sandbox ends a dispute that no event has reported yet', async () => {
  const sale = await market.createAssignedTestimony();
  await market.simulateOutcome(sale.sessionId, 'dispute');

  expect(await endDispute(sale.client, sale, 'won')).toMatchObject({ status: 200 });
});

it('ending a dispute returns 409 without a payment, without a dispute and for an inquiry', async () => {
  const [offered, paid, asked] = [
    await market.createOfferedTestimony(),
    await market.createAssignedTestimony(),
    await market.createAssignedTestimony(),
  ];
  await market.simulateOutcome(asked.sessionId, 'inquiry');

  for (const sale of [offered, paid, asked])
    expect(await endDispute(sale.client, sale, 'won')).toMatchObject(WRONG_STATE);
});

it.each([undefined, 'partly', 1])('a dispute cannot end with the outcome %j', async outcome => {
  const sale = await createDisputed();

  expect(await endDispute(sale.client, sale, outcome)).toMatchObject({
    status: 422,
    body: { errors: { outcome: [expect.any(String)] } },
  });
});

it('ending a dispute returns 403 to everyone but the client and the assigned expert', async () => {
  const sale = await createDisputed();

  for (const person of [await market.createClient(), await market.createExpert()])
    expect(await endDispute(person, sale, 'lost')).toMatchObject(UNAUTHORIZED);
  expect((await sale.client.getTestimony(sale.testimony.id)).payment.status).toBe('disputed');
});
