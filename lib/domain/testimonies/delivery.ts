/** Delivery and download of finished testimonies (infra/docs/api/testimonies.md). */
import { addJobs, decideTestimonyChange, useUploads } from '../changes.ts';
import { DomainError } from '../errors.ts';
import { collectUploads } from '../files/uploads.ts';
import type { Decision } from '../model/change.ts';
import type { CheckedUpload, SubmittedFile } from '../model/file.ts';
import { applyTransition, type Testimony } from '../model/testimony.ts';
import { isOpenTo } from '../payments/state-table.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';

const LINK_SECONDS = 300;

/** A document that is stored under its permanent key, and the upload that it was copied from. */
interface StoredDocument {
  readonly key: string;
  readonly uploads: readonly CheckedUpload[];
}

/**
 * Stores the document of a testimony under its permanent key. If `deliver` throws a DomainError, the stored document is
 * deleted. On success, the upload from which the document was copied is deleted.
 *
 * @throws DomainError `wrong-state` when the testimony cannot be completed
 */
export async function withStoredDocument<Response>(
  testimony: Testimony,
  document: SubmittedFile,
  deps: Pick<Dependencies, 'documents' | 'random'>,
  deliver: (stored: StoredDocument) => Promise<Response>,
): Promise<Response> {
  if (!isOpenTo(testimony, 'expert', 'complete')) throw new DomainError('wrong-state');
  const { id } = testimony;
  const uploads = collectUploads({ document });
  const key = `testimonies/${id}/${deps.random.uuid()}.pdf`;
  await deps.documents.store(key, fileNameOf(id), document);
  try {
    const response = await deliver({ key, uploads });
    await deps.documents.discard(uploads.map(upload => upload.key));
    return response;
  } catch (error) {
    if (error instanceof DomainError) await deps.documents.discard([key]);
    throw error;
  }
}

/**
 * Completes a testimony with its stored document.
 * @throws DomainError `wrong-state` when the testimony cannot be completed
 */
export function completeTestimony(
  testimony: Testimony,
  { key, uploads }: StoredDocument,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<Testimony> {
  if (!isOpenTo(testimony, 'expert', 'complete')) throw new DomainError('wrong-state');
  const { id: testimonyId, clientId: userId } = testimony;
  const after = { ...applyTransition(testimony, 'complete', deps.clock.now()), document: key };
  const mail = { kind: 'mail', mail: 'completed', userId, testimonyId } as const;
  return decideTestimonyChange(testimony, after, [
    ...useUploads(uploads),
    ...addJobs([createJob(mail, deps), createJob({ kind: 'pay-out', testimonyId }, deps)]),
  ]);
}

/**
 * Creates a link to the document that is valid for five minutes.
 * @throws DomainError `wrong-state` when there is no document yet, or the payment is disputed or goes back to the client
 */
export async function createDownloadLink(
  testimony: Testimony,
  deps: Pick<Dependencies, 'clock' | 'objectLinks'>,
): Promise<{ url: string; fileName: string; expiresAt: string }> {
  const { id, document } = testimony;
  if (!document || !isOpenTo(testimony, 'client', 'download')) throw new DomainError('wrong-state');

  const fileName = fileNameOf(id);
  const url = await deps.objectLinks.createDownloadLink(document, fileName, LINK_SECONDS);
  const expiresAt = new Date(deps.clock.now().getTime() + LINK_SECONDS * 1000).toISOString();
  return { url, fileName, expiresAt };
}

const fileNameOf = (id: string): string => `znalecky-posudok-${id}.pdf`;
