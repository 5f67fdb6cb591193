/** Queries for ordered lists. Each list is a partition of the index or of the table. */
import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { PAGE_SIZE, type Page, type PageRequest } from '../../../domain/model/page.ts';
import { readValid } from './records.ts';
import type { Item, Key, Table } from './table.ts';

export interface List {
  /** The index to query; absent for the table itself. */
  readonly index?: 'gsi1';
  readonly pk: string;
  readonly newestFirst?: boolean;
}

/** A part of a list with consecutive items. */
export interface ListPart extends List {
  /** Sort key after which the part begins, in the order of the part. */
  readonly from?: string | undefined;
  /** Prefix of the sort keys, if the list is only a part of a partition. */
  readonly prefix?: string;
  readonly limit: number;
}

/** Reads a part of a list. A response has at most 1 MB, so it may contain fewer items than the limit. */
export async function queryPart(
  { client, name }: Table,
  { index, pk, newestFirst = false, from, prefix, limit }: ListPart,
): Promise<{ items: Item[]; hasMore: boolean }> {
  const [pkName, skName] = index ? ['gsi1pk', 'gsi1sk'] : ['pk', 'sk'];
  const isAfterFrom = from === undefined ? '' : ` AND ${skName} ${newestFirst ? '<' : '>'} :from`;
  // A key condition can contain only one comparison of the sort key.
  const start = prefix
    ? {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        ...(from !== undefined && { ExclusiveStartKey: { pk, sk: from } }),
      }
    : {
        KeyConditionExpression: `${pkName} = :pk${isAfterFrom}`,
        ExpressionAttributeValues: { ':pk': pk, ...(from !== undefined && { ':from': from }) },
      };
  const query = new QueryCommand({
    TableName: name,
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    ...start,
    ScanIndexForward: !newestFirst,
    Limit: limit,
  });
  const { Items = [], LastEvaluatedKey } = await client.send(query);
  return { items: Items as Item[], hasMore: LastEvaluatedKey !== undefined };
}

/**
 * Reads one page of a list, without the items that do not match their schema. It reads one item more than the page
 * holds, to find out whether another page follows.
 */
export async function queryPage<Record>(
  table: Table,
  { newestFirst = false, ...list }: List,
  { from, back = false, limit = PAGE_SIZE }: PageRequest,
  read: (item: Item) => Record,
): Promise<Page<Record>> {
  const part = { ...list, newestFirst: newestFirst !== back, from, limit: limit + 1 };
  const { items, hasMore } = await queryPart(table, part);
  const more = items.length > limit || hasMore;
  const shown = items.slice(0, limit);
  if (back) shown.reverse();
  const position = (item: Item | undefined) => item && String(list.index ? item.gsi1sk : item.sk);
  const [hasNext, hasPrevious] = back ? [true, more] : [more, from !== undefined];
  const [next, previous] = [position(shown.at(-1)), position(shown[0])];
  return {
    items: readValid(shown, read),
    ...(hasNext && next !== undefined && { next }),
    ...(hasPrevious && previous !== undefined && { previous }),
  };
}

interface Selection<Item> {
  readonly isListed: (item: Item) => boolean;
  readonly getPosition: (item: Item) => string;
  /** Returns the weight of an item, which is added to the weight of the page. */
  readonly weigh: (item: Item) => number;
  readonly maxWeight: number;
}

/**
 * Selects the listed items of a page, in reading order, until the limit of the request or the maximum weight is
 * reached. The first item is selected even if it alone exceeds the maximum weight. The next page begins after the last
 * selected item or, if all were selected, after the whole page.
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
 * Ends a page before the first item for which `holds` is false. The list must be sorted so that `holds` is also false
 * for all later items.
 */
export function takePageWhile<Item>(
  holds: (item: Item) => boolean,
  { next, ...page }: Page<Item>,
): Page<Item> {
  const items = page.items.filter(holds);
  return { ...page, items, ...(next && items.length === page.items.length && { next }) };
}

/**
 * Reads all items of the partition `pk` whose sort key begins with `sk`, in order, without the items that do not match
 * their schema. Intended for short lists.
 */
export async function queryAll<Record>(
  { client, name }: Table,
  { pk, sk }: Key,
  read: (item: Item) => Record,
): Promise<Record[]> {
  // DynamoDB rejects an empty string in a key condition, so an empty sort key adds no condition.
  const isPart = sk !== '';
  const query = {
    TableName: name,
    KeyConditionExpression: isPart ? 'pk = :pk AND begins_with(sk, :prefix)' : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk, ...(isPart && { ':prefix': sk }) },
    ConsistentRead: true,
  };
  const items: Item[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) items.push(...(Items as Item[]));
  return readValid(items, read);
}

/** Reads some attributes of an item, for functions whose role allows them to read only these attributes. */
export async function readAttributes(
  { client, name }: Table,
  { pk, sk }: Key,
  attributes: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const query = new QueryCommand({
    TableName: name,
    KeyConditionExpression: 'pk = :pk AND sk = :sk',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ProjectionExpression: attributes,
    Select: 'SPECIFIC_ATTRIBUTES',
    ConsistentRead: true,
  });
  const { Items = [] } = await client.send(query);
  return Items[0];
}
