/**
 * Storage and retention of scans of identity documents. Received scans are stored under `incoming/`, where they expire
 * after a day. When the record that refers to the scans has been written, a job moves them to permanent keys. A request
 * that fails before this write therefore leaves no permanent files.
 *
 * Every retention period (infra/docs/data.md#what-is-kept-how-long-and-why) is at most `UNREVIEWED_SCAN_RETENTION_DAYS`
 * and starts with the last act of the expert or an operator. The scans of an inactive expert are therefore deleted
 * after at most this number of days.
 */
import { DAY } from '../../durations.ts';
import { createChildJob, createJob } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Expert, IdentityReview, User } from '../model/accounts/account.ts';
import {
  type CheckedUpload,
  collectUploads,
  type FileMove,
  REJECTED_SCAN_RETENTION_DAYS,
  type ReceivedFile,
  type ScanLocations,
  type SubmittedIdentityScans,
  UNREVIEWED_SCAN_RETENTION_DAYS,
} from '../model/files/file.ts';
import type { Job, JobTask, TaskOf } from '../model/jobs/job.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { addJobOnce } from '../unit-of-work.ts';

export interface ReceivedScans {
  readonly front: ReceivedFile;
  readonly back: ReceivedFile;
  /**
   * Uploads that contained the scans. The write that refers to the scans must mark the keys of these uploads as used.
   */
  readonly uploads: readonly CheckedUpload[];
}

/**
 * Stores both sides of an identity document. A side that was uploaded earlier is stored again, so that the uploader can
 * no longer change it. If one side cannot be stored, the other side is deleted.
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
 * any other error, the record may have been written, and the job that moves the scans may still need them.
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
 * after all other moves have ended, and nothing is deleted. Deletes the moved scans when no account refers to them any
 * more, because the account was closed or another request has replaced the scans. If another request replaces them
 * after this check, its job deletes them.
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

const computeRetentionEnd = (days: number, { clock }: Pick<Dependencies, 'clock'>): string =>
  new Date(clock.now().getTime() + days * DAY).toISOString();

export const getRetentionDays = (
  decision: Exclude<IdentityReview, 'pending'>,
  { retention }: Pick<Dependencies, 'retention'>,
): number => (decision === 'accepted' ? retention.scanDays : REJECTED_SCAN_RETENTION_DAYS);

/** Restarts the retention period of the expert's scans, counted from now. Does nothing once they are deleted. */
export function restartScanRetention(
  expert: Expert,
  days: number,
  deps: Pick<Dependencies, 'clock'>,
): Expert {
  if (expert.scans.deletedAt) return expert;
  return { ...expert, scans: { ...expert.scans, keptUntil: computeRetentionEnd(days, deps) } };
}

/** Creates the job that deletes the scans at the end of their retention period, if the period was restarted. */
export function createScanExpiryJobs(before: User, after: User, deps: DecisionDependencies): Job[] {
  if (before.role !== 'expert' || after.role !== 'expert') return [];
  const { keptUntil } = after.scans;
  if (keptUntil === before.scans.keptUntil) return [];
  return [createJob({ kind: 'expire-scans', expertId: after.id }, deps, keptUntil)];
}
