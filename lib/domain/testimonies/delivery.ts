/** Delivery and download of finished testimonies (infra/docs/api/testimonies.md). */
import {
  checkoutChanged,
  createChildJob,
  createJob,
  decideTestimonyChange,
  entriesRecorded,
  jobsAdded,
  uploadsUsed,
} from '../changes.ts';
import { DomainError } from '../errors.ts';
import { findCleanKey } from '../files/malware.ts';
import type { Change, Decision } from '../model/change.ts';
import {
  type CheckedUpload,
  collectUploads,
  type ReceivedFile,
  type SubmittedFile,
} from '../model/files/file.ts';
import type { Job, TaskOf } from '../model/jobs/job.ts';
import { isPayoutHeldWithoutJob, schedulePayout } from '../model/payments/escrow.ts';
import { hasFailedCheck, hasOpenComplaint } from '../model/testimonies/delivered-document.ts';
import { applyTransition, canTransition, type Testimony } from '../model/testimonies/testimony.ts';
import { LedgerDraft } from '../money/ledger.ts';
import { canAct } from '../money/money-rules.ts';
import { earnCommission } from '../money/posting.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { addJobOnce } from '../unit-of-work.ts';

const LINK_SECONDS = 300;
/** Maximum number of versions of a document. It limits the storage that one testimony can use. */
const MAX_VERSIONS = 20;

/** A document that is stored under `incoming/`, its permanent key, and the upload that it was copied from. */
interface StoredDocument {
  readonly key: string;
  readonly received: ReceivedFile;
  readonly uploads: readonly CheckedUpload[];
}

/**
 * Stores the document of a testimony under `incoming/`. It expires there unless `complete` commits the job that copies
 * it to its permanent key. It is deleted if `complete` throws a DomainError. After any other error it is kept, because
 * the commit may have succeeded.
 * @throws DomainError `wrong-state` when the testimony cannot be completed
 */
export async function withStoredDocument<Response>(
  testimony: Testimony,
  document: SubmittedFile,
  deps: Pick<Dependencies, 'documents' | 'random'>,
  complete: (stored: StoredDocument) => Promise<Response>,
): Promise<Response> {
  if (!canDeliver(testimony)) throw new DomainError('wrong-state');
  const { id } = testimony;
  const uploads = collectUploads({ document });
  const key = `testimonies/${id}/${deps.random.uuid()}.pdf`;
  const received = await deps.documents.receive(fileNameOf(id), document);
  try {
    const response = await complete({ key, received, uploads });
    await deps.documents.discard(uploads.map(upload => upload.key));
    return response;
  } catch (error) {
    if (error instanceof DomainError) await deps.documents.discard([received.key]);
    throw error;
  }
}

/** Returns whether the assigned expert can deliver a first document now. */
export const isAwaitingDelivery = (testimony: Testimony): boolean =>
  canTransition('complete', testimony) && canAct(testimony, 'expert', 'complete');

/**
 * Returns whether the assigned expert can deliver a document: a first document, or a corrected one while a complaint is
 * open or after the check has rejected the newest one.
 */
export const canDeliver = (testimony: Testimony): boolean =>
  isAwaitingDelivery(testimony) || (canCorrect(testimony) && canAct(testimony, 'expert', 'complete'));

const canCorrect = (testimony: Testimony): boolean =>
  testimony.state === 'completed' &&
  (hasOpenComplaint(testimony) || hasFailedCheck(testimony)) &&
  testimony.documents.length < MAX_VERSIONS;

type DeliveryDependencies = Pick<Dependencies, 'checkouts' | 'clock' | 'payoutDelay' | 'random'>;

/**
 * Adds a first or a corrected version of the document.
 * @throws DomainError `wrong-state` when no document can be delivered
 */
export function deliverDocument(
  testimony: Testimony,
  stored: StoredDocument,
  deps: DeliveryDependencies,
): Decision<Testimony> | Promise<Decision<Testimony>> {
  if (!canDeliver(testimony)) throw new DomainError('wrong-state');
  return canCorrect(testimony)
    ? correctDocument(testimony, stored, deps)
    : completeTestimony(testimony, stored, deps);
}

async function completeTestimony(
  testimony: Testimony,
  stored: StoredDocument,
  deps: DeliveryDependencies,
): Promise<Decision<Testimony>> {
  const { id: testimonyId, clientId: userId } = testimony;
  const completed = applyTransition(testimony, 'complete', deps.clock.now());
  const days = testimony.payoutDelayDays ?? deps.payoutDelay.days;
  const deliveredAt = completed.completedAt ?? '';
  const scheduled = schedulePayout(addVersion(completed, stored, deliveredAt), deliveredAt, days);
  const { after, changes } = await earnByDelivery(scheduled, deliveredAt, deps);
  return decideTestimonyChange(testimony, after, deps, [
    ...changes,
    ...uploadsUsed(stored.uploads),
    ...jobsAdded([
      createJob({ kind: 'mail', mail: 'completed', userId, testimonyId }, deps),
      createKeepJob(after, stored, deps),
    ]),
  ]);
}

