/**
 * Scans of identity documents (spec §2.2, contract §5).
 *
 * They arrive under `incoming/`, with the request or before it by an upload key, and everything
 * there expires after a day. A job moves them to their lasting place once what they belong to is
 * written. So a request that dies half-way leaves nothing that stays.
 */
import type { User } from '../model/account.ts';
import type { CheckedUpload, ScanLocations, ScanMove, SentDocuments, StoredScan } from '../model/file.ts';
import type { KeepScans } from '../model/job.ts';
import type { World } from '../ports/world.ts';
import { uploadsAmong } from './uploads.ts';

export interface Received {
  readonly front: StoredScan;
  readonly back: StoredScan;
  /** Keys that must be used up by the write that keeps the scans. */
  readonly uploads: readonly CheckedUpload[];
}

/**
 * Stores both sides, those that were uploaded before included: from here on nobody outside can touch
 * them. Nothing stays when one fails.
 */
export async function receive(
  { verificationDocumentFront, verificationDocumentBack }: SentDocuments,
  needs: Pick<World, 'scans'>,
): Promise<Received> {
  const sent = { verificationDocumentFront, verificationDocumentBack };
  const [front, back] = await needs.scans.receive([verificationDocumentFront, verificationDocumentBack]);
  return { front, back, uploads: uploadsAmong(sent) };
}

/** Lasting places for freshly received scans, and the moves that bring them there. */
export function lastingPlaces(
  { front, back }: Pick<Received, 'front' | 'back'>,
  expertId: string,
  needs: Pick<World, 'random'>,
): { scans: ScanLocations; moves: ScanMove[] } {
  const place = (side: string) => `identity-documents/${expertId}/${side}-${needs.random.uuid()}`;
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
export async function keepScans(
  { expertId, moves, replaced }: Omit<KeepScans, 'kind'>,
  needs: Pick<World, 'accounts' | 'scans'>,
): Promise<void> {
  const results = await Promise.allSettled(moves.map(move => needs.scans.keep(move)));
  if (!areNamed(moves, await needs.accounts.find(expertId))) {
    return needs.scans.remove([...moves.flatMap(({ from, to }) => [from.key, to]), ...replaced]);
  }
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  if (replaced.length > 0) await needs.scans.remove(replaced);
}

function areNamed(moves: readonly ScanMove[], owner: User | undefined): boolean {
  if (owner?.role !== 'expert') return false;
  const { front, back } = owner.scans;
  return moves.every(({ to }) => to === front || to === back);
}
