/** Reconciliations with the payment provider that an operator starts, and their results. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import {
  createEntryKey,
  type EntryKind,
  type LedgerEntry,
} from '../../lib/domain/model/payments/ledger-entry.ts';
import { DAY } from '../../lib/durations.ts';
import type { ResponseData } from '../../lib/http/response/success-response.ts';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import { createDelete, EXISTS } from '../../lib/platform/aws/table/writes.ts';
import { readLogEvents } from './captured-log.ts';
import { asOperator } from './operators.ts';
import { createPaidOutTestimony } from './payouts.ts';
import { type AssignedTestimony, assertSuccess, type Market } from './start-market.ts';

const today = ({ service }: Market) => service.deps.clock.now().toISOString().slice(0, 10);

export const postAsOperator = ({ service }: Market, path: string, body: object) =>
  service.post(path, body, asOperator);

export const listDifferences = async ({ service }: Market) =>
  (await service.get('/operator/money?list=differences', asOperator)).body.data.map(
    ({ difference }: ResponseData<'WaitingMoney'>) => difference,
  );

export const countDifferenceAlerts = () =>
  readLogEvents('operator.alert').filter(({ detail }) => detail === 'books differ').length;

/** Compares the period up to now, like an operator who starts a reconciliation. */
export async function reconcile(market: Market): Promise<void> {
  const from = new Date(market.service.deps.clock.now().getTime() - 2 * DAY).toISOString().slice(0, 10);
  assertSuccess(await postAsOperator(market, '/operator/reconciliations', { from, to: today(market) }));
  await market.runJobs();
}

export const listEntries = ({ service }: Market, { id }: { readonly id: string }) =>
  service.deps.checkouts.listEntries(id);

/** Returns the testimony's entry of this kind. */
export async function findEntry(
  market: Market,
  testimony: { readonly id: string },
  wanted: EntryKind,
): Promise<LedgerEntry> {
  const found = (await listEntries(market, testimony)).find(({ kind }) => kind === wanted);
  if (!found) throw new Error(`there is no entry of the kind ${wanted}`);
  return found;
}

/** Deletes an entry, so that only the provider has a record of the money. */
async function forgetEntry({ service: { deps } }: Market, entry: LedgerEntry): Promise<void> {
  const remove = createDelete(deps.table, itemKey.money(entry.testimonyId, createEntryKey(entry)), EXISTS);
  await deps.table.client.send(new TransactWriteCommand({ TransactItems: [remove] }));
}

/** Creates a paid out testimony whose payout is not recorded. */
export async function createUnrecordedPayout(market: Market) {
  const sale = await createPaidOutTestimony(market);
  const payout = await findEntry(market, sale.testimony, 'payout');
  await forgetEntry(market, payout);
  return { ...sale, payout };
}

/** Records a refund that the provider does not have, as a bug in the service could. */
export async function recordUnknownRefund(
  { service: { deps } }: Market,
  { testimony, sessionId }: Pick<AssignedTestimony, 'testimony' | 'sessionId'>,
  sourceId = 're_unknown',
): Promise<void> {
  const entry: LedgerEntry = {
    kind: 'refund',
    sourceId,
    testimonyId: testimony.id,
    sessionId,
    from: 'unallocated',
    to: 'provider',
    amount: 100,
    at: deps.clock.now().toISOString(),
  };
  await deps.unitOfWork.commit([{ kind: 'entry-recorded', entry }]);
}

/** Creates a paid out testimony whose recorded entries differ from the provider's balance. */
export async function createDifference(market: Market): Promise<void> {
  await recordUnknownRefund(market, await createPaidOutTestimony(market));
  await reconcile(market);
}
