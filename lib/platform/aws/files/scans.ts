/**
 * Scans of identity documents in the bucket: `incoming/` until a job moves them (contract §5).
 */
import { randomBytes } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { PermanentFailure } from '../../../domain/errors.ts';
import type { FileContent, ScanMove, StoredScan } from '../../../domain/model/file.ts';
import type { Scans } from '../../../domain/ports/files.ts';
import { log } from '../../../log.ts';
import { type Bucket, exists, readVersion } from './bucket.ts';
import { erase } from './versions.ts';

export function s3Scans(bucket: Bucket): Scans {
  const { s3, name } = bucket;

  async function store({ content, type }: FileContent): Promise<StoredScan> {
    const key = `incoming/identity-document/${randomBytes(16).toString('hex')}`;
    const { ETag } = await s3.send(
      new PutObjectCommand({ Bucket: name, Key: key, Body: content, ContentType: type }),
    );
    return { key, etag: ETag ?? '', type };
  }

  const remove = (key: string) => s3.send(new DeleteObjectCommand({ Bucket: name, Key: key }));

  async function discard(scans: readonly StoredScan[]): Promise<void> {
    const results = await Promise.allSettled(scans.map(({ key }) => remove(key)));
    const left = results.filter(({ status }) => status === 'rejected').length;
    if (left > 0) log.warn({ event: 'scans left to expire', count: left });
  }

  return {
    async receive([front, back]) {
      const results = await Promise.allSettled([store(front), store(back)]);
      const [storedFront, storedBack] = results;
      if (storedFront.status === 'fulfilled' && storedBack.status === 'fulfilled') {
        return [storedFront.value, storedBack.value];
      }
      await discard(results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : [])));
      throw results.find(result => result.status === 'rejected')?.reason;
    },

    discard,

    async remove(keys) {
      await Promise.all(keys.map(remove));
    },

    erase: prefixes => erase(bucket, prefixes),

    async keep({ from, to }: ScanMove) {
      const content = await readVersion(bucket, from);
      if (content) {
        await s3.send(new PutObjectCommand({ Bucket: name, Key: to, Body: content, ContentType: from.type }));
        await remove(from.key);
      } else if (!(await exists(bucket, to))) {
        throw new PermanentFailure('a received scan is gone');
      }
    },
  };
}
