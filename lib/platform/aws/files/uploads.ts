/** What was uploaded straight to the bucket (contract §5): the permission in the table, the file under its key. */
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { CheckedUpload, Upload } from '../../../domain/model/file.ts';
import type { Uploads } from '../../../domain/ports/files.ts';
import { type Environment, required } from '../../environment.ts';
import { openS3 } from '../clients.ts';
import { key } from '../table/keys.ts';
import { type NamedWrite, readAll, type Table, withoutKeys } from '../table/table.ts';

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

    async read(objectKey, most) {
      try {
        const { Body, ContentLength } = await s3.send(new GetObjectCommand({ Bucket, Key: objectKey }));
        if (Number(ContentLength) <= most) return Buffer.from((await Body?.transformToByteArray()) ?? []);
        if (Body && 'destroy' in Body) Body.destroy();
        return null;
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
  };
}

/** Uses the key up; fails for one that is gone. */
export function uploadUse({ name }: Table, { field, key: objectKey }: CheckedUpload): NamedWrite {
  return [
    field,
    {
      Delete: {
        TableName: name,
        Key: { ...key.upload(objectKey) },
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
  ];
}
