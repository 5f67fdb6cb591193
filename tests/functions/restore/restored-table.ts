/** A restore of the table, as the runbook describes it (infra/docs/restore.md), with the local emulators. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { openRestoreDependencies, replayJournal, reportOrphans } from '../../../infra/restore/commands.ts';
import { type AnyItem, listItems } from '../../support/inspect-store.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

/** A copy of all items, like a backup by point-in-time recovery. */
export interface Backup {
  readonly at: string;
  readonly items: readonly AnyItem[];
}

export async function backUp({ service: { deps } }: Market): Promise<Backup> {
  const at = deps.clock.now().toISOString();
  return { at, items: [...(await listItems(deps)), ...(await listItems(deps, 'LIMIT#'))] };
}

const BATCH_SIZE = 25;

/** Starts the service with a new table that contains the backup. Bucket, mails and payment provider stay the same. */
export async function restore(
  { service, providerUrl }: Market,
  { items }: Backup,
  settings: Record<string, string> = {},
): Promise<Market> {
  const { TABLE_NAME, BUCKET_NAME } = service.deps.environment as Record<string, string>;
  const restored = await startMarket({
    TABLE_NAME: `${TABLE_NAME}-restored`,
    BUCKET_NAME: String(BUCKET_NAME),
    STRIPE_URL: providerUrl,
    ...settings,
  });
  const { client, name } = restored.service.deps.table;
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    const requests = items.slice(start, start + BATCH_SIZE).map(Item => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }));
  }
  return restored;
}

const openDeps = ({ service }: Market) => openRestoreDependencies(service.deps.environment);

/** Replays the journal. @returns the printed lines, and whether an operator has nothing left to do */
export async function replay(market: Market, from: string, dryRun = false) {
  const lines: string[] = [];
  const isDone = await replayJournal({ from, dryRun }, openDeps(market), line => lines.push(line));
  return { lines, isDone };
}

/** Lists objects without an owner and owners without an object, at the time of the clock of the marketplace. */
export async function listOrphans(market: Market, eraseScans = false) {
  const lines: string[] = [];
  const { clock } = market.service.deps;
  const isDone = await reportOrphans({ eraseScans }, { ...openDeps(market), clock }, line =>
    lines.push(line),
  );
  return { lines, isDone };
}
