/** The reads that a request cannot do without, by the official client alone: the floors of warm requests. */
import { BatchGetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { key } from '../../lib/platform/aws/table/keys.ts';
import type { Key } from '../../lib/platform/aws/table/table.ts';
import type { Person } from './people.ts';
import type { Service } from './service.ts';

/** Keys of the account and the token of a signed-in caller. */
export function signInKeys({ id, token }: Pick<Person, 'id' | 'token'>): Key[] {
  return [key.user(id), key.token(id, token.split(/[_|]/)[1] ?? '')];
}

export async function readItems({ documents, table }: Service, keys: readonly Key[]): Promise<object[]> {
  const { Responses = {} } = await documents.send(
    new BatchGetCommand({ RequestItems: { [table]: { Keys: [...keys], ConsistentRead: true } } }),
  );
  return Responses[table] ?? [];
}

async function query({ documents, table }: Service, input: Omit<QueryCommandInput, 'TableName'>) {
  return (await documents.send(new QueryCommand({ TableName: table, ...input }))).Items ?? [];
}

/** Reads the newest open testimonies of a region. */
export const readNewestOpen = (service: Service, region: string, count: number): Promise<object[]> =>
  query(service, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :region',
    ExpressionAttributeValues: { ':region': `OPEN#${region}` },
    ScanIndexForward: false,
    Limit: count,
  });

/** Reads a testimony and its offers, which precede it in its partition. */
export const readTestimony = (service: Service, id: string): Promise<object[]> =>
  query(service, {
    KeyConditionExpression: 'pk = :pk AND sk >= :offers',
    ExpressionAttributeValues: { ':pk': key.testimony(id).pk, ':offers': key.offer(id, '').sk },
    ConsistentRead: true,
  });
