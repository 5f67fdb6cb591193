/** Check of a delivered document (infra/docs/api/testimonies.md#check-of-the-document). */
import { decideTestimonyChange, tasksAdded } from '../changes.ts';
import { DomainError, PermanentFailure } from '../errors.ts';
import type { DocumentReference, FileVerdict, JobTask, TaskOf } from '../model/jobs/job.ts';
import { type DocumentVerdict, isDocumentAccepted } from '../model/testimonies/delivered-document.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';

type InspectionDependencies = Pick<Dependencies, 'documentInspector' | 'documents' | 'malwareChecks'>;
type VerdictDependencies = Pick<Dependencies, 'clock' | 'random' | 'testimonies' | 'unitOfWork'>;

/**
 * Inspects a document. The verdict is that of the malware check or, if that has found nothing, of the inspection. A
 * document that cannot be scanned, for example because it is encrypted, is `unreadable`.
 * @throws DomainError `not-scanned-yet` when the malware check has not ended
 * @throws PermanentFailure when the document does not exist
 */
export async function inspectDocument(key: string, deps: InspectionDependencies): Promise<DocumentVerdict> {
  const malware = await deps.malwareChecks.findVerdict(key);
  if (malware === 'pending') throw new DomainError('not-scanned-yet');
  if (malware === 'infected') return 'infected';
  if (malware === 'unscannable') return 'unreadable';
  const content = malware && (await deps.documents.read(key));
  if (!content) throw new PermanentFailure('the document does not exist');
  return deps.documentInspector.inspect(content);
}

/**
 * Records the verdict on a document, and alerts the operators when it is infected. Runs in a job; safe to repeat.
 * @throws PermanentFailure when the verdict is about scans instead of a document, or missing
 */
export async function recordDocumentCheck(
  task: TaskOf<'check-document'>,
  verdict: FileVerdict | undefined,
  deps: VerdictDependencies & Pick<Dependencies, 'alarms'>,
): Promise<void> {
  const { testimonyId } = task;
  if (typeof verdict !== 'string') throw new PermanentFailure('the verdict is not about a document');
  if (!isUnchecked(await deps.testimonies.find(testimonyId), task)) return;
  if (verdict === 'infected') deps.alarms.raise('malware found', { testimonyId });
  await recordVerdict(task, verdict, deps);
}

/**
 * Records the verdict, and mails the expert unless it is `ok`. Does nothing when the document already has a verdict, or
 * is no longer the newest.
 */
export async function recordVerdict(
  task: DocumentReference,
  documentCheck: DocumentVerdict,
  deps: VerdictDependencies,
): Promise<void> {
  await commitDecision(async () => {
    const before = await deps.testimonies.find(task.testimonyId);
    if (!isUnchecked(before, task)) return { result: undefined, changes: [] };
    const after: Testimony = { ...before, documentCheck };
    const { changes } = decideTestimonyChange(before, after, deps, tasksAdded(mailTasks(after), deps));
    return { result: undefined, changes };
  }, deps);
}

const isUnchecked = (testimony: Testimony | undefined, task: DocumentReference): testimony is Testimony =>
  testimony?.document === task.document && testimony.documentCheck === 'pending';

function mailTasks(testimony: Testimony): JobTask[] {
  const { id: testimonyId, acceptedOffer } = testimony;
  if (!acceptedOffer || isDocumentAccepted(testimony)) return [];
  return [{ kind: 'mail', mail: 'document-rejected', userId: acceptedOffer.expert.id, testimonyId }];
}
