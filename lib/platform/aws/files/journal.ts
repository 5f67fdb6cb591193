/**
 * S3 implementation of the journal (infra/docs/restore.md#the-journal). Each entry is an object under `journal/`. Its
 * key begins with the time, so that listings are in chronological order. Functions can only add objects, and the
 * bucket's policy rejects a PUT that would replace one (infra/resources/malware-scan.yml).
 */
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { JournalEntry } from '../../../domain/model/activity/journal.ts';
import type { Journal } from '../../../domain/ports/files.ts';
import { type Bucket, hasErrorName, putObject, readObject } from './bucket.ts';

const PREFIX = 'journal/';

export function s3Journal(bucket: Bucket): Journal {
  return {
    async record(entry) {
      const content = Buffer.from(JSON.stringify(entry));
      const file = { content, type: 'application/json' };
      try {
        await putObject(bucket, `${PREFIX}${entry.at}-${entry.id}.json`, file, { IfNoneMatch: '*' });
      } catch (error) {
        if (!hasErrorName(error, 'PreconditionFailed')) throw error;
      }
    },

    async *list(from) {
      const input = { Bucket: bucket.name, Prefix: PREFIX, StartAfter: `${PREFIX}${from}` };
      for await (const { Contents = [] } of paginateListObjectsV2({ client: bucket.client }, input))
        for (const { Key = '' } of Contents) {
          const content = await readObject(bucket, Key);
          if (content) yield JSON.parse(content.toString()) as JournalEntry;
        }
    },
  };
}
