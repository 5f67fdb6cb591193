/** S3 implementation of presigned links to stored objects. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectLinks } from '../../../domain/ports/files.ts';
import { attachmentDisposition, type Bucket, objectExists } from './bucket.ts';

export function s3ObjectLinks(bucket: Bucket): ObjectLinks {
  const { name, client } = bucket;

  return {
    async createViewLink(keys, expiresIn) {
      const there = await Promise.all(keys.map(key => objectExists(bucket, key)));
      const Key = keys[there.indexOf(true)] ?? keys[0];
      return getSignedUrl(client, new GetObjectCommand({ Bucket: name, Key }), { expiresIn });
    },

    createDownloadLink: (Key, fileName, expiresIn) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket: name,
          Key,
          ResponseContentType: 'application/pdf',
          ResponseContentDisposition: attachmentDisposition(fileName),
        }),
        { expiresIn },
      ),
  };
}
