/** Finished testimonies in the bucket, at their lasting place from the start. */
import type { Documents } from '../../../domain/ports/files.ts';
import { log } from '../../../log.ts';
import { type Bucket, remove, savedAs, store } from './bucket.ts';

export function s3Documents(bucket: Bucket): Documents {
  return {
    async store(place, fileName, file) {
      await store(bucket, place, file, { ContentDisposition: savedAs(fileName) });
    },

    async discard(places) {
      await Promise.all(
        places.map(place =>
          remove(bucket, place).catch(error =>
            log.warn({ event: 'a document of no use was left behind', error }),
          ),
        ),
      );
    },
  };
}
