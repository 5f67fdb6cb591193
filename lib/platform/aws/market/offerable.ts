/**
 * Open testimonies of several regions as one list, newest first (contract §4).
 *
 * Each region is a partition of the index, ordered by id, which is the order of time. The next of
 * each are merged; what the expert has an open offer on is left out, and reading goes on behind the last
 * one looked at until the page is full. Nothing of this grows with the number of testimonies: an
 * expert with offers on hundreds in a row gets a short page, and the cursor leads on from there.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { PAGE_SIZE, type Page, type PageRequest } from '../../../domain/model/page.ts';
import type { Testimony } from '../../../domain/model/testimony.ts';
import { key } from '../table/keys.ts';
import { type Item, readAll, type Table, withoutKeys } from '../table/table.ts';

/** How many are looked at each time: mostly the first will do. One read finds a hundred pointers at most. */
const STEPS = [PAGE_SIZE + 1, 96, 96, 96, 96];

/** A part of a list, in the order of reading. */
interface Stretch {
  readonly testimonies: readonly Testimony[];
  readonly goesOn: boolean;
}

export async function readOfferable(
  table: Table,
  regions: readonly string[],
  expertId: string,
  pageRequest: PageRequest,
): Promise<Page<Testimony>> {
  const shown: Testimony[] = [];
  let ahead = pageRequest;
  let more = true;
  for (const count of STEPS) {
    if (!more || shown.length > PAGE_SIZE) break;
    const { testimonies, goesOn } = await nextOf(table, regions, ahead, count);
    shown.push(...(await withoutOffered(table, testimonies, expertId)));
    const [last] = testimonies.slice(-1);
    if (last) ahead = { ...pageRequest, from: last.id };
    more = goesOn;
  }
  const overfull = shown.length > PAGE_SIZE;
  const items = shown.slice(0, PAGE_SIZE);
  const onward = overfull ? items.at(-1)?.id : more ? ahead.from : undefined;
  if (pageRequest.back) items.reverse();
  const [next, previous] = pageRequest.back
    ? [items.at(-1)?.id ?? onward, onward]
    : [onward, pageRequest.from && (items[0]?.id ?? onward)];
  return { items, ...(next && { next }), ...(previous && { previous }) };
}

/** The next testimonies of all regions together. */
async function nextOf(
  table: Table,
  regions: readonly string[],
  pageRequest: PageRequest,
  count: number,
): Promise<Stretch> {
  const each = Math.max(PAGE_SIZE + 1, Math.ceil(count / regions.length));
  const lists = await Promise.all(regions.map(region => openIn(table, region, pageRequest, each)));
  const isBefore = (a: string, b: string) => (pageRequest.back ? a < b : a > b);
  // Behind the end of a region that goes on, its own next ones are missing.
  const ends = lists.flatMap(({ testimonies, goesOn }) => (goesOn ? testimonies.slice(-1) : []));
  const known = lists
    .flatMap(({ testimonies }) => testimonies)
    .filter(({ id }) => !ends.some(end => isBefore(end.id, id)))
    .sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1));
  return { testimonies: known.slice(0, count), goesOn: ends.length > 0 || known.length > count };
}

async function openIn(
  { client, name }: Table,
  region: string,
  { from, back = false }: PageRequest,
  Limit: number,
): Promise<Stretch> {
  const behind = from === undefined ? '' : ` AND gsi1sk ${back ? '>' : '<'} :from`;
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: name,
      IndexName: 'gsi1',
      KeyConditionExpression: `gsi1pk = :region${behind}`,
      ExpressionAttributeValues: {
        ':region': `OPEN#${region}`,
        ...(from !== undefined && { ':from': from }),
      },
      ScanIndexForward: back,
      Limit,
    }),
  );
  return {
    testimonies: (Items as Item[]).map(withoutKeys<Testimony>),
    goesOn: LastEvaluatedKey !== undefined,
  };
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
  const ids = new Set(offered.flatMap(({ sk, openOfferId }) => (openOfferId ? [sk] : [])));
  return candidates.filter(({ id }) => !ids.has(id));
}