/**
 * Earns the commission of a delivered testimony.
 * @returns the testimony, and the changes of its payment
 */
export async function earnByDelivery(
  testimony: Testimony,
  at: string,
  deps: Pick<Dependencies, 'checkouts' | 'clock' | 'random'>,
): Promise<{ readonly after: Testimony; readonly changes: readonly Change[] }> {
  const { id: testimonyId, sessionId } = testimony;
  const checkout = sessionId ? await deps.checkouts.find(sessionId) : undefined;
  if (!sessionId || !checkout?.payment) throw new DomainError('wrong-state');
  const draft = new LedgerDraft([], { testimonyId, sessionId, at });
  earnCommission(draft, checkout.payment);
  const { balances } = checkout.payment;
  const commission = balances.commission + balances['deferred-commission'];
  const earned = { ...balances, 'deferred-commission': 0, commission };
  const payment = { ...checkout.payment, balances: earned };
  return {
    after: { ...testimony, payment },
    changes: [...checkoutChanged(checkout, { ...checkout, payment }, deps), ...entriesRecorded(draft.fresh)],
  };
}

/**
 * Adds a corrected version of the document. If the payout is held and no job is sending it, the delay until the payout
 * starts again.
 */
function correctDocument(
  testimony: Testimony,
  stored: StoredDocument,
  deps: DeliveryDependencies,
): Decision<Testimony> {
  const { id: testimonyId, clientId: userId } = testimony;
  const deliveredAt = deps.clock.now().toISOString();
  const corrected = addVersion(testimony, stored, deliveredAt);
  const after = isPayoutHeldWithoutJob(testimony)
    ? schedulePayout(corrected, deliveredAt, testimony.payoutDelayDays ?? 0)
    : corrected;
  return decideTestimonyChange(testimony, after, deps, [
    ...uploadsUsed(stored.uploads),
    ...jobsAdded([
      createJob({ kind: 'mail', mail: 'document-corrected', userId, testimonyId }, deps),
      createKeepJob(after, stored, deps),
    ]),
  ]);
}

function addVersion(testimony: Testimony, { key, received }: StoredDocument, deliveredAt: string): Testimony {
  const documents = [...testimony.documents, { key, received: received.key, deliveredAt }];
  return { ...testimony, document: key, documents, documentCheck: 'pending' };
}

const createKeepJob = (
  { id: testimonyId }: Testimony,
  { key: to, received: from }: StoredDocument,
  deps: DecisionDependencies,
): Job => createJob({ kind: 'keep-document', testimonyId, move: { from, to } }, deps);

/** Copies a delivered document to its permanent key, then adds the job that checks it. Safe to repeat. */
export async function keepDocument(
  { testimonyId, move }: TaskOf<'keep-document'>,
  jobId: string,
  deps: Pick<Dependencies, 'clock' | 'documents' | 'unitOfWork'>,
): Promise<void> {
  await deps.documents.copyToPermanent(move, fileNameOf(testimonyId));
  const task = { kind: 'check-document', testimonyId, document: move.to } as const;
  await addJobOnce(createChildJob(jobId, task.kind, task, deps), deps);
}

/**
 * Creates a link to the document that is valid for five minutes.
 * @throws DomainError `wrong-state` when there is no document yet, or the payment is disputed or being refunded
 * @throws DomainError `not-scanned-yet`, `infected` or `not-scannable` unless the malware check has found nothing in
 * the document
 */
export async function createDownloadLink(
  testimony: Testimony,
  deps: Pick<Dependencies, 'clock' | 'malwareChecks' | 'objectLinks'>,
): Promise<DocumentLink> {
  const { document } = testimony;
  if (!document || !canAct(testimony, 'client', 'download')) throw new DomainError('wrong-state');
  return createDocumentLink(testimony, document, deps);
}

export interface DocumentLink {
  readonly url: string;
  readonly fileName: string;
  readonly expiresAt: string;
}

/**
 * Creates a link to one version of the document that is valid for five minutes, in any state of the testimony. The link
 * leads to the received object until the job has copied it.
 * @throws DomainError because of the malware check, as `createDownloadLink`
 */
export async function createDocumentLink(
  testimony: Testimony,
  key: string,
  deps: Pick<Dependencies, 'clock' | 'malwareChecks' | 'objectLinks'>,
): Promise<DocumentLink> {
  const received = testimony.documents.find(version => version.key === key)?.received;
  const place = await findCleanKey(received ? [key, received] : [key], deps);
  const fileName = fileNameOf(testimony.id);
  const url = await deps.objectLinks.createDownloadLink(place, fileName, LINK_SECONDS);
  const expiresAt = new Date(deps.clock.now().getTime() + LINK_SECONDS * 1000).toISOString();
  return { url, fileName, expiresAt };
}

const fileNameOf = (id: string): string => `znalecky-posudok-${id}.pdf`;
