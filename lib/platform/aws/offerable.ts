/**
 * Open testimonies of several regions as one list, newest first (contract §4).
 *
 * Each region is a partition of the index, ordered by id, which is the order of time. One page is
 * read of each and merged; what the expert has offered on is left out, and reading goes on behind
 * the last one looked at until the page is full. Nothing of this grows with the number of testimonies.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { PAGE_SIZE, type Page, type Turn } from '../../domain/pages.ts';
import type { Testimony } from '../../domain/testimonies.ts';
import { key } from './keys.ts';
import { type Item, readAll, type Table, withoutKeys } from './table.ts';

export async function readOfferable(
  table: Table,
  regions: readonly string[],
  expertId: string,
  { from, back = false }: Turn,
): Promise<Page<Testimony>> {
  const shown: Testimony[] = [];
  let position = from;
  let more = true;
  while (more && shown.length <= PAGE_SIZE) {
    const candidates = await nextOf(table, regions, position, back);
    shown.push(...(await withoutOffered(table, candidates, expertId)));
    position = candidates.at(-1)?.id;
    more = candidates.length > PAGE_SIZE;
  }
  const overfull = shown.length > PAGE_SIZE;
  const items = shown.slice(0, PAGE_SIZE);
  if (back) items.reverse();
  const [first, last] = [items[0]?.id, items.at(-1)?.id];
  return {
    items,
    ...((back || overfull) && last && { next: last }),
    ...((back ? overfull : from !== undefined) && first && { previous: first }),
  };
}

/** The next testimonies of all regions together, one more than a page. */
async function nextOf(
  table: Table,
  regions: readonly string[],
  from: string | undefined,
  back: boolean,
): Promise<Testimony[]> {
  const lists = await Promise.all(regions.map(region => openIn(table, region, from, back)));
  const direction = back ? 1 : -1;
  return lists
    .flat()
    .sort((a, b) => (a.id < b.id ? -direction : direction))
    .slice(0, PAGE_SIZE + 1);
}

async function openIn(
  { client, name }: Table,
  region: string,
  from: string | undefined,
  back: boolean,
): Promise<Testimony[]> {
  const behind = from === undefined ? '' : ` AND gsi1sk ${back ? '>' : '<'} :from`;
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: name,
      IndexName: 'gsi1',
      KeyConditionExpression: `gsi1pk = :region${behind}`,
      ExpressionAttributeValues: {
        ':region': `OPEN#${region}`,
        ...(from !== undefined && { ':from': from }),
      },
      ScanIndexForward: back,
      Limit: PAGE_SIZE + 1,
    }),
  );
  return (Items as Item[]).map(withoutKeys<Testimony>);
}

async function withoutOffered(
  table: Table,
  candidates: readonly Testimony[],
  expertId: string,
): Promise<Testimony[]> {
  if (candidates.length === 0) return [];
  const offered = await readAll(
    table,
    candidates.map(({ id }) => key.ofExpert(expertId, id)),
  );
  const ids = new Set(offered.map(({ sk }) => sk));
  return candidates.filter(({ id }) => !ids.has(id));
}
