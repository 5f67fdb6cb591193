/** Claims of due payouts by their jobs, so that only one job sends a payout (infra/docs/api/payments.md). */
import { changeTestimony } from '../../changes.ts';
import { DomainError, PermanentFailure } from '../../errors.ts';
import type { Expert } from '../../model/account.ts';
import type { Decision } from '../../model/change.ts';
import { isPayoutOpen, type TestimonyPayment, type TestimonyPayout } from '../../model/escrow.ts';
import type { Job } from '../../model/job.ts';
import type { Testimony } from '../../model/testimony.ts';
import { holdReason } from '../../money/payout-hold.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { commitDecision } from '../../unit-of-work.ts';
import { findDestination, findExpert } from './transfers.ts';

export type PayoutJob = Pick<Job, 'id' | 'retriedByOperator' | 'createdAt' | 'notBefore'>;

/** A testimony that is delivered and paid, but not paid out yet. */
interface DuePayout {
  readonly testimony: Testimony;
  readonly payment: TestimonyPayment;
  readonly payout: TestimonyPayout;
}

/** A due payout that this job sends, and the payment account that receives the money. */
export type ClaimedPayout = DuePayout & { readonly destination: string };

/** Finds the payout of a testimony if it is due for this job. */
export async function findDuePayout(
  testimonyId: string,
  job: PayoutJob,
  { clock, testimonies }: Pick<Dependencies, 'clock' | 'testimonies'>,
): Promise<DuePayout | undefined> {
  return selectDuePayout(await testimonies.find(testimonyId), job, clock);
}

function selectDuePayout(
  testimony: Testimony | undefined,
  job: PayoutJob,
  clock: Dependencies['clock'],
): DuePayout | undefined {
  const { payment, payout } = testimony ?? {};
  if (!testimony || !payment || !payout) return undefined;
  const isDue = isPayoutOpen(testimony) && !holdReason(testimony, timeOf(job, clock.now()));
  return isDue && (payout.jobId ?? job.id) === job.id ? { testimony, payment, payout } : undefined;
}

/**
 * Returns the time that decides whether the payout is due: now, but not before the date of the job. The clock of this
 * process may be behind the clock that started the job, and no other job would send the payout.
 */
function timeOf({ createdAt, notBefore = createdAt }: PayoutJob, now: Date): Date {
  const start = new Date(notBefore);
  return start > now ? start : now;
}

/**
 * Claims the payout for this job, and decides by one read of the testimony and one of its expert. Instead marks it as
 * held when the expert is locked, revoked, rejected or restricted, and as owed when the expert has no verified payment
 * account.
 * @returns undefined when there is nothing to send now
 * @throws PermanentFailure for a payout that has failed or came back, unless an operator has retried the job
 */
export async function claimPayout(
  read: Testimony,
  job: PayoutJob,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'testimonies' | 'unitOfWork'>,
  isRetry = false,
): Promise<ClaimedPayout | undefined> {
  const claim = await commitDecision<{ claimed?: ClaimedPayout; owed?: Testimony }>(async isFirst => {
    const testimony = isFirst ? read : await deps.testimonies.find(read.id);
    const due = selectDuePayout(testimony, job, deps.clock);
    if (!due) return { result: {}, changes: [] };
    const { payout } = due;
    if (payout.status === 'failed' && !job.retriedByOperator)
      throw new PermanentFailure('the payout failed or was reversed');
    const expert = await findExpert(due.testimony, deps);
    if (isHeldForExpert(expert, payout))
      return changePayout(due, { ...payout, status: 'held', jobId: null, heldForExpert: true }, {});
    const destination = findDestination(expert);
    return destination
      ? changePayout(due, { ...payout, status: 'held', jobId: job.id }, { claimed: { ...due, destination } })
      : changePayout(due, { ...payout, status: 'owed', jobId: null }, { owed: due.testimony });
  }, deps);
  // If the account was verified just now, the job for owed payouts may have run before this write: claim again.
  const isVerified = claim.owed && findDestination(await findExpert(claim.owed, deps)) !== null;
  if (isVerified && isRetry) throw new DomainError('unavailable');
  return claim.owed && isVerified ? claimPayout(claim.owed, job, deps, true) : claim.claimed;
}

/** Returns whether an operator must decide about the payout because of the state of the expert. */
function isHeldForExpert(
  { approval, identityReview, lockedAt, paymentAccountRestricted }: Expert,
  { releasedAt }: TestimonyPayout,
): boolean {
  if (releasedAt) return false;
  if (lockedAt) return true;
  return approval.revoked || identityReview === 'rejected' || paymentAccountRestricted;
}

function changePayout<Result>(
  { testimony }: DuePayout,
  payout: TestimonyPayout,
  result: Result,
): Decision<Result> {
  return { result, changes: changeTestimony(testimony, { ...testimony, payout }) };
}

/** Marks the payout of a dead job as failed, so that operators see it. */
export async function markPayoutFailed(
  testimonyId: string,
  job: PayoutJob,
  deps: Pick<Dependencies, 'clock' | 'testimonies' | 'unitOfWork'>,
): Promise<void> {
  await commitDecision(async () => {
    const due = await findDuePayout(testimonyId, job, deps);
    return due
      ? changePayout(due, { ...due.payout, status: 'failed', jobId: job.id }, undefined)
      : { result: undefined, changes: [] };
  }, deps);
}
