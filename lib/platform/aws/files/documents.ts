/** Finished testimonies in the bucket, at their lasting place from the start. */
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { Documents } from '../../../domain/ports/files.ts';
import { log } from '../../../log.ts';
import { type Bucket, savedAs } from './bucket.ts';

export function s3Documents({ s3, name }: Bucket): Documents {
  return {
    async store(place, fileName, { content, type }) {
      const saved = { ContentType: type, ContentDisposition: savedAs(fileName) };
      await s3.send(new PutObjectCommand({ Bucket: name, Key: place, Body: content, ...saved }));
    },

    async discard(places) {
      await Promise.all(
        places.map(Key =>
          s3
            .send(new DeleteObjectCommand({ Bucket: name, Key }))
            .catch(error => log.warn({ event: 'a document of no use was left behind', error })),
        ),
      );
    },
  };
}
