/** Check of a delivered document in a job (infra/docs/api/testimonies.md#check-of-the-document). */
import { addJobs, createJob, decideTestimonyChange } from '../changes.ts';
import { PermanentFailure } from '../errors.ts';
import { type DocumentVerdict, isDocumentAccepted } from '../model/delivered-document.ts';
import type { CheckDocumentTask, Job, JobTask } from '../model/job.ts';
import { isPayoutUnclaimed } from '../model/payout-delay.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';
import { createPayoutJob } from './due-payouts.ts';

type Deps = Pick<
  Dependencies,
  'clock' | 'documentInspector' | 'documents' | 'random' | 'testimonies' | 'unitOfWork'
>;

/**
 * Inspects a document and records the verdict. Runs in a job; safe to repeat.
 * @throws PermanentFailure when the document does not exist
 */
export async function checkDocument(task: CheckDocumentTask, deps: Deps): Promise<void> {
  const testimony = await deps.testimonies.find(task.testimonyId);
  if (!isUnchecked(testimony, task)) return;
  const content = await deps.documents.read(task.document);
  if (!content) throw new PermanentFailure('the document does not exist');
  await recordVerdict(task, await deps.documentInspector.inspect(content), deps);
}

/**
 * Records the verdict on a document, and tells the expert about a document that is not `ok`. Does nothing when the
 * document has a verdict already, or a newer document has been delivered.
 */
export async function recordVerdict(
  task: CheckDocumentTask,
  documentCheck: DocumentVerdict,
  deps: Omit<Deps, 'documentInspector' | 'documents'>,
): Promise<void> {
  await commitDecision(async () => {
    const before = await deps.testimonies.find(task.testimonyId);
    if (!isUnchecked(before, task)) return { result: undefined, changes: [] };
    const after: Testimony = { ...before, documentCheck };
    const { changes } = decideTestimonyChange(
      before,
      after,
      addJobs([...mailTasks(after).map(mail => createJob(mail, deps)), ...payoutJobs(after, deps)]),
    );
    return { result: undefined, changes };
  }, deps);
}

/** Returns whether the document of the task is the current document of the testimony and has no verdict yet. */
const isUnchecked = (testimony: Testimony | undefined, task: CheckDocumentTask): testimony is Testimony =>
  testimony?.document === task.document && testimony.documentCheck === 'pending';

/** Creates the job for a payout that waited for this verdict. */
function payoutJobs(testimony: Testimony, deps: Pick<Deps, 'clock' | 'random'>): Job[] {
  const isWaiting = isPayoutUnclaimed(testimony) && Boolean(testimony.payout?.dueAt);
  return isWaiting && isDocumentAccepted(testimony) ? [createPayoutJob(testimony, deps)] : [];
}

function mailTasks(testimony: Testimony): JobTask[] {
  const { id: testimonyId, acceptedOffer } = testimony;
  if (!acceptedOffer || isDocumentAccepted(testimony)) return [];
  return [{ kind: 'mail', mail: 'document-rejected', userId: acceptedOffer.expert.id, testimonyId }];
}
