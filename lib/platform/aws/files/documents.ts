/**
 * S3 implementation of the store for finished testimonies. Documents stay under `incoming/` until a job copies them to
 * their permanent key (infra/docs/data.md#the-bucket).
 */
import { randomBytes } from 'node:crypto';
import { withCleanUpTime } from '../../../deadline.ts';
import { PermanentFailure } from '../../../domain/errors.ts';
import type { DocumentStore } from '../../../domain/ports/files.ts';
import { log } from '../../../log.ts';
import {
  type Bucket,
  createAttachmentDisposition,
  deleteObject,
  putObject,
  readObject,
  readTags,
  readVersion,
} from './bucket.ts';

export function s3Documents(bucket: Bucket): DocumentStore {
  return {
    async receive(fileName, file) {
      const key = `incoming/testimony-document/${randomBytes(16).toString('hex')}`;
      const headers = { ContentDisposition: createAttachmentDisposition(fileName) };
      return { key, etag: await putObject(bucket, key, file, headers), type: file.type };
    },

    async copyToPermanent({ from, to }, fileName) {
      if (await readTags(bucket, to)) return;
      const content = await readVersion(bucket, from);
      if (!content) throw new PermanentFailure('a received document is gone');
      const headers = { ContentDisposition: createAttachmentDisposition(fileName) };
      await putObject(bucket, to, { content, type: from.type }, headers);
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
