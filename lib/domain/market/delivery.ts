/** Delivering a finished testimony (contract §4). */
import { Refusal } from '../errors.ts';
import { uploadsAmong } from '../files/uploads.ts';
import type { SentFile } from '../model/file.ts';
import type { Keep } from '../model/kept-answer.ts';
import { type Testimony, transition } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';
import { changeTestimony } from './orders.ts';

const LINK_SECONDS = 300;

/**
 * Stores the document at its lasting place and completes the testimony; a refusal deletes it again, success what
 * it was copied from.
 */
export async function completeTestimony(
  testimony: Testimony,
  document: SentFile,
  needs: Pick<World, 'clock' | 'documents' | 'random' | 'testimonies'>,
  keep?: Keep<Testimony>,
): Promise<Testimony> {
  const now = needs.clock.now();
  transition(testimony, 'complete', now);
  const { id } = testimony;

  const uploads = uploadsAmong({ document });
  const place = `testimonies/${id}/${needs.random.uuid()}.pdf`;
  await needs.documents.store(place, fileNameOf(id), document);
  try {
    const mail = { kind: 'mail', mail: 'completed', userId: testimony.clientId, testimonyId: id } as const;
    const delivered = (current: Testimony) => ({
      after: { ...transition(current, 'complete', now), document: place },
      jobs: [newJob(mail, needs), newJob({ kind: 'pay-out', testimonyId: id }, needs)],
      uploads,
    });
    const completed = await changeTestimony(testimony, needs, delivered, keep);
    await needs.documents.discard(uploads.map(({ key }) => key));
    return completed;
  } catch (error) {
    if (error instanceof Refusal) await needs.documents.discard([place]);
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
