/** Functions that read the whole table and the whole bucket. Callers of the API cannot do this. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { DynamoDBDocument, paginateScan } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { createS3Client } from '../../lib/platform/aws/clients.ts';
import type { TestDependencies } from './test-dependencies.ts';

// biome-ignore lint/suspicious/noExplicitAny: the table contains items of all types
export type AnyItem = Record<string, any>;

/** Lists the items whose partition key starts with `prefix`, by default all items except the rate limit counters. */
export async function listItems({ environment }: TestDependencies, prefix = ''): Promise<AnyItem[]> {
  const client = DynamoDBDocument.from(new DynamoDBClient({ endpoint: inject('emulators').dynamodb }));
  const items: AnyItem[] = [];
  const scan = { TableName: environment.TABLE_NAME, ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client }, scan)) items.push(...Items);
  client.destroy();
  return items.filter(({ pk }) => pk.startsWith(prefix) && (prefix !== '' || !pk.startsWith('LIMIT#')));
}

/** Counts the items of each kind: `{ USER: 1, TOKEN: 1, EMAIL: 1, … }`. */
export async function countItems(deps: TestDependencies): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { pk, sk } of await listItems(deps)) {
    const isNamedByPartition = sk === pk || /^(NAME|NUMBER|CREATED|ACTIVITY)#/.test(pk);
    const [kind = ''] = (isNamedByPartition ? pk : sk).split('#');
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Lists the keys of all objects in alphabetical order. */
export async function listObjectKeys({ environment }: TestDependencies): Promise<string[]> {
  const s3 = createS3Client({ ...environment, AWS_ENDPOINT_URL_S3: inject('emulators').s3 });
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: environment.BUCKET_NAME }));
  return Contents.map(({ Key = '' }) => Key).sort();
}
