/**
 * Storage of scans of identity documents. Every file under `incoming/` expires after a day. After the record that
 * refers to the scans is written, a job moves them to permanent keys, so a request that fails before leaves no
 * permanent files.
 */
import { createChildJob } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Expert, User } from '../model/accounts/account.ts';
import {
  type CheckedUpload,
  collectUploads,
  type FileMove,
  type ReceivedFile,
  type ScanLocations,
  type SubmittedIdentityScans,
  UNREVIEWED_SCAN_RETENTION_DAYS,
} from '../model/files/file.ts';
import type { JobTask, TaskOf } from '../model/jobs/job.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { addJobOnce } from '../unit-of-work.ts';
import { computeRetentionEnd } from './scan-retention.ts';

export interface ReceivedScans {
  readonly front: ReceivedFile;
  readonly back: ReceivedFile;
  /** Uploads that contained the scans. The write that stores the scans must mark their keys as used. */
  readonly uploads: readonly CheckedUpload[];
}

/**
 * Stores both sides of an identity document. A side that was uploaded earlier is stored again, so that the uploader can
 * no longer change it. If one side cannot be stored, the other is deleted.
 */
export async function receiveScans(
  { verificationDocumentFront, verificationDocumentBack }: SubmittedIdentityScans,
  deps: Pick<Dependencies, 'identityScans'>,
): Promise<ReceivedScans> {
  const sent = { verificationDocumentFront, verificationDocumentBack };
  const [front, back] = await deps.identityScans.receive([
    verificationDocumentFront,
    verificationDocumentBack,
  ]);
  return { front, back, uploads: collectUploads(sent) };
}

/**
 * Runs a write that refers to received scans, and discards the scans if the write is rejected with a DomainError. After
 * any other error, the record may have been written, so that its job still needs the scans.
 */
export async function discardIfRejected<Response>(
  { front, back }: Pick<ReceivedScans, 'front' | 'back'>,
  { identityScans }: Pick<Dependencies, 'identityScans'>,
  write: () => Promise<Response>,
): Promise<Response> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof DomainError) await identityScans.discard([front, back]);
    throw error;
  }
}

/** Creates permanent keys for received scans with their retention period, and the list of moves to these keys. */
export function createPermanentKeys(
  { front, back }: Pick<ReceivedScans, 'front' | 'back'>,
  expertId: string,
  deps: DecisionDependencies,
): { scans: ScanLocations; moves: FileMove[] } {
  const place = (side: string) => `identity-documents/${expertId}/${side}-${deps.random.uuid()}`;
  const received = { front: front.key, back: back.key };
  const scans = {
    front: place('front'),
    back: place('back'),
    received,
    receivedAt: deps.clock.now().toISOString(),
    keptUntil: computeRetentionEnd(UNREVIEWED_SCAN_RETENTION_DAYS, deps),
  };
  return {
    scans,
    moves: [
      { from: front, to: scans.front },
      { from: back, to: scans.back },
    ],
  };
}

/**
 * Moves scans to their permanent keys, then deletes the replaced scans and the received and uploaded originals, and
 * adds the jobs that check the scans and delete them after their retention period. If a move fails, the promise rejects
 * after all other moves have ended, and nothing is deleted.
 * Deletes the moved scans when the account no longer refers to them, because another request has replaced them. If that
 * happens after this check, the job of that request deletes them.
 */
export async function moveScans(
  { expertId, moves, replaced }: TaskOf<'keep-scans'>,
  jobId: string,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'identityScans' | 'objects' | 'unitOfWork'>,
): Promise<void> {
  const results = await Promise.allSettled(moves.map(move => deps.identityScans.moveToPermanent(move)));
  const originals = [...moves.map(({ from }) => from.key), ...replaced];
  const owner = await deps.accounts.find(expertId);
  if (!areReferenced(moves, owner)) {
    return deps.objects.erase([...moves.map(({ to }) => to), ...originals]);
  }
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  await deps.objects.erase(originals);
  const { front, back, keptUntil } = owner.scans;
  const addJob = (task: JobTask, notBefore?: string) =>
    addJobOnce(createChildJob(jobId, task.kind, task, deps, notBefore), deps);
  await addJob({ kind: 'check-scans', expertId, front, back });
  await addJob({ kind: 'expire-scans', expertId }, keptUntil);
}

function areReferenced(moves: readonly FileMove[], owner: User | undefined): owner is Expert {
  if (owner?.role !== 'expert') return false;
  const { front, back } = owner.scans;
  return moves.every(({ to }) => to === front || to === back);
}
