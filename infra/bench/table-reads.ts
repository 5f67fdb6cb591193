/** Reads of the table with the AWS SDK alone, from which the baselines of requests consist. */
import { BatchGetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import type { Key } from '../../lib/platform/aws/table/table.ts';
import type { EmulatedService } from './emulated-service.ts';

type Items = Record<string, unknown>[];

export function getSignInKeys({ id, token }: { readonly id: string; readonly token: string }): Key[] {
  return [itemKey.user(id), itemKey.token(id, token.split(/[_|]/)[1] ?? '')];
}

export async function readItems({ documentClient, table }: EmulatedService, keys: Key[]): Promise<Items> {
  const RequestItems = { [table]: { Keys: keys, ConsistentRead: true } };
  return (await documentClient.send(new BatchGetCommand({ RequestItems }))).Responses?.[table] ?? [];
}

export async function queryItems(
  { documentClient, table }: EmulatedService,
  input: Omit<QueryCommandInput, 'TableName'>,
): Promise<Items> {
  return (await documentClient.send(new QueryCommand({ TableName: table, ...input }))).Items ?? [];
}
