/** S3 implementation of presigned links to stored objects. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectLinks } from '../../../domain/ports/files.ts';
import { type Bucket, createAttachmentDisposition } from './bucket.ts';

export function s3ObjectLinks({ name, client }: Bucket): ObjectLinks {
  return {
    createViewLink: (Key, expiresIn) =>
      getSignedUrl(client, new GetObjectCommand({ Bucket: name, Key }), { expiresIn }),

    createDownloadLink: (Key, fileName, expiresIn) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket: name,
          Key,
          ResponseContentType: 'application/pdf',
          ResponseContentDisposition: createAttachmentDisposition(fileName),
        }),
        { expiresIn },
      ),
  };
}
