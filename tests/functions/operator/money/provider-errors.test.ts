/** Tests of decisions while the payment provider returns errors (infra/docs/api/conventions.md#statuses). */
import { beforeEach, expect, it } from 'vitest';
import { startStripe } from '../../../../infra/local/stripe/server.ts';
import { startFaultProxy } from '../../../support/fake-server.ts';
import { listItems } from '../../../support/inspect-store.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { type AssignedTestimony, requestRefundDecision, simulateAndSync } from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';

const UNAVAILABLE = { status: 503, headers: { 'x-error-code': 'unavailable', 'retry-after': '5' } };

let market: Market;
let providerStatus: number | undefined;

beforeEach(async () => {
  providerStatus = undefined;
  const provider = await startFaultProxy((await startStripe()).endpoint, () =>
    providerStatus ? { status: providerStatus, body: '{"error":{"message":"Chyba."}}' } : undefined,
  );
  market = await startMarket({ STRIPE_URL: provider.url });
});

const DAYS_UNTIL_CANCELLABLE = 20;

const decide = (action: string, body: object) => (sale: AssignedTestimony) =>
  operatorRoutes(market).decide(sale.testimony.id, action, body);

it.each([
  ['a refund', decide('refund', { amount: 10, from: 'platform' })],
  ['a settlement', decide('settle', { kind: 'refund', amount: 10, reference: 'VS 1' })],
  ['a cancellation', decide('cancel', {})],
  ['a dry run', decide('cancel?dryRun=true', {})],
  [
    'a cancellation by the client',
    (sale: AssignedTestimony) => sale.client.cancelTestimony(sale.testimony.id),
  ],
])('%s returns 503 and writes nothing while the payment provider returns errors', async (_, decide) => {
  const sale = await market.createAssignedTestimony();
  market.service.deps.clock.advance(DAYS_UNTIL_CANCELLABLE * 24 * 3600_000);
  const records = () => listItems(market.service.deps, `TESTIMONY#${sale.testimony.id}`);
  const before = await records();

  for (const status of [500, 502, 400, 403]) {
    providerStatus = status;
    expect(await decide(sale)).toMatchObject(UNAVAILABLE);
  }

  expect(await records()).toEqual(before);
  providerStatus = undefined;
  expect((await decide(sale)).status).toBeLessThan(300);
});

it('a failed refund does not end while the payment provider returns errors', async () => {
  const sale = await market.createAssignedTestimony();
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await decide('refund', { amount: 10, from: 'platform' })(sale);
  await market.runJobs();
  await simulateAndSync(market, sale, 'refund-fails');
  providerStatus = 500;

  expect(await requestRefundDecision(market, 'end', { reference: 'VS 1' })).toMatchObject(UNAVAILABLE);

  expect(await operatorRoutes(market).listMoney('refund-failed')).toHaveLength(1);
});

it('a checkout returns 503 when the payment provider cannot close an earlier page of the client', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const offerIds = [offer.id];
  for (let made = 0; made < 3; made++) {
    const expert = await market.createExpert({ email: `znalec${made}@znalci.sk` });
    offerIds.push((await expert.createOffer(testimony.id)).id);
  }
  for (const id of offerIds.slice(0, 3))
    expect(await client.startCheckout(id)).toMatchObject({ status: 200 });
  providerStatus = 500;

  expect(await client.startCheckout(offerIds[3] ?? '')).toMatchObject(UNAVAILABLE);
});
