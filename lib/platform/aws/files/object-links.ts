/** Presigned links to stored objects. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectLinks } from '../../../domain/ports/files.ts';
import { type Bucket, exists, savedAs } from './bucket.ts';

export function s3ObjectLinks(bucket: Bucket): ObjectLinks {
  const { name, client } = bucket;

  return {
    async show(keys, expiresIn) {
      const there = await Promise.all(keys.map(key => exists(bucket, key)));
      const Key = keys[there.indexOf(true)] ?? keys[0];
      return getSignedUrl(client, new GetObjectCommand({ Bucket: name, Key }), { expiresIn });
    },

    download: (Key, fileName, expiresIn) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket: name,
          Key,
          ResponseContentType: 'application/pdf',
          ResponseContentDisposition: savedAs(fileName),
        }),
        { expiresIn },
      ),
  };
}
