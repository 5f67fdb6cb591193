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
  { from, back = false }: PageRequest,
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
    Limit: PAGE_SIZE + 1,
  });
  const { Items = [] } = await client.send(query);
  const more = Items.length > PAGE_SIZE;
  const shown = (Items as Item[]).slice(0, PAGE_SIZE);
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
