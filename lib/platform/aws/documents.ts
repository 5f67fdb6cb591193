/** Finished testimonies in the bucket, at their lasting place from the start. */
import { DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { PermanentFailure } from '../../domain/refusal.ts';
import type { Documents } from '../../domain/world.ts';
import { log } from '../../log.ts';
import { type Environment, required } from '../environment.ts';
import { openS3 } from './clients.ts';
import { readVersion, savedAs } from './objects.ts';

export function s3Documents(environment: Environment, s3: S3Client = openS3(environment)): Documents {
  const Bucket = required(environment, 'BUCKET_NAME');

  return {
    async store(place, fileName, source) {
      const Body = 'content' in source ? source.content : await readVersion(s3, Bucket, source);
      if (!Body) throw new PermanentFailure('an upload is gone');
      const saved = { ContentType: source.type, ContentDisposition: savedAs(fileName) };
      await s3.send(new PutObjectCommand({ Bucket, Key: place, Body, ...saved }));
    },

    async discard(place) {
      await s3
        .send(new DeleteObjectCommand({ Bucket, Key: place }))
        .catch(error => log.warn({ event: 'a refused document was left behind', error }));
    },
  };
}
