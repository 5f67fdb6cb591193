/** Commands for an administrator after a restore of the table (infra/docs/restore.md). */
import type { Dependencies } from '../../lib/domain/ports/dependencies.ts';
import type { FileIndex } from '../../lib/domain/ports/file-index.ts';
import { findOrphans } from '../../lib/domain/restore/orphans.ts';
import { replayEntry } from '../../lib/domain/restore/replay-journal.ts';
import { MINUTE } from '../../lib/durations.ts';
import { dynamoAccountEraser } from '../../lib/platform/aws/accounts/account-eraser.ts';
import { dynamoAccounts } from '../../lib/platform/aws/accounts/accounts.ts';
import { dynamoAuditLog } from '../../lib/platform/aws/activity/audit.ts';
import { openBucket } from '../../lib/platform/aws/files/bucket.ts';
import { awsFileIndex } from '../../lib/platform/aws/files/file-index.ts';
import { s3Journal } from '../../lib/platform/aws/files/journal.ts';
import { s3ObjectStore } from '../../lib/platform/aws/files/objects.ts';
import { dynamoCheckouts } from '../../lib/platform/aws/payments/checkouts.ts';
import { openTable } from '../../lib/platform/aws/table/table.ts';
import { dynamoTestimonies } from '../../lib/platform/aws/testimonies/testimonies.ts';
import { dynamoUnitOfWork } from '../../lib/platform/aws/unit-of-work/unit-of-work.ts';
import { type Environment, readRetention } from '../../lib/platform/environment.ts';
import { systemClock, systemRandom } from '../../lib/platform/system.ts';

/** Dependencies of the commands: stores that are opened with the administrator's own credentials. */
export type RestoreDependencies = Parameters<typeof replayEntry>[2] &
  Pick<Dependencies, 'journal' | 'objects'> & { readonly files: FileIndex };

/** Opens the stores of a table and a bucket, whose names and region are in the environment. */
export function openRestoreDependencies(environment: Environment): RestoreDependencies {
  const table = openTable(environment);
  const bucket = openBucket(environment);
  return {
    accountEraser: dynamoAccountEraser(table, systemClock, systemRandom),
    accounts: dynamoAccounts(table),
    audit: dynamoAuditLog(table),
    checkouts: dynamoCheckouts(table),
    clock: systemClock,
    files: awsFileIndex(table, bucket),
    journal: s3Journal(bucket),
    objects: s3ObjectStore(bucket),
    random: systemRandom,
    retention: readRetention(environment),
    testimonies: dynamoTestimonies(table),
    unitOfWork: dynamoUnitOfWork(table, systemRandom, environment),
  };
}

/**
 * Time before the restored moment at which the replay begins. A journal entry has the time of its decision, which is
 * committed later, so a restored table may lack decisions that are slightly older. Replaying a decision that the table
 * contains changes nothing.
 */
const OVERLAP_MS = 15 * MINUTE;

/**
 * Replays the journal from shortly before a time (`OVERLAP_MS`), oldest entry first.
 * @returns true if an operator has nothing left to do
 */
export async function replayJournal(
  { from, dryRun = false }: { readonly from: string; readonly dryRun?: boolean },
  deps: RestoreDependencies,
  print: (line: string) => void,
): Promise<boolean> {
  const counts = { applied: 0, unchanged: 0, 'for operator': 0 };
  const start = new Date(Date.parse(from) - OVERLAP_MS).toISOString();
  for await (const entry of deps.journal.list(start)) {
    const { outcome, detail } = await replayEntry(entry, dryRun, deps);
    counts[outcome] += 1;
    if (outcome === 'unchanged') continue;
    print([entry.at, entry.what, entry.userId, outcome, ...(detail ? [detail] : [])].join('  '));
  }
  const { applied, unchanged } = counts;
  const open = counts['for operator'];
  print(
    `${dryRun ? 'To apply' : 'Applied'}: ${applied}. Contained already: ${unchanged}. For an operator: ${open}.`,
  );
  return open === 0;
}

/**
 * Prints the objects that no record owns, and the records whose object is missing.
 * @param eraseScans whether to erase all versions of the scans without an owner; documents are never erased
 * @returns true if there are no such objects and records
 * @throws Error when scans are to be erased and the bucket has no file of the table: the bucket then belongs to another
 *   table
 */
export async function reportOrphans(
  { eraseScans = false }: { readonly eraseScans?: boolean },
  deps: RestoreDependencies,
  print: (line: string) => void,
): Promise<boolean> {
  const { objectCount, ownedCount, objectsWithoutOwner, ownersWithoutObject } = await findOrphans(
    deps.files,
    deps,
  );
  for (const key of objectsWithoutOwner) print(`no owner   ${key}`);
  for (const key of ownersWithoutObject) print(`no object  ${key}`);
  print(
    `${objectCount} objects, ${objectsWithoutOwner.length} without an owner. ` +
      `${ownedCount} owned files, ${ownersWithoutObject.length} without an object.`,
  );
  const scans = objectsWithoutOwner.filter(key => key.startsWith('identity-documents/'));
  if (eraseScans && scans.length > 0) {
    if (ownedCount === ownersWithoutObject.length)
      throw new Error('Nothing was erased: the bucket has no file that this table names. Check both names.');
    await deps.objects.erase(scans);
    print(`Erased scans: ${scans.length}.`);
  }
  return objectsWithoutOwner.length + ownersWithoutObject.length === 0;
}
