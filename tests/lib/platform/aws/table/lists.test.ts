/** Tests of the requests that read lists from DynamoDB (infra/docs/api/conventions.md). */
import { describe, expect, it } from 'vitest';
import { queryAll, queryPage, selectFromPage } from '../../../../../lib/platform/aws/table/lists.ts';
import { type Item, openTable } from '../../../../../lib/platform/aws/table/table.ts';
import { startFakeServer } from '../../../../support/fake-server.ts';

/** Starts a fake table that returns these pages one after another. */
async function startFakeTable(...pages: object[]) {
  const { url, calls } = await startFakeServer((_, count) => ({
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify(pages[count - 1] ?? { Items: [] }),
  }));
  const listRequests = () => calls.map(({ body }) => JSON.parse(body.toString()));
  return { table: openTable({ TABLE_NAME: 'any', AWS_ENDPOINT_URL_DYNAMODB: url }), listRequests };
}

const marshalledKey = (sk: string) => ({ pk: { S: 'CLIENT#1' }, sk: { S: sk } });
const getPosition = ({ sk }: Item) => sk;

it('queryPage reads a partition consistently and requests one item more than the page size', async () => {
  const { table, listRequests } = await startFakeTable({ Items: [marshalledKey('a')] });

  expect(await queryPage(table, { pk: 'CLIENT#1', newestFirst: true }, {}, getPosition)).toEqual({
    items: ['a'],
  });
  expect(listRequests()).toEqual([
    {
      TableName: 'any',
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: 'CLIENT#1' } },
      ScanIndexForward: false,
      Limit: 16,
    },
  ]);
});

it('queryPage continues after the last item when DynamoDB returns fewer items because of their size', async () => {
  const { table } = await startFakeTable({
    Items: [marshalledKey('a'), marshalledKey('b')],
    LastEvaluatedKey: marshalledKey('b'),
  });

  expect(await queryPage(table, { pk: 'CLIENT#1' }, {}, getPosition)).toEqual({
    items: ['a', 'b'],
    next: 'b',
  });
});

describe('selectFromPage, which limits the items of a page', () => {
  const select = (
    page: { items: string[]; next?: string; previous?: string },
    pageRequest: { back?: boolean; limit?: number },
    maxWeight = 100,
  ) =>
    selectFromPage(page, pageRequest, {
      isListed: item => item !== 'x',
      getPosition: item => item,
      weigh: item => item.length,
      maxWeight,
    });

  it('selectFromPage keeps the positions of a page when it keeps all listed items', () => {
    expect(select({ items: ['x', 'a', 'x'], next: 'x3', previous: 'x1' }, {})).toEqual({
      items: ['a'],
      next: 'x3',
      previous: 'x1',
    });
    expect(select({ items: ['x', 'x'], next: 'x2' }, { limit: 1 })).toEqual({ items: [], next: 'x2' });
  });

  it('selectFromPage continues after the last item that fits the limit, in both directions', () => {
    expect(select({ items: ['a', 'x', 'b', 'c'], previous: 'a' }, { limit: 2 })).toEqual({
      items: ['a', 'b'],
      next: 'b',
      previous: 'a',
    });
    expect(select({ items: ['a', 'x', 'b', 'c'], next: 'c' }, { limit: 2, back: true })).toEqual({
      items: ['b', 'c'],
      next: 'c',
      previous: 'b',
    });
    expect(select({ items: ['a', 'b', 'x'] }, { limit: 2 })).toEqual({ items: ['a', 'b'] });
  });

  it('selectFromPage continues after the last item within the weight limit, but keeps at least one item', () => {
    expect(select({ items: ['aaa', 'bbb', 'c'] }, {}, 5)).toEqual({ items: ['aaa'], next: 'aaa' });
    expect(select({ items: ['aaaaaa', 'b'] }, {}, 5)).toEqual({ items: ['aaaaaa'], next: 'aaaaaa' });
    expect(select({ items: ['aaa', 'bb'] }, {}, 5)).toEqual({ items: ['aaa', 'bb'] });
  });
});

it('queryAll reads a whole list page by page with consistent reads', async () => {
  const { table, listRequests } = await startFakeTable(
    { Items: [marshalledKey('a')], LastEvaluatedKey: marshalledKey('a') },
    { Items: [marshalledKey('b')] },
  );

  expect(await queryAll(table, { pk: 'CLIENT#1', sk: 'x' }, getPosition)).toEqual(['a', 'b']);
  const query = {
    TableName: 'any',
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': { S: 'CLIENT#1' }, ':prefix': { S: 'x' } },
    ConsistentRead: true,
  };
  expect(listRequests()).toEqual([query, { ...query, ExclusiveStartKey: marshalledKey('a') }]);
});
