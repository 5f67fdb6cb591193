/** Presigned links to stored objects. */
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectLinks } from '../../../domain/ports/files.ts';
import { type Environment, required } from '../../environment.ts';
import { openS3 } from '../clients.ts';
import { exists, savedAs } from './objects.ts';

export function s3ObjectLinks(environment: Environment, s3: S3Client = openS3(environment)): ObjectLinks {
  const Bucket = required(environment, 'BUCKET_NAME');

  return {
    async show(keys, expiresIn) {
      const there = await Promise.all(keys.map(key => exists(s3, Bucket, key)));
      const Key = keys[there.indexOf(true)] ?? keys[0];
      return getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }), { expiresIn });
    },

    download: (Key, fileName, expiresIn) =>
      getSignedUrl(
        s3,
        new GetObjectCommand({
          Bucket,
          Key,
          ResponseContentType: 'application/pdf',
          ResponseContentDisposition: savedAs(fileName),
        }),
        { expiresIn },
      ),
  };
}
