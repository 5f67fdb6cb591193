/** Delivery and download of finished testimonies (infra/docs/api/testimonies.md). */
import { DomainError } from '../errors.ts';
import { collectUploads } from '../files/uploads.ts';
import type { SubmittedFile } from '../model/file.ts';
import type { CreateIdempotencyRecord } from '../model/idempotency.ts';
import { type Testimony, transition } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';
import { updateTestimony } from './testimonies.ts';

const LINK_SECONDS = 300;

/**
 * Stores the document under its permanent key and completes the testimony. The stored document is deleted again when
 * a DomainError occurs; the upload that it was copied from is deleted on success.
 * @throws DomainError `wrong-state` when the testimony cannot be completed
 */
export async function completeTestimony(
  testimony: Testimony,
  document: SubmittedFile,
  deps: Pick<Dependencies, 'clock' | 'documents' | 'random' | 'testimonies'>,
  keep?: CreateIdempotencyRecord<Testimony>,
): Promise<Testimony> {
  const now = deps.clock.now();
  transition(testimony, 'complete', now);
  const { id } = testimony;

  const uploads = collectUploads({ document });
  const place = `testimonies/${id}/${deps.random.uuid()}.pdf`;
  await deps.documents.store(place, fileNameOf(id), document);
  try {
    const mail = { kind: 'mail', mail: 'completed', userId: testimony.clientId, testimonyId: id } as const;
    const delivered = (current: Testimony) => ({
      after: { ...transition(current, 'complete', now), document: place },
      jobs: [createJob(mail, deps), createJob({ kind: 'pay-out', testimonyId: id }, deps)],
      uploads,
    });
    const completed = await updateTestimony(testimony, deps, delivered, keep);
    await deps.documents.discard(uploads.map(({ key }) => key));
    return completed;
  } catch (error) {
    if (error instanceof DomainError) await deps.documents.discard([place]);
    throw error;
  }
}

/**
 * Creates a link to the document that is valid for five minutes.
 * @throws DomainError `wrong-state` when there is no document yet
 */
export async function createDownloadLink(
  { id, document }: Testimony,
  deps: Pick<Dependencies, 'clock' | 'objectLinks'>,
): Promise<{ url: string; fileName: string; expiresAt: string }> {
  if (!document) throw new DomainError('wrong-state');

  const fileName = fileNameOf(id);
  const url = await deps.objectLinks.createDownloadLink(document, fileName, LINK_SECONDS);
  const expiresAt = new Date(deps.clock.now().getTime() + LINK_SECONDS * 1000).toISOString();
  return { url, fileName, expiresAt };
}

const fileNameOf = (id: string): string => `znalecky-posudok-${id}.pdf`;
