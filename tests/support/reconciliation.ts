/** Reconciliation with the payment provider, as an operator starts it, and its results. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { MoneyMovement } from '../../lib/domain/model/movement.ts';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import { createDelete, EXISTS } from '../../lib/platform/aws/table/writes.ts';
import { readLogEvents } from './captured-log.ts';
import { asOperator } from './operators.ts';
import { createPaidOutTestimony } from './payouts.ts';
import { assertSuccess, type Market } from './start-market.ts';

export const DAY_MS = 24 * 3600_000;

const today = ({ service }: Market) => service.deps.clock.now().toISOString().slice(0, 10);

export const postAsOperator = ({ service }: Market, path: string, body: object) =>
  service.post(path, body, asOperator);

export const listDifferences = async ({ service }: Market) =>
  (await service.get('/operator/differences', asOperator)).body.data;

export const countDifferenceAlerts = () =>
  readLogEvents('operator.alert').filter(({ detail }) => detail === 'books differ').length;

/** Compares everything up to now, as an operator does by hand. */
export async function reconcile(market: Market): Promise<void> {
  const from = new Date(market.service.deps.clock.now().getTime() - 2 * DAY_MS).toISOString().slice(0, 10);
  assertSuccess(await postAsOperator(market, '/operator/reconciliations', { from, to: today(market) }));
  await market.runJobs();
}

export const listMovements = ({ service }: Market, { id }: { readonly id: string }) =>
  service.deps.checkouts.listMovements(id);

/** Returns the movement of this kind of the testimony. */
export async function findMovement(
  market: Market,
  testimony: { readonly id: string },
  wanted: MoneyMovement['kind'],
): Promise<MoneyMovement> {
  const found = (await listMovements(market, testimony)).find(({ kind }) => kind === wanted);
  if (!found) throw new Error(`there is no movement of the kind ${wanted}`);
  return found;
}

/** Deletes the record of a movement, so that it exists only at the provider. */
async function forgetMovement(
  { service: { deps } }: Market,
  { testimonyId, kind, providerId }: MoneyMovement,
): Promise<void> {
  const remove = createDelete(deps.table, itemKey.money(testimonyId, `${kind}#${providerId}`), EXISTS);
  await deps.table.client.send(new TransactWriteCommand({ TransactItems: [remove] }));
}

/** Creates a paid out testimony whose payout is not on record. */
export async function createUnrecordedPayout(market: Market) {
  const sale = await createPaidOutTestimony(market);
  const payout = await findMovement(market, sale.testimony, 'payout');
  await forgetMovement(market, payout);
  return { ...sale, payout };
}
