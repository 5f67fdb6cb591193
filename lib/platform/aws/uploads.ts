/** What was uploaded straight to the bucket (contract §5): the permission in the table, the file under its key. */
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { CheckedUpload, Upload } from '../../domain/uploads.ts';
import type { Uploads } from '../../domain/world.ts';
import { type Environment, required } from '../environment.ts';
import { openS3 } from './clients.ts';
import { key } from './keys.ts';
import { type Named, readAll, type Table, withoutKeys } from './table.ts';

/** Enough to tell what a file is. */
const START_BYTES = 16;

export function s3Uploads(
  environment: Environment,
  table: Table,
  s3: S3Client = openS3(environment),
): Uploads {
  const Bucket = required(environment, 'BUCKET_NAME');

  return {
    async find(objectKey) {
      const [item] = await readAll(table, [key.upload(objectKey)]);
      if (!item) return undefined;
      const { validUntil, ...upload } = withoutKeys<Omit<Upload, 'expiresAt'> & { validUntil: string }>(item);
      return { ...upload, expiresAt: new Date(validUntil) };
    },

    async inspect(objectKey) {
      try {
        const Range = `bytes=0-${START_BYTES - 1}`;
        const { Body, ContentRange, ETag } = await s3.send(
          new GetObjectCommand({ Bucket, Key: objectKey, Range }),
        );
        const start = Buffer.from((await Body?.transformToByteArray()) ?? []);
        return { size: Number(ContentRange?.split('/')[1]), etag: ETag ?? '', start };
      } catch (error) {
        if (error instanceof Error && NOTHING_THERE.has(error.name)) return undefined;
        throw error;
      }
    },
  };
}

/** An empty object has no first byte to ask for. */
const NOTHING_THERE = new Set(['NoSuchKey', 'InvalidRange']);

/** Uses the key up; fails for one that is gone. */
export function uploadUse({ name }: Table, { field, stored }: CheckedUpload): Named {
  return [
    field,
    {
      Delete: {
        TableName: name,
        Key: { ...key.upload(stored.key) },
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
  ];
}
