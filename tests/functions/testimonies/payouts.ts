/** What the tests of payouts have in common. */
import { assertSuccess, type Market } from '../../support/market.ts';
import { asOperator } from '../../support/operators.ts';
import { documentBody } from '../../support/testimony-builders.ts';

export type AssignedTestimony = Awaited<ReturnType<Market['assigned']>>;

export const complete = async ({ expert, testimony }: AssignedTestimony) =>
  assertSuccess(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody()));
export const payoutOf = async ({ expert, testimony }: AssignedTestimony) =>
  (await expert.see(testimony.id)).payout;
export const transfersIn = async (market: Market, { testimony }: AssignedTestimony) =>
  (await market.ledger({ transfer_group: testimony.id })).filter(({ kind }) => kind === 'transfer');

/** Paid, with a verified account, and delivered, before any job has run. */
export async function delivered(market: Market): Promise<AssignedTestimony> {
  const sale = await market.assigned({ price: 100.05 });
  await market.account(sale.expert);
  await market.work();
  await complete(sale);
  return sale;
}

export async function paidOut(market: Market): Promise<AssignedTestimony> {
  const sale = await delivered(market);
  await market.work();
  return sale;
}

export const deadJobs = async ({ service }: Market): Promise<{ id: string; kind: string }[]> =>
  (await service.get('/operator/jobs?state=dead', asOperator)).body.data;

export const revive = async ({ service }: Market, id: string): Promise<void> =>
  assertSuccess(await service.post(`/operator/jobs/${id}/retry`, {}, asOperator));

export const dismiss = async ({ service }: Market, id: string): Promise<void> =>
  assertSuccess(
    await service.post(`/operator/jobs/${id}/dismiss`, { reason: 'Tak sa dohodli.' }, asOperator),
  );
