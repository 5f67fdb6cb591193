/** Baselines of warm requests: the minimum reads of a request, sent with the AWS SDK alone. */
import { BatchGetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import type { Key } from '../../lib/platform/aws/table/table.ts';
import type { EmulatedService } from './emulated-service.ts';
import type { SignedInUser } from './user-actions.ts';

/** Returns the keys of a signed-in caller's account and token. */
export function getSignInKeys({ id, token }: Pick<SignedInUser, 'id' | 'token'>): Key[] {
  return [itemKey.user(id), itemKey.token(id, token.split(/[_|]/)[1] ?? '')];
}

/** Reads the items with these keys. */
export async function readItems(
  { documentClient, table }: EmulatedService,
  keys: readonly Key[],
): Promise<object[]> {
  const { Responses = {} } = await documentClient.send(
    new BatchGetCommand({ RequestItems: { [table]: { Keys: [...keys], ConsistentRead: true } } }),
  );
  return Responses[table] ?? [];
}

async function queryItems(
  { documentClient, table }: EmulatedService,
  input: Omit<QueryCommandInput, 'TableName'>,
) {
  return (await documentClient.send(new QueryCommand({ TableName: table, ...input }))).Items ?? [];
}

/** Reads the newest open testimonies of a region. */
export const readNewestOpenTestimonies = (
  service: EmulatedService,
  region: string,
  count: number,
): Promise<object[]> =>
  queryItems(service, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :region',
    ExpressionAttributeValues: { ':region': `OPEN#${region}` },
    ScanIndexForward: false,
    Limit: count,
  });

/** Reads a testimony and its offers. In the partition, the offers precede the testimony. */
export const readTestimonyWithOffers = (service: EmulatedService, id: string): Promise<object[]> =>
  queryItems(service, {
    KeyConditionExpression: 'pk = :pk AND sk >= :offers',
    ExpressionAttributeValues: { ':pk': itemKey.testimony(id).pk, ':offers': itemKey.offer(id, '').sk },
    ConsistentRead: true,
  });
