/**
 * Open testimonies of several regions as one list, newest first (infra/docs/api/testimonies.md).
 *
 * Each region is a partition of the index, ordered by id, which is the order of time, as are the expert's own
 * pointers. Those are read first: they say what to leave out, and how many more of each region to read for it.
 * The next of each region are then merged. However many testimonies there are, and whatever was offered on, a
 * request reads each partition once: an expert with more pointers than are read gets a short page, and the cursor
 * leads on from there.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { PAGE_SIZE, type Page, type PageRequest } from '../../../domain/model/page.ts';
import type { Testimony } from '../../../domain/model/testimony.ts';
import { key } from '../table/keys.ts';
import { type Item, type Table, withoutKeys } from '../table/table.ts';

/** How many of the expert's pointers a request looks at. */
const MOST_POINTERS = 250;

/** A part of a list, in the order of reading. */
interface Stretch<Entry> {
  readonly entries: readonly Entry[];
  /** The id up to which it is complete; undefined when it reaches the list's end. */
  readonly upTo?: string | undefined;
}

interface Pointer {
  readonly id: string;
  readonly region: string;
  readonly isOpen: boolean;
}

export async function readOfferable(
  table: Table,
  regions: readonly string[],
  expertId: string,
  pageRequest: PageRequest,
): Promise<Page<Testimony>> {
  const isBefore = (a: string, b: string) => (pageRequest.back ? a < b : a > b);
  const own = await pointersOf(table, expertId, pageRequest);
  const offered = own.entries.filter(({ isOpen }) => isOpen);
  const lists = await Promise.all(
    regions.map(region => {
      const leftOut = offered.filter(pointer => pointer.region === region).length;
      return openIn(table, region, pageRequest, PAGE_SIZE + 1 + leftOut);
    }),
  );
  // Behind the nearest of these, something may be missing.
  const [upTo] = [own, ...lists].flatMap(list => list.upTo ?? []).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const ids = new Set(offered.map(({ id }) => id));
  const entries = lists
    .flatMap(list => list.entries)
    .filter(({ id }) => !ids.has(id) && !(upTo && isBefore(upTo, id)))
    .sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1));
  return pageOf({ entries, upTo }, pageRequest);
}

function pageOf({ entries, upTo }: Stretch<Testimony>, { back, from }: PageRequest): Page<Testimony> {
  const items = entries.slice(0, PAGE_SIZE);
  const onward = entries.length > PAGE_SIZE ? items.at(-1)?.id : upTo;
  if (back) items.reverse();
  const [next, previous] = back
    ? [items.at(-1)?.id ?? onward, onward]
    : [onward, from && (items[0]?.id ?? onward)];
  return { items, ...(next && { next }), ...(previous && { previous }) };
}

async function pointersOf(
  table: Table,
  expertId: string,
  pageRequest: PageRequest,
): Promise<Stretch<Pointer>> {
  const { items, goesOn } = await read(
    table,
    { pk: 'pk', sk: 'sk', of: key.ofExpert(expertId, '').pk, limit: MOST_POINTERS },
    pageRequest,
  );
  const entries = items.map(({ sk, region, openOfferId }) => ({
    id: sk,
    region: String(region),
    isOpen: openOfferId !== undefined,
  }));
  return { entries, ...(goesOn && { upTo: entries.at(-1)?.id }) };
}

async function openIn(
  table: Table,
  region: string,
  pageRequest: PageRequest,
  limit: number,
): Promise<Stretch<Testimony>> {
  const { items, goesOn } = await read(
    table,
    { index: 'gsi1', pk: 'gsi1pk', sk: 'gsi1sk', of: `OPEN#${region}`, limit },
    pageRequest,
  );
  const entries = items.map(withoutKeys<Testimony>);
  return { entries, ...(goesOn && { upTo: entries.at(-1)?.id }) };
}

interface Partition {
  /** The table itself when absent. */
  readonly index?: 'gsi1';
  readonly pk: string;
  readonly sk: string;
  readonly of: string;
  readonly limit: number;
}

async function read(
  { client, name }: Table,
  { index, pk, sk, of, limit }: Partition,
  { from, back = false }: PageRequest,
): Promise<{ items: Item[]; goesOn: boolean }> {
  const behind = from === undefined ? '' : ` AND ${sk} ${back ? '>' : '<'} :from`;
  const query = new QueryCommand({
    TableName: name,
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    KeyConditionExpression: `${pk} = :of${behind}`,
    ExpressionAttributeValues: { ':of': of, ...(from !== undefined && { ':from': from }) },
    ScanIndexForward: back,
    Limit: limit,
  });
  const { Items = [], LastEvaluatedKey } = await client.send(query);
  return { items: Items as Item[], goesOn: LastEvaluatedKey !== undefined };
}
