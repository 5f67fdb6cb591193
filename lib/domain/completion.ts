/** Delivering a finished testimony (contract §4). */
import type { Expert, User } from './accounts.ts';
import type { ScanFile, UploadKey } from './identity-documents.ts';
import { newJob } from './jobs.ts';
import { changeTestimony, isAssigned } from './orders.ts';
import { FieldRefusal, Refusal } from './refusal.ts';
import { moved, type Testimony } from './testimonies.ts';
import { checkUploads } from './uploads.ts';
import type { World } from './world.ts';

const LINK_SECONDS = 300;

/**
 * Stores the document at its lasting place and completes the testimony; a refusal deletes it again.
 * @throws Refusal `not-found`, `unauthorized` for anybody but the assigned expert, `wrong-state`
 */
export async function completeTestimony(
  id: string,
  expert: Expert,
  document: ScanFile | UploadKey,
  needs: Pick<World, 'clock' | 'documents' | 'random' | 'testimonies' | 'uploads'>,
): Promise<Testimony> {
  const testimony = await needs.testimonies.find(id);
  if (!testimony) throw new Refusal('not-found');
  if (!isAssigned(testimony, expert)) throw new Refusal('unauthorized');
  moved(testimony, 'complete');

  const uploads =
    'key' in document ? await checkUploads({ document: document.key }, 'testimony-document', needs) : [];
  const place = `testimonies/${id}/${needs.random.uuid()}.pdf`;
  await needs.documents.store(place, fileNameOf(id), uploads[0]?.file ?? (document as ScanFile));
  try {
    const mail = { kind: 'mail', mail: 'completed', userId: testimony.clientId, testimonyId: id } as const;
    return await changeTestimony(testimony, needs, current => ({
      after: { ...moved(current, 'complete'), document: place },
      jobs: [newJob(mail, needs)],
      uploads,
    }));
  } catch (error) {
    if (error instanceof Refusal || error instanceof FieldRefusal) await needs.documents.discard(place);
    throw error;
  }
}

/** A link to the document for five minutes. */
export async function openTestimony(
  id: string,
  user: User,
  needs: Pick<World, 'clock' | 'objectLinks' | 'testimonies'>,
): Promise<{ url: string; fileName: string; expiresAt: string }> {
  const testimony = await needs.testimonies.find(id);
  if (!testimony) throw new Refusal('not-found');
  if (testimony.clientId !== user.id && !isAssigned(testimony, user)) throw new Refusal('unauthorized');
  if (!testimony.document) throw new Refusal('wrong-state');

  const fileName = fileNameOf(id);
  const url = await needs.objectLinks.download(testimony.document, fileName, LINK_SECONDS);
  const expiresAt = new Date(needs.clock.now().getTime() + LINK_SECONDS * 1000).toISOString();
  return { url, fileName, expiresAt };
}

const fileNameOf = (id: string): string => `znalecky-posudok-${id}.pdf`;
