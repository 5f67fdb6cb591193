/** Direct uploads to the bucket: the permit is in the table, the file in the bucket (infra/docs/api/uploads.md). */
import type { Upload } from '../../../domain/model/file.ts';
import type { Uploads } from '../../../domain/ports/files.ts';
import { itemKey } from '../table/keys.ts';
import { readOne, type Table } from '../table/table.ts';
import { type Bucket, hasErrorName, readObjectOfSize } from './bucket.ts';

export function s3Uploads(bucket: Bucket, table: Table): Uploads {
  return {
    async find(objectKey) {
      const found = await readOne<Omit<Upload, 'expiresAt'> & { validUntil: string }>(
        table,
        itemKey.upload(objectKey),
      );
      if (!found) return undefined;
      const { validUntil, ...upload } = found;
      return { ...upload, expiresAt: new Date(validUntil) };
    },

    async read(objectKey, size) {
      try {
        return await readObjectOfSize(bucket, objectKey, size);
      } catch (error) {
        if (hasErrorName(error, 'NoSuchKey')) return undefined;
        throw error;
      }
    },
  };
}
