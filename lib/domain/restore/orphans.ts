/** Comparison of the files in the bucket with the records that own them (infra/docs/restore.md#orphans). */
import { HOUR } from '../../durations.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import type { FileIndex } from '../ports/file-index.ts';

const PERMANENT_PREFIXES = ['identity-documents/', 'testimonies/'] as const;
const RECEIVED_PREFIX = 'incoming/';

/** Minimum age of an object without an owner. A younger object may belong to a running request or job. */
const UNDER_WAY_MS = HOUR;

export interface Orphans {
  readonly objectCount: number;
  readonly ownedCount: number;
  readonly objectsWithoutOwner: readonly string[];
  /** Keys that records contain, but that no object has. */
  readonly ownersWithoutObject: readonly string[];
}

/** Finds objects without an owner and owners without an object. Changes nothing. */
export async function findOrphans(
  files: FileIndex,
  { clock }: Pick<Dependencies, 'clock'>,
): Promise<Orphans> {
  const youngest = clock.now().getTime() - UNDER_WAY_MS;
  const stored = new Map<string, Date>();
  for (const prefix of [...PERMANENT_PREFIXES, RECEIVED_PREFIX]) {
    for await (const { key, storedAt } of files.listObjects(prefix)) stored.set(key, storedAt);
  }
  // The table is read after the bucket, so that an object whose record is written in the meantime is found to have an
  // owner.
  const owned = new Set<string>();
  const ownersWithoutObject: string[] = [];
  for await (const { key, received } of files.listOwnedFiles()) {
    owned.add(key);
    if (!stored.has(key) && !(received && stored.has(received))) ownersWithoutObject.push(key);
  }
  const permanent = [...stored].filter(([key]) => !key.startsWith(RECEIVED_PREFIX));
  const objectsWithoutOwner = permanent.flatMap(([key, storedAt]) =>
    owned.has(key) || storedAt.getTime() > youngest ? [] : [key],
  );
  return {
    objectCount: permanent.length,
    ownedCount: owned.size,
    objectsWithoutOwner,
    ownersWithoutObject,
  };
}
