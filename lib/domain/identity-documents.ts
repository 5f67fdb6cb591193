/**
 * Scans of identity documents (spec §2.2, contract §5).
 *
 * They arrive under `incoming/`, where everything expires after a day, and are moved to their
 * lasting place by a job once the registration they belong to is written. So a request that dies
 * half-way leaves nothing that stays.
 */
import type { World } from './world.ts';

export interface ScanFile {
  readonly content: Buffer;
  readonly type: 'image/jpeg' | 'image/png';
}

/** A stored object and the version of it that was checked. */
export interface StoredScan {
  readonly key: string;
  readonly etag: string;
  readonly type: ScanFile['type'];
}

export interface ReceivedScans {
  readonly front: StoredScan;
  readonly back: StoredScan;
}

export interface ScanMove {
  readonly from: StoredScan;
  readonly to: string;
}

/** Where an expert's scans lie for good. Never part of an answer or a log line. */
export interface ScanLocations {
  readonly front: string;
  readonly back: string;
}

export const INCOMING = 'incoming/';
const KEPT = 'identity-documents/';

/** Lasting places for freshly received scans, and the moves that bring them there. */
export function settle(
  received: ReceivedScans,
  expertId: string,
  needs: Pick<World, 'random'>,
): { scans: ScanLocations; moves: ScanMove[] } {
  const place = (side: string) => `${KEPT}${expertId}/${side}-${needs.random.uuid()}`;
  const scans = { front: place('front'), back: place('back') };
  return {
    scans,
    moves: [
      { from: received.front, to: scans.front },
      { from: received.back, to: scans.back },
    ],
  };
}

/** Tries every move, and waits for all of them, before it rejects for one. */
export async function keepScans(moves: readonly ScanMove[], needs: Pick<World, 'scans'>): Promise<void> {
  const results = await Promise.allSettled(moves.map(move => needs.scans.keep(move)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
