/** Direct uploads to the bucket: the permit is in the table, the file in the bucket (infra/docs/api/uploads.md). */
import type { UploadStore } from '../../../domain/ports/files.ts';
import { itemKey } from '../table/keys.ts';
import { toUpload } from '../table/records.ts';
import { readRecord, type Table } from '../table/table.ts';
import { type Bucket, readObjectOfSize } from './bucket.ts';

export function s3Uploads(bucket: Bucket, table: Table): UploadStore {
  return {
    find: objectKey => readRecord(table, itemKey.upload(objectKey), toUpload),

    read: (objectKey, size) => readObjectOfSize(bucket, objectKey, size),
  };
}
