/**
 * Scans of identity documents in the bucket: `incoming/` until a job moves them (contract §5).
 */
import { randomBytes } from 'node:crypto';
import { PermanentFailure } from '../../../domain/errors.ts';
import type { FileContent, ScanMove, StoredScan } from '../../../domain/model/file.ts';
import type { Scans } from '../../../domain/ports/files.ts';
import { log } from '../../../log.ts';
import { type Bucket, exists, readVersion, remove, store } from './bucket.ts';

export function s3Scans(bucket: Bucket): Scans {
  async function receive(file: FileContent): Promise<StoredScan> {
    const key = `incoming/identity-document/${randomBytes(16).toString('hex')}`;
    return { key, etag: await store(bucket, key, file), type: file.type };
  }

  async function discard(scans: readonly StoredScan[]): Promise<void> {
    const results = await Promise.allSettled(scans.map(({ key }) => remove(bucket, key)));
    const left = results.filter(({ status }) => status === 'rejected').length;
    if (left > 0) log.warn({ event: 'scans left to expire', count: left });
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

    async remove(keys) {
      await Promise.all(keys.map(key => remove(bucket, key)));
    },

    async keep({ from, to }: ScanMove) {
      const content = await readVersion(bucket, from);
      if (content) {
        await store(bucket, to, { content, type: from.type });
        await remove(bucket, from.key);
      } else if (!(await exists(bucket, to))) {
        throw new PermanentFailure('a received scan is gone');
      }
    },
  };
}
