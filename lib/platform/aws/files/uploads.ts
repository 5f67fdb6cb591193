/** Direct uploads to the bucket: the permit is in the table, the file in the bucket (infra/docs/api/uploads.md). */
import type { Upload } from '../../../domain/model/files/file.ts';
import type { UploadStore } from '../../../domain/ports/files.ts';
import { itemKey } from '../table/keys.ts';
import { readRecord, type Table } from '../table/table.ts';
import { type Bucket, readObjectOfSize } from './bucket.ts';

export function s3Uploads(bucket: Bucket, table: Table): UploadStore {
  return {
    async find(objectKey) {
      const found = await readRecord<Omit<Upload, 'expiresAt'> & { validUntil: string }>(
        table,
        itemKey.upload(objectKey),
      );
      if (!found) return undefined;
      const { validUntil, ...upload } = found;
      return { ...upload, expiresAt: new Date(validUntil) };
    },

    read: (objectKey, size) => readObjectOfSize(bucket, objectKey, size),
  };
}
