/**
 * Check of stored scans of identity documents (infra/docs/api/approval.md#check-of-the-scans), and their deletion at
 * the end of the retention period (../files/identity-documents.ts).
 */
import { changeExpert, decideNoChange } from '../accounts/change-user.ts';
import { decideAccountChange } from '../changes.ts';
import { DomainError, PermanentFailure } from '../errors.ts';
import type { Expert, User } from '../model/accounts/account.ts';
import type { ImageCheck, ScanChecks } from '../model/files/file.ts';
import type { FileVerdict, ScanReference, TaskOf } from '../model/jobs/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import type { ReviewDependencies } from './approval.ts';
import { reviewIdentity } from './identity-review.ts';

type InspectionDependencies = Pick<Dependencies, 'documents' | 'imageInspector' | 'malwareChecks'>;
type Deps = ReviewDependencies & Pick<Dependencies, 'alarms'>;

/** Reason of the rejection of infected scans, which the expert reads. */
const INFECTED =
  'V súbore s dokladom totožnosti našla antivírusová kontrola škodlivý softvér. Súbor sme neotvorili. ' +
  'Skontrolujte prosím zariadenie, z ktorého ste ho poslali, a pošlite nové snímky.';

/**
 * Inspects scans: whether they contain malware, and whether the images can be decoded completely.
 * @throws DomainError `not-scanned-yet` when the malware check has not ended
 */
export async function inspectScans(
  { front, back }: ScanReference,
  deps: InspectionDependencies,
): Promise<ScanChecks | 'infected'> {
  const verdicts = await Promise.all([front, back].map(key => deps.malwareChecks.findVerdict(key)));
  if (verdicts.includes('infected')) return 'infected';
  if (verdicts.includes('pending')) throw new DomainError('not-scanned-yet');
  // The images are checked one after the other, because each needs much memory.
  return { front: await inspectImage(front, deps), back: await inspectImage(back, deps) };
}

const UNREADABLE: ImageCheck = { decodes: false, width: null, height: null, flag: 'damaged' };

async function inspectImage(key: string, deps: InspectionDependencies): Promise<ImageCheck> {
  if ((await deps.malwareChecks.findVerdict(key)) !== 'clean') return UNREADABLE;
  const content = await deps.documents.read(key);
  return content ? deps.imageInspector.inspect(content) : UNREADABLE;
}

/**
 * Records the result of the check: the size in pixels and the reasons for operators to look closely. Rejects infected
 * scans. Runs in a job; safe to repeat. Does nothing when the scans were replaced or deleted.
 * @throws PermanentFailure when the verdict is about a document instead of scans, or missing
 */
export async function recordScanCheck(
  task: TaskOf<'check-scans'>,
  verdict: FileVerdict | undefined,
  deps: Deps,
): Promise<void> {
  const { expertId } = task;
  if (!areCurrent(await deps.accounts.find(expertId), task)) return;
  if (verdict === 'infected') return rejectInfected(task, deps);
  if (typeof verdict !== 'object') throw new PermanentFailure('the verdict is not one on scans');
  await changeExpert(expertId, deps, expert =>
    areCurrent(expert, task)
      ? decideAccountChange(expert, { ...expert, scans: { ...expert.scans, checks: verdict } })
      : decideNoChange(expert),
  );
}

/** Alerts the operators and rejects the identity documents. */
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

const areCurrent = (user: User | undefined, { front, back }: ScanReference): user is Expert =>
  user?.role === 'expert' && user.scans.front === front && user.scans.back === back && !user.scans.deletedAt;

/**
 * Deletes the scans of an expert permanently if their retention period has ended. If the period was restarted, a later
 * job deletes them.
 */
export async function expireScans(
  expertId: string,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'objects' | 'unitOfWork'>,
): Promise<void> {
  const now = deps.clock.now().toISOString();
  const expert = await deps.accounts.find(expertId);
  if (!expert || !areDue(expert, now)) return;
  const { front, back, received } = expert.scans;
  await deps.objects.erase([front, back, received.front, received.back]);
  await changeExpert(expertId, deps, current =>
    areDue(current, now)
      ? decideAccountChange(current, { ...current, scans: { ...current.scans, deletedAt: now } })
      : decideNoChange(current),
  );
}

function areDue(user: User, now: string): user is Expert {
  if (user.role !== 'expert') return false;
  const { keptUntil, deletedAt } = user.scans;
  return keptUntil <= now && !deletedAt;
}
