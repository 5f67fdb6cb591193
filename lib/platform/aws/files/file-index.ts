/** DynamoDB and S3 implementation of the file index: the files that records own, and the objects in the bucket. */
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Expert } from '../../../domain/model/account.ts';
import type { Testimony } from '../../../domain/model/testimony.ts';
import type { FileIndex, OwnedFile } from '../../../domain/ports/file-index.ts';
import type { Item, Table } from '../table/table.ts';
import type { Bucket } from './bucket.ts';

export function awsFileIndex({ client, name: TableName }: Table, bucket: Bucket): FileIndex {
  return {
    async *listOwnedFiles() {
      let ExclusiveStartKey: Record<string, unknown> | undefined;
      do {
        const page = await client.send(
          new ScanCommand({
            TableName,
            ExclusiveStartKey,
            FilterExpression: 'sk IN (:user, :testimony)',
            ExpressionAttributeValues: { ':user': 'USER', ':testimony': 'TESTIMONY' },
            ProjectionExpression: 'pk, sk, scans, documents',
          }),
        );
        for (const item of (page.Items ?? []) as Item[]) yield* readOwnedFiles(item);
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    },

    async *listObjects(Prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await bucket.client.send(
          new ListObjectsV2Command({ Bucket: bucket.name, Prefix, ContinuationToken }),
        );
        for (const { Key = '', LastModified = new Date() } of page.Contents ?? [])
          yield { key: Key, storedAt: LastModified };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

function readOwnedFiles(item: Item): readonly OwnedFile[] {
  if (item.sk === 'TESTIMONY') return (item as Item & Pick<Testimony, 'documents'>).documents;
  const { scans } = item as Item & Partial<Expert>;
  if (!scans || scans.deletedAt) return [];
  const { front, back, received } = scans;
  return [
    { key: front, received: received.front },
    { key: back, received: received.back },
  ];
}
