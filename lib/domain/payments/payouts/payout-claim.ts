/** Claims of due payouts by their jobs, so that only one job sends a payout (infra/docs/api/payments.md). */
import { testimonyChanged } from '../../changes.ts';
import { PermanentFailure } from '../../errors.ts';
import type { Expert } from '../../model/accounts/account.ts';
import type { Change, Decision } from '../../model/change.ts';
import type { Job } from '../../model/jobs/job.ts';
import { findRelease, type PayoutRelease, type TestimonyPayout } from '../../model/payments/escrow.ts';
import type { Testimony } from '../../model/testimonies/testimony.ts';
import { type AwaitedPayout, isPayoutDue } from '../../money/payout-hold.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { commitDecision } from '../../unit-of-work.ts';
import { countTowardsDailyCap } from './daily-cap.ts';
import { isWaitingForExpert, startWaitingPayout } from './waiting-payouts.ts';

export type PayoutJob = Pick<Job, 'id' | 'createdAt' | 'notBefore'>;

/** A delivered and paid testimony whose payout is due. */
type DuePayout = Testimony & AwaitedPayout;

/** A due payout that this job sends, and the expert who receives it. */
export interface ClaimedPayout {
  readonly testimony: DuePayout;
  readonly expert: Expert;
}

/** Selects the payout of a testimony if it is due for this job. */
export function selectDuePayout(
  testimony: Testimony | undefined,
  job: PayoutJob,
  clock: Dependencies['clock'],
): DuePayout | undefined {
  if (!testimony || !isPayoutDue(testimony, timeOf(job, clock.now()))) return undefined;
  const { jobId, status } = testimony.payout;
  return jobId === job.id || (jobId === null && status !== 'failed') ? testimony : undefined;
}

/**
 * Returns the time at which to check whether the payout is due. It is the current time, but not earlier than the date
 * of the job: the clock of this process may be behind the clock that started the job, and no other job would send the
 * payout.
 */
function timeOf({ createdAt, notBefore = createdAt }: PayoutJob, now: Date): Date {
  const start = new Date(notBefore);
  return start > now ? start : now;
}

/**
 * Claims the payout for this job. The claim is based on one read of the testimony and one of its expert. Instead of
 * claiming the payout, the function marks it as held when the expert is locked, revoked, rejected, restricted or under
 * review, or when the daily cap is exhausted, and as owed when the expert has no verified payment account.
 * @returns undefined when there is nothing to send now
 * @throws PermanentFailure for a payout that was reversed while this job was sending it
 */
export async function claimPayout(
  read: Testimony,
  job: PayoutJob,
  deps: ClaimDependencies,
): Promise<ClaimedPayout | undefined> {
  const claimed = await commitDecision<ClaimedPayout | undefined>(async isFirst => {
    const testimony = isFirst ? read : await deps.testimonies.find(read.id);
    const due = selectDuePayout(testimony, job, deps.clock);
    if (!due) return NOTHING;
    const { payout } = due;
    if (payout.status === 'failed') throw new PermanentFailure('the payout was reversed');
    const expert = await findExpert(due, deps);
    const held = { ...payout, status: 'held', jobId: null, hold: null } as const;
    if (isHeldForExpert(expert, payout)) return changePayout(due, { ...held, hold: 'expert' }, deps);
    const waiting = { ...held, releases: payout.releases.map(uncoverExpert) };
    if (isUnderReview(expert)) return changePayout(due, { ...waiting, hold: 'review' }, deps);
    if (!expert.approval.paymentAccountVerified)
      return changePayout(due, { ...waiting, status: 'owed' }, deps);
    const count = await countTowardsDailyCap(due, deps);
    if (!count) return changePayout(due, { ...held, hold: 'cap' }, deps);
    const sending = { ...held, counted: count.counted, jobId: job.id };
    const { changes } = changePayout(due, sending, deps);
    return {
      result: { testimony: { ...due, payout: sending }, expert },
      changes: [...changes, ...count.changes],
    };
  }, deps);
  // The job that starts waiting payouts may have run just before this write, and missed this payout.
  const waiting = claimed ? undefined : await deps.testimonies.find(read.id);
  if (waiting && isWaitingForExpert(waiting) && isReady(await findExpert(waiting, deps)))
    await startWaitingPayout(waiting, deps);
  return claimed;
}

type ClaimDependencies = Pick<
  Dependencies,
  'accounts' | 'checkouts' | 'clock' | 'payoutLimits' | 'random' | 'testimonies' | 'unitOfWork'
>;

const NOTHING: Decision<undefined> = { result: undefined, changes: [] };

const isReady = (expert: Expert): boolean => !isUnderReview(expert) && expert.approval.paymentAccountVerified;

/**
 * Removes `expert` from the reasons that a release covers, because the release does not apply to a later state of the
 * expert.
 */
const uncoverExpert = (release: PayoutRelease): PayoutRelease => ({
  ...release,
  covers: release.covers.filter(reason => reason !== 'expert'),
});

const isUnderReview = ({ identityReview }: Expert): boolean => identityReview === 'pending';

/**
 * Returns whether an operator must decide about the payout because of the state of the expert. An operator's decision
 * covers only the state for which the payout was held, not a later lock.
 */
function isHeldForExpert(
  { approval, identityReview, lockedAt, paymentAccountRestricted }: Expert,
  payout: TestimonyPayout,
): boolean {
  const release = findRelease(payout, 'expert');
  if (release && !(lockedAt && lockedAt > release.at)) return false;
  if (lockedAt) return true;
  return approval.revoked || identityReview === 'rejected' || paymentAccountRestricted;
}

const changePayout = (
  testimony: Testimony,
  payout: TestimonyPayout,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<undefined> => ({
  result: undefined,
  changes: testimonyChanged(testimony, { ...testimony, payout }, deps),
});

/**
 * Finds the assigned expert.
 * @throws PermanentFailure when the expert has closed the account
 */
async function findExpert(
  { acceptedOffer }: Testimony,
  { accounts }: Pick<Dependencies, 'accounts'>,
): Promise<Expert> {
  const expert = acceptedOffer && (await accounts.find(acceptedOffer.expert.id));
  if (expert?.role !== 'expert') throw new PermanentFailure('the expert has closed the account');
  return expert;
}

/** Marks the payout of a job that is given up as failed, so that an operator decides about it. */
export async function failPayout(
  testimonyId: string,
  job: PayoutJob,
  deps: Pick<Dependencies, 'clock' | 'random' | 'testimonies'>,
): Promise<readonly Change[]> {
  const testimony = await deps.testimonies.find(testimonyId);
  const { payout } = testimony ?? {};
  const isOwn = payout?.jobId === job.id || selectDuePayout(testimony, job, deps.clock) !== undefined;
  if (!testimony || !payout || !isOwn) return [];
  return changePayout(testimony, { ...payout, status: 'failed', jobId: null }, deps).changes;
}
