/** Claims of due payouts by their jobs, so that only one job sends a payout (infra/docs/api/payments.md). */
import { changeTestimony } from '../changes.ts';
import { DomainError, PermanentFailure } from '../errors.ts';
import type { Decision } from '../model/change.ts';
import { isPayoutOpen, type TestimonyPayment, type TestimonyPayout } from '../model/escrow.ts';
import type { Job } from '../model/job.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';
import { holdReason } from './payout-hold.ts';
import { findDestination } from './transfers.ts';

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
  const testimony = await testimonies.find(testimonyId);
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
 * Claims the payout for this job. Instead marks it as held when the expert is locked, revoked, rejected or restricted, and as
 * owed when the expert has no verified payment account.
 * @returns undefined when there is nothing to send now
 * @throws PermanentFailure for a payout that has failed or came back, unless an operator has retried the job
 */
export async function claimPayout(
  testimonyId: string,
  job: PayoutJob,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'testimonies' | 'unitOfWork'>,
  isRetry = false,
): Promise<ClaimedPayout | undefined> {
  const claim = await commitDecision<{ claimed?: ClaimedPayout; owed?: Testimony }>(async () => {
    const due = await findDuePayout(testimonyId, job, deps);
    if (!due) return { result: {}, changes: [] };
    const { testimony, payout } = due;
    if (payout.status === 'failed' && !job.retriedByOperator)
      throw new PermanentFailure('the payout failed or was reversed');
    if (await isHeldForExpert(testimony, deps))
      return changePayout(due, { ...payout, status: 'held', jobId: null, heldForExpert: true }, {});
    const destination = await findDestination(testimony, deps);
    return destination
      ? changePayout(due, { ...payout, status: 'held', jobId: job.id }, { claimed: { ...due, destination } })
      : changePayout(due, { ...payout, status: 'owed', jobId: null }, { owed: testimony });
  }, deps);
  // If the account was verified just now, the job for owed payouts may have run before this write: claim again.
  const isVerified = claim.owed && (await findDestination(claim.owed, deps));
  if (isVerified && isRetry) throw new DomainError('unavailable');
  return isVerified ? claimPayout(testimonyId, job, deps, true) : claim.claimed;
}

/** Returns whether an operator must decide about the payout because of the state of the expert. */
async function isHeldForExpert(
  { acceptedOffer, payout }: Testimony,
  { accounts }: Pick<Dependencies, 'accounts'>,
): Promise<boolean> {
  if (payout?.releasedAt) return false;
  const expert = acceptedOffer && (await accounts.find(acceptedOffer.expert.id));
  if (expert?.role !== 'expert') return false;
  const { approval, identityReview, lockedAt, paymentAccountRestricted } = expert;
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
