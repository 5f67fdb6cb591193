/**
 * Scans of identity documents (spec §2.2, contract §5).
 *
 * They arrive under `incoming/`, with the request or before it by an upload key, and everything
 * there expires after a day. A job moves them to their lasting place once what they belong to is
 * written. So a request that dies half-way leaves nothing that stays.
 */
import type {
  CheckedUpload,
  FileContent,
  ScanLocations,
  ScanMove,
  SentDocuments,
  StoredScan,
  UploadKey,
} from '../model/file.ts';
import type { World } from '../ports/world.ts';
import { checkUploads } from './uploads.ts';

export interface Received {
  readonly front: StoredScan;
  readonly back: StoredScan;
  /** Keys that must be used up by the write that keeps the scans. */
  readonly uploads: readonly CheckedUpload[];
}

const FRONT = 'verificationDocumentFront';
const BACK = 'verificationDocumentBack';

/**
 * Stores both sides, those that were uploaded before included: from here on nobody outside can touch
 * them. Nothing stays when one fails.
 * @throws FieldRefusal for an upload that cannot be used
 */
export async function receive(
  sent: SentDocuments,
  needs: Pick<World, 'clock' | 'scans' | 'uploads'>,
): Promise<Received> {
  const [front, back] = [sent[FRONT], sent[BACK]];
  const keys = { ...('key' in front && { [FRONT]: front.key }), ...('key' in back && { [BACK]: back.key }) };
  const uploads = await checkUploads(keys, 'identity-document', needs);
  const fileOf = (side: string, document: FileContent | UploadKey): FileContent =>
    uploads.find(({ field }) => field === side)?.file ?? (document as FileContent);

  const [storedFront, storedBack] = await needs.scans.receive([fileOf(FRONT, front), fileOf(BACK, back)]);
  return { front: storedFront, back: storedBack, uploads };
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
 */
export async function keepScans(
  { moves, replaced = [] }: { readonly moves: readonly ScanMove[]; readonly replaced?: readonly string[] },
  needs: Pick<World, 'scans'>,
): Promise<void> {
  const results = await Promise.allSettled(moves.map(move => needs.scans.keep(move)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  if (replaced.length > 0) await needs.scans.remove(replaced);
}
