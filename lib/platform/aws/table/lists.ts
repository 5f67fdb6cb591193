/** Queries for ordered lists. Each list is a partition of the index or of the table. */
import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { PAGE_SIZE, type Page, type PageRequest } from '../../../domain/model/page.ts';
import type { Item, Table } from './table.ts';

interface List {
  /** The index to query; absent for the table itself. */
  readonly index?: 'gsi1';
  readonly pk: string;
  readonly newestFirst?: boolean;
}

/** Reads one page of a list. It reads one item more than the page holds, to see whether another page follows. */
export async function queryPage<Record>(
  { client, name }: Table,
  { index, pk, newestFirst = false }: List,
  { from, back = false, limit = PAGE_SIZE }: PageRequest,
  read: (item: Item) => Record,
): Promise<Page<Record>> {
  const forward = newestFirst === back;
  const [pkName, skName] = index ? ['gsi1pk', 'gsi1sk'] : ['pk', 'sk'];
  const query = new QueryCommand({
    TableName: name,
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    KeyConditionExpression:
      from === undefined ? '#pk = :pk' : `#pk = :pk AND #sk ${forward ? '>' : '<'} :from`,
    ExpressionAttributeNames: { '#pk': pkName, ...(from !== undefined && { '#sk': skName }) },
    ExpressionAttributeValues: { ':pk': pk, ...(from !== undefined && { ':from': from }) },
    ScanIndexForward: forward,
    Limit: limit + 1,
  });
  const { Items = [], LastEvaluatedKey } = await client.send(query);
  // A response has at most 1 MB, so it may end before the page is full.
  const more = Items.length > limit || LastEvaluatedKey !== undefined;
  const shown = (Items as Item[]).slice(0, limit);
  if (back) shown.reverse();
  const position = (item: Item | undefined) => (item ? String(item[skName ?? 'sk']) : undefined);
  const [hasNext, hasPrevious] = back ? [true, more] : [more, from !== undefined];
  const [next, previous] = [position(shown.at(-1)), position(shown[0])];
  return {
    items: shown.map(read),
    ...(hasNext && next !== undefined && { next }),
    ...(hasPrevious && previous !== undefined && { previous }),
  };
}

interface Selection<Item> {
  readonly isListed: (item: Item) => boolean;
  /** Returns the position of an item in the list. */
  readonly getPosition: (item: Item) => string;
  /** Returns how much an item adds to the weight of the page. */
  readonly weigh: (item: Item) => number;
  readonly maxWeight: number;
}

/**
 * Keeps the listed items of a page, in reading order up to the limit of the request and up to a total weight, but at
 * least one. The next page begins after the last item that was kept, or after the whole page if all were.
 */
export function selectFromPage<Item>(
  page: Page<Item>,
  { back = false, limit = PAGE_SIZE }: PageRequest,
  { isListed, getPosition, weigh, maxWeight }: Selection<Item>,
): Page<Item> {
  const listed = (back ? page.items.toReversed() : page.items).filter(isListed);
  let weight = 0;
  const end = listed.findIndex((item, index) => {
    weight += weigh(item);
    return index === limit || (index > 0 && weight > maxWeight);
  });
  const kept = end === -1 ? listed : listed.slice(0, end);
  const last = end === -1 ? undefined : kept.at(-1);
  return {
    ...page,
    items: back ? kept.toReversed() : kept,
    ...(last && { [back ? 'previous' : 'next']: getPosition(last) }),
  };
}

/**
 * Cuts a page off at the first item for which `holds` is false. The list must be sorted so that `holds` is false for
 * all later items, too.
 */
export function takePageWhile<Item>(
  holds: (item: Item) => boolean,
  { next, ...page }: Page<Item>,
): Page<Item> {
  const items = page.items.filter(holds);
  return { ...page, items, ...(next && items.length === page.items.length && { next }) };
}

/** Reads all items of a partition whose sort key begins with `prefix`, in order. Intended for short lists. */
export async function queryAll<Record>(
  { client, name }: Table,
  pk: string,
  prefix: string,
  read: (item: Item) => Record,
): Promise<Record[]> {
  // DynamoDB rejects an empty string in a key condition, so an empty prefix adds no condition.
  const isPart = prefix !== '';
  const items: Item[] = [];
  let ExclusiveStartKey: { [attribute: string]: unknown } | undefined;
  do {
    const query = new QueryCommand({
      TableName: name,
      KeyConditionExpression: isPart ? 'pk = :pk AND begins_with(sk, :prefix)' : 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk, ...(isPart && { ':prefix': prefix }) },
      ConsistentRead: true,
      ExclusiveStartKey,
    });
    const page: QueryCommandOutput = await client.send(query);
    items.push(...((page.Items ?? []) as Item[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items.map(read);
}
