/** Check of stored scans of identity documents (infra/docs/api/approval.md#check-of-the-scans). */
import { changeExpert, decideNoChange } from '../accounts/change-user.ts';
import { decideAccountChange } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Expert, User } from '../model/account.ts';
import type { ImageCheck, ScanChecks } from '../model/file.ts';
import type { ScanReference, TaskOf } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import type { ReviewDependencies } from './approval.ts';
import { reviewIdentity } from './identity-review.ts';

type InspectionDependencies = Pick<Dependencies, 'documents' | 'imageInspector' | 'malwareChecks'>;
type Deps = ReviewDependencies & Pick<Dependencies, 'alarms'>;

/** Reasons of a rejection that the expert reads. */
const INFECTED =
  'V súbore s dokladom totožnosti našla antivírusová kontrola škodlivý softvér. Súbor sme neotvorili. ' +
  'Skontrolujte prosím zariadenie, z ktorého ste ho poslali, a pošlite nové snímky.';
const TOO_COMPLEX =
  'Snímku dokladu totožnosti sa nepodarilo spracovať, lebo jej súbor je príliš zložitý. ' +
  'Odfoťte prosím doklad znova a pošlite nové snímky vo formáte JPEG alebo PNG.';

/**
 * Inspects scans: whether they contain malware, and whether the images can be decoded completely.
 * @returns null when malware was found
 * @throws DomainError `not-scanned-yet` when the malware check has not ended
 */
export async function inspectScans(
  { front, back }: ScanReference,
  deps: InspectionDependencies,
): Promise<ScanChecks | null> {
  const verdicts = await Promise.all([front, back].map(key => deps.malwareChecks.findVerdict(key)));
  if (verdicts.includes('infected')) return null;
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
 * scans, and those that are too complex to be decoded unless they were reviewed already. The rejection tells the expert
 * to send others. Runs in a job; safe to repeat. Does nothing when the scans were replaced or deleted.
 */
export async function recordScanCheck(task: TaskOf<'record-scan-check'>, deps: Deps): Promise<void> {
  const { expertId, checks } = task;
  if (!areCurrent(await deps.accounts.find(expertId), task)) return;
  if (!checks) return rejectInfected(task, deps);
  await changeExpert(expertId, deps, expert => {
    if (!areCurrent(expert, task)) return decideNoChange(expert);
    const checked = { ...expert, scans: { ...expert.scans, checks } };
    const isTooComplex = [checks.front, checks.back].some(({ flag }) => flag === 'too-complex');
    if (!isTooComplex || expert.identityReview !== 'pending') return decideAccountChange(expert, checked);
    const decision = { who: 'file check', why: TOO_COMPLEX, decision: 'rejected', revision: null } as const;
    return reviewIdentity(checked, decision, deps);
  });
}

/** Alerts the operators and rejects the identity documents. */
async function rejectInfected(task: TaskOf<'record-scan-check'>, deps: Deps): Promise<void> {
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
