/**
 * S3 implementation of the store for scans of identity documents. Scans stay under `incoming/` until a job moves them
 * to their permanent key (infra/docs/api/uploads.md).
 */
import { randomBytes } from 'node:crypto';
import { withCleanUpTime } from '../../../deadline.ts';
import { PermanentFailure } from '../../../domain/errors.ts';
import type { FileContent, FileMove, ReceivedFile } from '../../../domain/model/files/file.ts';
import type { IdentityScans } from '../../../domain/ports/files.ts';
import { log } from '../../../log.ts';
import { type Bucket, deleteObject, putObject, readTags, readVersion } from './bucket.ts';

export function s3IdentityScans(bucket: Bucket): IdentityScans {
  async function receive(file: FileContent): Promise<ReceivedFile> {
    const key = `incoming/identity-document/${randomBytes(16).toString('hex')}`;
    return { key, etag: await putObject(bucket, key, file), type: file.type };
  }

  async function discard(scans: readonly ReceivedFile[]): Promise<void> {
    const results = await withCleanUpTime(() =>
      Promise.allSettled(scans.map(({ key }) => deleteObject(bucket, key))),
    );
    const left = results.filter(({ status }) => status === 'rejected').length;
    if (left > 0) log.warn({ event: 'scan.cleanup_failed', count: left });
  }

  return {
    async receive([front, back]) {
      const results = await Promise.allSettled([receive(front), receive(back)]);
      const [storedFront, storedBack] = results;
      if (storedFront.status === 'fulfilled' && storedBack.status === 'fulfilled') {
        return [storedFront.value, storedBack.value];
      }
      await discard(results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : [])));
      throw results.find(result => result.status === 'rejected')?.reason;
    },

    discard,

    async moveToPermanent({ from, to }: FileMove) {
      const content = await readVersion(bucket, from);
      if (content) {
        await putObject(bucket, to, { content, type: from.type });
        await deleteObject(bucket, from.key);
      } else if (!(await readTags(bucket, to))) {
        throw new PermanentFailure('a received scan is gone');
      }
    },
  };
}
