/**
 * Scans of identity documents (infra/docs/api/approval.md).
 *
 * They arrive under `incoming/`, with the request or before it by an upload key, and everything
 * there expires after a day. A job moves them to their lasting place once what they belong to is
 * written. So a request that dies half-way leaves nothing that stays.
 */
import type { User } from '../model/account.ts';
import type {
  CheckedUpload,
  ScanLocations,
  ScanMove,
  StoredScan,
  SubmittedDocuments,
} from '../model/file.ts';
import type { KeepScans } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { collectUploads } from './uploads.ts';

export interface ReceivedScans {
  readonly front: StoredScan;
  readonly back: StoredScan;
  /** Keys that must be used up by the write that keeps the scans. */
  readonly uploads: readonly CheckedUpload[];
}

/**
 * Stores both sides, those that were uploaded before included: from here on nobody outside can touch
 * them. Nothing stays when one fails.
 */
export async function receiveScans(
  { verificationDocumentFront, verificationDocumentBack }: SubmittedDocuments,
  deps: Pick<Dependencies, 'scans'>,
): Promise<ReceivedScans> {
  const sent = { verificationDocumentFront, verificationDocumentBack };
  const [front, back] = await deps.scans.receive([verificationDocumentFront, verificationDocumentBack]);
  return { front, back, uploads: collectUploads(sent) };
}

/** Lasting places for freshly received scans, and the moves that bring them there. */
export function permanentKeys(
  { front, back }: Pick<ReceivedScans, 'front' | 'back'>,
  expertId: string,
  deps: Pick<Dependencies, 'random'>,
): { scans: ScanLocations; moves: ScanMove[] } {
  const place = (side: string) => `identity-documents/${expertId}/${side}-${deps.random.uuid()}`;
  const received = { front: front.key, back: back.key };
  const scans = { front: place('front'), back: place('back'), received };
  return {
    scans,
    moves: [
      { from: front, to: scans.front },
      { from: back, to: scans.back },
    ],
  };
}

/**
 * Tries every move, and waits for all of them, before it rejects for one. What they replace, the
 * files as they were uploaded included, goes when all are done.
 *
 * Others may have replaced these scans meanwhile, and removed them before they were here: then nobody names
 * them any more, and they go as well. Whoever replaces them after this look removes them after it, too.
 */
export async function moveScans(
  { expertId, moves, replaced }: Omit<KeepScans, 'kind'>,
  deps: Pick<Dependencies, 'accounts' | 'scans'>,
): Promise<void> {
  const results = await Promise.allSettled(moves.map(move => deps.scans.moveToPermanent(move)));
  if (!areReferenced(moves, await deps.accounts.find(expertId))) {
    return deps.scans.remove([...moves.flatMap(({ from, to }) => [from.key, to]), ...replaced]);
  }
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  if (replaced.length > 0) await deps.scans.remove(replaced);
}

function areReferenced(moves: readonly ScanMove[], owner: User | undefined): boolean {
  if (owner?.role !== 'expert') return false;
  const { front, back } = owner.scans;
  return moves.every(({ to }) => to === front || to === back);
}
