/** The table is asked just what lib-dynamodb would ask, and its answers are read as lib-dynamodb reads them. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { openDynamo } from '../../../../../lib/platform/aws/services.ts';
import { type Ask, operationsOf } from '../../../../../lib/platform/aws/table/operations.ts';
import { standIn } from '../../../../support/stand-in.ts';

const KEY = { pk: 'USER#1', sk: 'USER' };
const ITEM = {
  ...KEY,
  name: 'Jana Kováčová',
  version: 3,
  area: 72.5,
  none: null,
  left: undefined,
  verified: false,
  regions: ['ke', 'po'],
  // Names that mean something on the wire, and nothing inside an item.
  company: { Key: 'x', Items: [{ S: 'y' }], Responses: { N: 1 }, nothing: undefined },
};
const VALUES = { ':one': 1, ':item': ITEM, ':list': [KEY, undefined], ':set': new Set(['a', 'b']) };
const UPDATE = {
  TableName: 'any',
  Key: KEY,
  UpdateExpression: 'SET #Item = :item',
  ExpressionAttributeNames: { '#Item': 'Item' },
  ExpressionAttributeValues: VALUES,
};

const WIRE = {
  pk: { S: 'USER#1' },
  count: { N: '3' },
  area: { N: '72.5' },
  none: { NULL: true },
  verified: { BOOL: true },
  more: { M: { Key: { M: { S: { S: 'x' } } }, list: { L: [{ N: '1' }, { M: {} }] } } },
  set: { SS: ['a', 'b'] },
};

/** Of each operation: an input, the same by lib-dynamodb's name for it, and an answer. */
const ROWS: { [Name in Parameters<Ask>[0]]: [keyof DynamoDBDocument, object, object] } = {
  BatchGetItem: [
    'batchGet',
    { RequestItems: { any: { Keys: [KEY, { ...KEY, sk: 'TOKEN#1' }], ConsistentRead: true } } },
    {
      Responses: { any: [WIRE, {}] },
      UnprocessedKeys: { any: { Keys: [{ pk: { S: 'x' } }], ConsistentRead: true } },
    },
  ],
  DeleteItem: [
    'delete',
    { TableName: 'any', Key: KEY, ReturnValues: 'ALL_OLD', ExpressionAttributeValues: undefined },
    { Attributes: WIRE },
  ],
  PutItem: ['put', { TableName: 'any', Item: ITEM, ConditionExpression: 'attribute_not_exists(pk)' }, {}],
  Query: [
    'query',
    {
      ...{ TableName: 'any', IndexName: 'gsi1', KeyConditionExpression: '#pk = :one', Limit: 16 },
      ExpressionAttributeNames: { '#pk': 'pk' },
      ExpressionAttributeValues: VALUES,
      ExclusiveStartKey: KEY,
      ScanIndexForward: false,
    },
    { Items: [WIRE, { pk: { S: 'x' } }], Count: 2, ScannedCount: 2, LastEvaluatedKey: { pk: { S: 'x' } } },
  ],
  TransactWriteItems: [
    'transactWrite',
    {
      ClientRequestToken: 'token',
      TransactItems: [
        { Put: { TableName: 'any', Item: ITEM } },
        { Update: UPDATE },
        { Delete: { TableName: 'any', Key: KEY } },
        {
          ConditionCheck: {
            TableName: 'any',
            Key: KEY,
            ConditionExpression: 'x = :one',
            ExpressionAttributeValues: VALUES,
          },
        },
      ],
    },
    {},
  ],
  UpdateItem: ['update', { ...UPDATE, ReturnValues: 'ALL_NEW' }, { Attributes: WIRE }],
};

it.each(Object.entries(ROWS))('%s', async (operation, [method, input, answer]) => {
  const { url, calls } = await standIn(() => ({
    ...{ status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' } },
    body: JSON.stringify(answer),
  }));
  const sdk = DynamoDBDocument.from(new DynamoDBClient({ region: 'eu-central-1', endpoint: url }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  onTestFinished(() => sdk.destroy());
  const ask = operationsOf(openDynamo({ AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_DYNAMODB: url }));

  const { $metadata, ...expected } = await (
    sdk[method] as (input: object) => Promise<Record<string, unknown>>
  )(input);
  const answered = await ask(operation as 'PutItem', input as Parameters<typeof ask<'PutItem'>>[1]);

  expect(answered).toEqual(expected);
  const [theirs, ours] = calls.map(({ headers, body }) => ({
    target: headers['x-amz-target'],
    type: headers['content-type'],
    input: JSON.parse(body.toString()),
  }));
  expect(ours).toEqual(theirs);
});
