/** Tests of acceptance while Stripe or the table fails: no payment is lost, and none is refunded twice. */
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { STRIPE_SECRET_KEY, startStripe } from '../../../infra/local/stripe/server.ts';
import { MINUTE } from '../../../lib/durations.ts';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import {
  type FakeResponse,
  isDynamoOperation,
  type ReceivedRequest,
  startFaultProxy,
  TRANSACTION_CONFLICT,
} from '../../support/fake-server.ts';
import { countSubject, listSubjects } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

const REFUNDED = 'Vrátili sme vám platbu';

async function startMarketWithFaults(fault: Parameters<typeof startFaultProxy>[1]): Promise<Market> {
  const { endpoint } = await startStripe();
  return startMarket({ STRIPE_URL: (await startFaultProxy(endpoint, fault)).url });
}

const isRefund = ({ method, path }: ReceivedRequest) => method === 'POST' && path === '/v1/refunds';

/** Creates a payment for a testimony that the client cancels before the acceptance of the payment. */
async function createLatePayment(market: Market) {
  const sale = await market.createOfferedTestimony();
  const sessionId = await sale.client.payOffer(sale.offer.id);
  await sale.client.cancelTestimony(sale.testimony.id);
  expect(await sale.client.acceptOffer(sessionId)).toMatchObject({ status: 409 });
  return { ...sale, sessionId };
}

async function runJobsWithRetries(market: Market) {
  for (const wait of [0, 1, 2, 4, 8]) {
    market.service.deps.clock.advance(wait * MINUTE);
    await market.runJobs();
  }
}

/** Returns DynamoDB's response to a batch read that leaves all keys unprocessed. */
function unprocessedResponse({ body }: ReceivedRequest): FakeResponse {
  const { RequestItems } = JSON.parse(body.toString());
  return {
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ Responses: {}, UnprocessedKeys: RequestItems }),
  };
}

it('a refund is retried until Stripe stops returning 500', async () => {
  let down = true;
  const market = await startMarketWithFaults(call =>
    isRefund(call) && down ? { status: 500, body: '<html>' } : undefined,
  );
  const { client, sessionId } = await createLatePayment(market);

  await runJobsWithRetries(market);
  expect(await market.refunds()).toEqual([]);
  expect(await listSubjects(client.email)).not.toContain(REFUNDED);

  down = false;
  market.service.deps.clock.advance(60 * MINUTE);
  expect((await assertLedgersMatch(market)).refunded).toEqual([sessionId]);
  expect(await countSubject(REFUNDED, client.email)).toBe(1);
});

it("a payment is refunded once even when Stripe's response to the refund is lost", async () => {
  let lost = 0;
  const market = await startMarketWithFaults(call => (isRefund(call) && ++lost <= 3 ? 'lost' : undefined));
  const { client, sessionId } = await createLatePayment(market);

  await runJobsWithRetries(market);

  expect((await assertLedgersMatch(market)).refunded).toEqual([sessionId]);
  expect(await countSubject(REFUNDED, client.email)).toBe(1);
});

it('a payment is not refunded again after a manual refund in Stripe', async () => {
  const market = await startMarket();
  const { sessionId } = await createLatePayment(market);
  const { payment_intent } = await market.getSession(sessionId);
  await fetch(`${market.providerUrl}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
    body: new URLSearchParams({ payment_intent: payment_intent.id }),
  });

  expect((await assertLedgersMatch(market)).refunded).toEqual([sessionId]);
});

it('a payment is refunded once when two workers run the same refund job', async () => {
  const market = await startMarket();
  const { client, sessionId } = await createLatePayment(market);
  const jobs = (await listItems(market.service.deps, 'JOB#')).filter(({ task }) => task.kind === 'refund');
  const ids = jobs.map(({ id }) => id);

  await Promise.all([
    market.service.streamJobs(ids),
    market.service.streamJobs(ids),
    market.service.runJobs(),
  ]);

  expect((await assertLedgersMatch(market)).refunded).toEqual([sessionId]);
  expect(await countSubject(REFUNDED, client.email)).toBe(1);
});

it('accepting an offer returns 503 while Stripe fails and succeeds when Stripe works again', async () => {
  let down = false;
  const market = await startMarketWithFaults(({ method, path }) =>
    down && method === 'GET' && path.includes('/sessions/') ? { status: 500, body: '{}' } : undefined,
  );
  const { client, offer, testimony } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  down = true;

  expect(await client.acceptOffer(sessionId)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
  });
  expect((await client.getTestimony(testimony.id)).state).toBe('offered');
  down = false;
  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
});

it('accepting an offer returns 503 instead of refunding the payment while DynamoDB leaves reads unprocessed', async () => {
  let busy = false;
  const table = await startFaultProxy(inject('emulators').dynamodb, call =>
    busy && isDynamoOperation('BatchGetItem', call) && call.body.includes('"S":"TESTIMONY"')
      ? unprocessedResponse(call)
      : undefined,
  );
  const market = await startMarket({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const { client, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  const jitter = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => jitter.mockRestore());
  busy = true;

  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 503 });
  busy = false;
  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
  expect((await assertLedgersMatch(market)).accepted).toEqual([sessionId]);
});

it.each<[string, 'lost' | typeof TRANSACTION_CONFLICT]>([
  ['transaction conflict', TRANSACTION_CONFLICT],
  ['lost response', 'lost'],
])(
  'an offer is accepted exactly once when a write to DynamoDB fails during the acceptance (%s)',
  async (_, fault) => {
    let faults = 0;
    const table = await startFaultProxy(inject('emulators').dynamodb, call =>
      isDynamoOperation('TransactWriteItems', call) && call.body.includes('CHECKOUT#') && ++faults <= 2
        ? fault
        : undefined,
    );
    const market = await startMarket({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
    const { client, offer } = await market.createOfferedTestimony();
    const sessionId = await client.payOffer(offer.id);

    const { status } = await client.acceptOffer(sessionId);

    expect([204, 503]).toContain(status);
    expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
    expect((await assertLedgersMatch(market)).accepted).toEqual([sessionId]);
    expect(faults).toBeGreaterThan(1);
  },
);
