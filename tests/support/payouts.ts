/** Testimonies whose payouts are in different states, and calls about payouts, failed refunds and dead jobs. */
import type { Expert } from '../../lib/domain/model/accounts/account.ts';
import { saveTestimony } from './commit-changes.ts';
import { operatorRoutes } from './operator-routes.ts';
import { asOperator } from './operators.ts';
import { type AssignedTestimony, assertSuccess, loadMarketState, type Market } from './start-market.ts';
import { documentBody } from './testimony-builders.ts';

export type { AssignedTestimony } from './start-market.ts';

export const completeTestimony = async ({ expert, testimony }: AssignedTestimony) =>
  assertSuccess(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody()));
export const getPayout = async ({ expert, testimony }: AssignedTestimony) =>
  (await expert.getTestimony(testimony.id)).payout;
export const listTransfers = async (market: Market, { testimony }: AssignedTestimony) =>
  (await market.getLedger({ transfer_group: testimony.id })).filter(({ kind }) => kind === 'transfer');

/** Creates a completed testimony whose expert has a verified payment account. The payout job has not run yet. */
export const createCompletedTestimony = (market: Market): Promise<AssignedTestimony> =>
  loadMarketState(market, 'completed', async own => {
    const sale = await own.createAssignedTestimony({ price: 100.05 });
    await own.verifyPaymentAccount(sale.expert);
    await own.runJobs();
    await completeTestimony(sale);
    await own.service.runJobs('pay-out');
    return sale;
  });

export const createPaidOutTestimony = (market: Market): Promise<AssignedTestimony> =>
  loadMarketState(market, 'paid out', async own => {
    const sale = await createCompletedTestimony(own);
    await own.runJobs();
    return sale;
  });

/**
 * Creates a completed testimony whose payout waits for three days. The expert has a verified payment account, and the
 * mails about the completion are sent.
 */
export const createWaitingTestimony = (market: Market): Promise<AssignedTestimony> =>
  loadMarketState(market, 'waiting', async own => {
    const sale = await own.createAssignedTestimony({ price: 100.05 });
    await own.verifyPaymentAccount(sale.expert);
    await setPayoutDelay(sale, 3);
    await completeTestimony(sale);
    await own.runJobs();
    return sale;
  });

export const setPayoutDelay = async ({ client, testimony }: AssignedTestimony, days: number) =>
  assertSuccess(await client.post(`/sandbox/testimonies/${testimony.id}/payout-delay`, { days }));

/** Stores the result of the check of the newest document. */
export async function setDocumentCheck(
  { service: { deps } }: Market,
  { testimony: { id } }: AssignedTestimony,
  documentCheck: 'pending' | 'ok' | 'unreadable' | 'active-content',
): Promise<void> {
  const before = await deps.testimonies.find(id);
  if (before) await saveTestimony(deps, before, { ...before, documentCheck });
}

/**
 * Simulates an outcome of the payment at the provider, sends an event about it and runs the jobs. Every event makes the
 * service look up all refunds and disputes of the payment.
 */
export async function simulateAndSync(
  market: Market,
  { sessionId }: AssignedTestimony,
  outcome: string,
  fields: Record<string, string> = {},
): Promise<void> {
  await market.simulateOutcome(sessionId, outcome, fields);
  const { payment_intent } = await market.getSession(sessionId);
  await market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.updated');
  await market.runJobs();
}

/** Records an operator's decision who bears a refund or a lost dispute, and runs the jobs. The amount is in euros. */
export async function allocate(
  market: Market,
  { testimony }: Pick<AssignedTestimony, 'testimony'>,
  kind: 'borne-by-expert' | 'borne-by-platform',
  amount: number,
  change: { readonly undo?: boolean } = {},
): Promise<void> {
  const settlement = { kind, amount, reference: `Dohoda ${kind}`, ...change };
  assertSuccess(await operatorRoutes(market).decide(testimony.id, 'settle', settlement));
  await market.runJobs();
}

/** Makes a manual transfer of a testimony before its payout is sent. The amount is in cents. */
export async function transferFirst(
  market: Market,
  { expert, sessionId, testimony }: AssignedTestimony,
  amount: number,
): Promise<void> {
  const { paymentAccountId: destination } = (await market.service.deps.accounts.find(expert.id)) as Expert;
  if (!destination) throw new Error('The expert has no payment account.');
  const { latest_charge: source_transaction } = (await market.getSession(sessionId)).payment_intent;
  await market.transferManually(testimony.id, amount, { destination, source_transaction });
}

/** Runs the jobs until every failing job is given up. */
export async function exhaustAttempts(market: Market): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await market.runJobs();
    market.service.deps.clock.advance(3 * 3600_000);
  }
}

/** Creates a payout that waits for an operator because every transfer failed. */
export async function createFailedPayout(market: Market): Promise<AssignedTestimony> {
  const sale = await createCompletedTestimony(market);
  await market.configureProvider('faults', { operation: 'POST /v1/transfers', fault: 'error', count: 1000 });
  await exhaustAttempts(market);
  await market.configureProvider('faults', {});
  return sale;
}

/** Sends or ends a payout by a decision of an operator, which must succeed. */
export const decidePayout = async (
  market: Market,
  { testimony }: Pick<AssignedTestimony, 'testimony'>,
  decision: 'send' | 'end',
): Promise<void> =>
  assertSuccess(await operatorRoutes(market).decide(testimony.id, `payout/${decision}`, {}));

export const listDeadJobs = async ({ service }: Market): Promise<{ id: string; kind: string }[]> =>
  (await service.get('/operator/jobs?state=dead', asOperator)).body.data;

/** Requests a decision about the failed refund that was listed first. */
export async function requestRefundDecision(market: Market, decision: string, body: object = {}) {
  const { decide, listMoney } = operatorRoutes(market);
  const [failed] = await listMoney('refund-failed');
  return decide(failed?.testimonyId ?? '', `refunds/${failed?.refundId}/${decision}`, body);
}

/** Sends or ends the failed refund that was listed first, by a decision of an operator, which must succeed. */
export const decideRefund = async (
  market: Market,
  decision: 'send' | 'end',
  body: object = {},
): Promise<void> => assertSuccess(await requestRefundDecision(market, decision, body));
