/** Permissions to upload straight to the bucket (contract §5): a presigned POST for just that file. */
import type { S3Client } from '@aws-sdk/client-s3';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { UploadPermits } from '../../../domain/ports/files.ts';
import { type Environment, required } from '../../environment.ts';
import { openS3 } from '../clients.ts';
import { key } from '../table/keys.ts';
import { type Table, ttl } from '../table/table.ts';

export function s3UploadPermits(
  environment: Environment,
  table: Table,
  s3: S3Client = openS3(environment),
): UploadPermits {
  const Bucket = required(environment, 'BUCKET_NAME');

  return {
    async give(upload) {
      const { expiresAt, ...permission } = upload;
      const item = {
        ...key.upload(upload.key),
        ...permission,
        validUntil: expiresAt.toISOString(),
        expiresAt: ttl(expiresAt),
      };
      await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
      return createPresignedPost(s3, {
        Bucket,
        Key: upload.key,
        Fields: { 'Content-Type': upload.contentType },
        Conditions: [
          ['content-length-range', upload.size, upload.size],
          ['eq', '$Content-Type', upload.contentType],
        ],
        Expires: Math.floor((expiresAt.getTime() - Date.now()) / 1000),
      });
    },
  };
}
