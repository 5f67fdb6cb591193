/** DynamoDB and S3 implementation of the file index: the files that records own, and the objects in the bucket. */
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Expert } from '../../../domain/model/accounts/account.ts';
import type { Testimony } from '../../../domain/model/testimonies/testimony.ts';
import type { FileIndex, OwnedFile } from '../../../domain/ports/file-index.ts';
import type { Item, Table } from '../table/table.ts';
import type { Bucket } from './bucket.ts';

export function awsFileIndex({ client, name: TableName }: Table, bucket: Bucket): FileIndex {
  return {
    async *listOwnedFiles() {
      const query = {
        TableName,
        FilterExpression: 'sk IN (:user, :testimony)',
        ExpressionAttributeValues: { ':user': 'USER', ':testimony': 'TESTIMONY' },
        ProjectionExpression: 'pk, sk, scans, documents',
      };
      for await (const { Items = [] } of paginateScan({ client }, query))
        for (const item of Items as Item[]) yield* readOwnedFiles(item);
    },

    async *listObjects(Prefix) {
      const pages = paginateListObjectsV2({ client: bucket.client }, { Bucket: bucket.name, Prefix });
      for await (const { Contents = [] } of pages)
        for (const { Key = '', LastModified = new Date() } of Contents)
          yield { key: Key, storedAt: LastModified };
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
