/** S3 implementation of the store for finished testimonies. Documents are written to their permanent key at once. */
import { withCleanUpTime } from '../../../deadline.ts';
import type { DocumentStore } from '../../../domain/ports/files.ts';
import { log } from '../../../log.ts';
import { attachmentDisposition, type Bucket, deleteObject, putObject, readObject } from './bucket.ts';

export function s3Documents(bucket: Bucket): DocumentStore {
  return {
    async store(place, fileName, file) {
      await putObject(bucket, place, file, { ContentDisposition: attachmentDisposition(fileName) });
    },

    read: place => readObject(bucket, place),

    async discard(places) {
      await Promise.all(
        places.map(place =>
          withCleanUpTime(() => deleteObject(bucket, place)).catch(error =>
            log.warn({ event: 'document.cleanup_failed', error }),
          ),
        ),
      );
    },
  };
}
