/** Delivering a finished testimony (contract §4). */
import { Refusal } from '../errors.ts';
import { checkUploads } from '../files/uploads.ts';
import type { FileContent, UploadKey } from '../model/file.ts';
import { type Testimony, transition } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';
import { changeTestimony } from './orders.ts';

const LINK_SECONDS = 300;

/** Stores the document at its lasting place and completes the testimony; a refusal deletes it again. */
export async function completeTestimony(
  testimony: Testimony,
  document: FileContent | UploadKey,
  needs: Pick<World, 'clock' | 'documents' | 'random' | 'testimonies' | 'uploads'>,
): Promise<Testimony> {
  transition(testimony, 'complete');
  const { id } = testimony;

  const uploads =
    'key' in document ? await checkUploads({ document: document.key }, 'testimony-document', needs) : [];
  const place = `testimonies/${id}/${needs.random.uuid()}.pdf`;
  await needs.documents.store(place, fileNameOf(id), uploads[0]?.file ?? (document as FileContent));
  try {
    const mail = { kind: 'mail', mail: 'completed', userId: testimony.clientId, testimonyId: id } as const;
    return await changeTestimony(testimony, needs, current => ({
      after: { ...transition(current, 'complete'), document: place },
      jobs: [newJob(mail, needs)],
      uploads,
    }));
  } catch (error) {
    if (error instanceof Refusal) await needs.documents.discard(place);
    throw error;
  }
}

/** A link to the document for five minutes. */
export async function openTestimony(
  { id, document }: Testimony,
  needs: Pick<World, 'clock' | 'objectLinks'>,
): Promise<{ url: string; fileName: string; expiresAt: string }> {
  if (!document) throw new Refusal('wrong-state');

  const fileName = fileNameOf(id);
  const url = await needs.objectLinks.download(document, fileName, LINK_SECONDS);
  const expiresAt = new Date(needs.clock.now().getTime() + LINK_SECONDS * 1000).toISOString();
  return { url, fileName, expiresAt };
}

const fileNameOf = (id: string): string => `znalecky-posudok-${id}.pdf`;
