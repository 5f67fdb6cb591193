/** Direct uploads to the bucket: the permit is in the table, the file in the bucket (infra/docs/api/uploads.md). */
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { FileChanges } from '../../../domain/model/files/file.ts';
import type { UploadPermits, UploadStore } from '../../../domain/ports/files.ts';
import { itemKey } from '../table/keys.ts';
import { toUpload } from '../table/records.ts';
import { computeExpirySeconds, readRecord, type Table } from '../table/table.ts';
import { type ChangeWriters, createDelete, EXISTS, storeItem } from '../table/writes.ts';
import { type Bucket, readObjectOfSize } from './bucket.ts';

export function s3Uploads(bucket: Bucket, table: Table): UploadStore {
  return {
    find: objectKey => readRecord(table, itemKey.upload(objectKey), toUpload),

    read: (objectKey, size) => readObjectOfSize(bucket, objectKey, size),
  };
}

export function s3UploadPermits({ name, client }: Bucket, table: Table): UploadPermits {
  return {
    async grant(upload, until) {
      const expiresAt = computeExpirySeconds(new Date(upload.validUntil));
      await storeItem(table, { ...itemKey.upload(upload.key), ...upload, expiresAt });
      return createPresignedPost(client, {
        Bucket: name,
        Key: upload.key,
        Fields: { 'Content-Type': upload.contentType },
        Conditions: [
          ['content-length-range', upload.size, upload.size],
          ['eq', '$Content-Type', upload.contentType],
        ],
        Expires: Math.floor((until.getTime() - Date.now()) / 1000),
      });
    },
  };
}

export const uploadWriters = (table: Table) =>
  ({
    /** Deletes the permit of the upload. The condition of the delete fails if the upload was already used. */
    'upload-used': ({ upload: { field, key } }) => [
      {
        write: createDelete(table, itemKey.upload(key), EXISTS),
        rejection: { reason: 'invalid-field', field, code: 'upload-unusable' },
      },
    ],
  }) satisfies ChangeWriters<FileChanges>;
