/** Permits to upload directly to the bucket, each a presigned POST for one file (infra/docs/api/uploads.md). */

import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { UploadPermits } from '../../../domain/ports/files.ts';
import { itemKey } from '../table/keys.ts';
import { expirySeconds, type Table } from '../table/table.ts';
import { storeItem } from '../table/writes.ts';
import type { Bucket } from './bucket.ts';

export function s3UploadPermits({ name, client }: Bucket, table: Table): UploadPermits {
  return {
    async grant(upload, until) {
      const expiresAt = expirySeconds(new Date(upload.validUntil));
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
