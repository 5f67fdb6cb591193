/** Check of stored scans of identity documents in a job (infra/docs/api/approval.md#check-of-the-scans). */
import { changeExpert, decideNoChange } from '../accounts/change-user.ts';
import { decideAccountChange } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Expert, User } from '../model/account.ts';
import type { ImageCheck } from '../model/file.ts';
import type { TaskOf } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import type { ReviewDependencies } from './approval.ts';
import { reviewIdentity } from './identity-review.ts';

type Deps = ReviewDependencies &
  Pick<Dependencies, 'alarms' | 'documents' | 'imageInspector' | 'malwareChecks'>;

/** Reason that the expert reads when a scan is infected. */
const INFECTED =
  'V súbore s dokladom totožnosti našla antivírusová kontrola škodlivý softvér. Súbor sme neotvorili. ' +
  'Skontrolujte prosím zariadenie, z ktorého ste ho poslali, a pošlite nové snímky.';

/**
 * Checks the scans of an expert: for malware, and whether the images can be decoded completely. Records the size in
 * pixels and the reasons for operators to look closely. Runs in a job; safe to repeat. Does nothing when the scans were
 * replaced or deleted.
 * @throws DomainError `not-scanned-yet` when the malware check has not ended; the job is then retried
 */
export async function checkScans(task: TaskOf<'check-scans'>, deps: Deps): Promise<void> {
  if (!areCurrent(await deps.accounts.find(task.expertId), task)) return;
  const verdicts = await Promise.all([task.front, task.back].map(key => deps.malwareChecks.findVerdict(key)));
  if (verdicts.includes('infected')) return rejectInfected(task, deps);
  if (verdicts.includes('pending')) throw new DomainError('not-scanned-yet');
  // The images are checked one after the other, because each needs much memory.
  const front = await inspectImage(task.front, deps);
  const back = await inspectImage(task.back, deps);
  await changeExpert(task.expertId, deps, expert =>
    areCurrent(expert, task)
      ? decideAccountChange(expert, { ...expert, scans: { ...expert.scans, checks: { front, back } } })
      : decideNoChange(expert),
  );
}

const UNREADABLE: ImageCheck = { decodes: false, width: null, height: null, flag: 'damaged' };

async function inspectImage(key: string, deps: Deps): Promise<ImageCheck> {
  if ((await deps.malwareChecks.findVerdict(key)) !== 'clean') return UNREADABLE;
  const content = await deps.documents.read(key);
  return content ? deps.imageInspector.inspect(content) : UNREADABLE;
}

/** Alerts the operators and rejects the identity documents. The rejection tells the expert to send others. */
async function rejectInfected(task: TaskOf<'check-scans'>, deps: Deps): Promise<void> {
  const { expertId } = task;
  deps.alarms.raise('malware found', { expertId });
  await changeExpert(expertId, deps, expert => {
    const isRejected = expert.identityReview === 'rejected' && expert.identityReviewReason === INFECTED;
    if (isRejected || !areCurrent(expert, task)) return decideNoChange(expert);
    const decision = { who: 'malware scan', why: INFECTED, decision: 'rejected', revision: null } as const;
    return reviewIdentity(expert, decision, deps);
  });
}

const areCurrent = (user: User | undefined, { front, back }: TaskOf<'check-scans'>): user is Expert =>
  user?.role === 'expert' && user.scans.front === front && user.scans.back === back && !user.scans.deletedAt;
