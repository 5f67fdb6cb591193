/** Finished testimonies in the bucket, at their lasting place from the start. */
import { DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Documents } from '../../../domain/ports/files.ts';
import { log } from '../../../log.ts';
import { type Environment, required } from '../../environment.ts';
import { openS3 } from '../clients.ts';
import { savedAs } from './objects.ts';

export function s3Documents(environment: Environment, s3: S3Client = openS3(environment)): Documents {
  const Bucket = required(environment, 'BUCKET_NAME');

  return {
    async store(place, fileName, { content, type }) {
      const saved = { ContentType: type, ContentDisposition: savedAs(fileName) };
      await s3.send(new PutObjectCommand({ Bucket, Key: place, Body: content, ...saved }));
    },

    async discard(place) {
      await s3
        .send(new DeleteObjectCommand({ Bucket, Key: place }))
        .catch(error => log.warn({ event: 'a refused document was left behind', error }));
    },
  };
}
