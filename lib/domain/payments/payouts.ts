/**
 * Payouts to experts for delivered testimonies (infra/docs/api/payments.md). The price less the commission is
 * transferred from the client's charge to the expert's verified account. Without such an account the payout is owed.
 */
import { addJobs, changeTestimony, recordMovements } from '../changes.ts';
import { DomainError, PermanentFailure } from '../errors.ts';
import type { Decision } from '../model/change.ts';
import type { Job } from '../model/job.ts';
import { amountStillDue, type MoneyMovement, sumMovements, sumPaidOut } from '../model/payment.ts';
import {
  isPayoutOpen,
  type Testimony,
  type TestimonyPayment,
  type TestimonyPayout,
} from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';
import { commitDecision } from '../unit-of-work.ts';
import { fetchMovements, type MoneyDependencies, syncPayment } from './payment-sync.ts';
import { holdReason } from './payout-hold.ts';
import { findDestination, sendTransfer } from './transfers.ts';

export type PayoutDependencies = MoneyDependencies & Pick<Dependencies, 'accounts'>;

type PayoutJob = Pick<Job, 'id' | 'retriedByOperator'>;

/** A testimony that is delivered and paid, but not paid out yet. */
interface DuePayout {
  readonly testimony: Testimony;
  readonly payment: TestimonyPayment;
  readonly payout: TestimonyPayout;
}

/** A due payout that this job sends, and the payment account that receives the money. */
type ClaimedPayout = DuePayout & { readonly destination: string };

/** Sends the payout of a testimony. Runs in a job; safe to repeat and to run concurrently with other payout jobs. */
export async function payOut(
  testimonyId: string,
  job: PayoutJob,
  key: string,
  deps: PayoutDependencies,
): Promise<void> {
  const found = await findDuePayout(testimonyId, job, deps);
  if (!found) return;
  // Synchronises first: refunded or disputed money must not be paid out, and a new refund or dispute may not be
  // recorded yet.
  await syncPayment(found.payment.paymentId, undefined, deps);
  const due = await claimPayout(testimonyId, job, deps);
  if (!due) return;
  const movements = await fetchAcceptingMovements(due.testimony, deps);
  const amount = computeAmount(due, movements, job);
  const { paymentId } = due.payment;
  const { destination } = due;
  const known = movements.map(({ providerId }) => providerId);
  const order = { key, paymentId, amount, destination, testimonyId, known };
  const sent = amount > 0 ? await sendTransfer(order, deps) : undefined;
  await recordPayout(testimonyId, sent, deps);
}

/** Fetches the movements of the payment that accepted the testimony. Other payments for the testimony are refunded. */
const fetchAcceptingMovements = (
  { id: testimonyId, sessionId }: Testimony,
  deps: Pick<Dependencies, 'checkouts'>,
) => fetchMovements({ id: sessionId ?? '', testimonyId }, deps);

async function findDuePayout(
  testimonyId: string,
  job: PayoutJob,
  { clock, testimonies }: Pick<Dependencies, 'clock' | 'testimonies'>,
): Promise<DuePayout | undefined> {
  const testimony = await testimonies.find(testimonyId);
  const { payment, payout } = testimony ?? {};
  if (!testimony || !payment || !payout) return undefined;
  const isDue =
    testimony.state === 'completed' &&
    payment.status === 'paid' &&
    isPayoutOpen(testimony) &&
    !holdReason(testimony, clock.now());
  return isDue && (payout.jobId ?? job.id) === job.id ? { testimony, payment, payout } : undefined;
}

/**
 * Claims the payout for this job, or marks the payout as owed when the expert has no verified payment account.
 * @returns undefined when there is nothing to send now
 */
async function claimPayout(
  testimonyId: string,
  job: PayoutJob,
  deps: PayoutDependencies,
  isRetry = false,
): Promise<ClaimedPayout | undefined> {
  const claim = await commitDecision<{ claimed?: ClaimedPayout; owed?: Testimony }>(async () => {
    const due = await findDuePayout(testimonyId, job, deps);
    if (!due) return { result: {}, changes: [] };
    const { testimony, payout } = due;
    const destination = await findDestination(testimony, deps);
    return destination
      ? changePayout(due, { ...payout, jobId: job.id }, { claimed: { ...due, destination } })
      : changePayout(due, { ...payout, status: 'owed', jobId: null }, { owed: testimony });
  }, deps);
  // If the account was verified just now, the job for owed payouts may have run before this write: claim again.
  const isVerified = claim.owed && (await findDestination(claim.owed, deps));
  if (isVerified && isRetry) throw new DomainError('unavailable');
  return isVerified ? claimPayout(testimonyId, job, deps, true) : claim.claimed;
}

function changePayout<Result>(
  { testimony }: DuePayout,
  payout: TestimonyPayout,
  result: Result,
): Decision<Result> {
  return { result, changes: changeTestimony(testimony, { ...testimony, payout }) };
}

/**
 * Computes the amount to send, in cents.
 * @throws PermanentFailure when a payout was reversed or a part of the payment was refunded, unless an operator has
 *   retried the job
 */
function computeAmount({ payment }: DuePayout, movements: readonly MoneyMovement[], job: PayoutJob): number {
  const held = sumMovements(movements);
  const cameBack = movements.some(({ kind }) => kind === 'payout-reversed');
  if (cameBack && !job.retriedByOperator) throw new PermanentFailure('the payout was reversed');
  if (held < payment.amount && !job.retriedByOperator)
    throw new PermanentFailure('a part of the payment was given back');
  return amountStillDue(movements, payment.commission);
}

/**
 * Marks the payout as sent, records the movement and creates the mail job.
 * @param sent undefined when nothing was left to send
 */
async function recordPayout(
  testimonyId: string,
  sent: { readonly id: string; readonly amount: number } | undefined,
  deps: PayoutDependencies,
): Promise<void> {
  await commitDecision(async () => {
    const before = await deps.testimonies.find(testimonyId);
    if (!before?.payout || !before.acceptedOffer || before.payout.status === 'sent') return NOTHING;
    const at = deps.clock.now().toISOString();
    const { id: providerId = '', amount = 0 } = sent ?? {};
    const sessionId = before.sessionId ?? '';
    const movement: MoneyMovement = {
      kind: 'payout',
      providerId,
      testimonyId,
      sessionId,
      amount: -amount,
      at,
    };
    const all = sumPaidOut(await fetchAcceptingMovements(before, deps)) + amount;
    const payout: TestimonyPayout = { ...before.payout, status: 'sent', amount: all, sentAt: at };
    const userId = before.acceptedOffer.expert.id;
    const mail = { kind: 'mail', mail: 'payout-sent', userId, testimonyId, amount } as const;
    return {
      result: undefined,
      changes: [
        ...changeTestimony(before, { ...before, payout }),
        ...(sent ? [...recordMovements([movement]), ...addJobs([createJob(mail, deps)])] : []),
      ],
    };
  }, deps);
}

/** Marks the payout of a dead job as failed, so that operators see it. */
export async function markPayoutFailed(
  testimonyId: string,
  job: PayoutJob,
  deps: PayoutDependencies,
): Promise<void> {
  await commitDecision(async () => {
    const due = await findDuePayout(testimonyId, job, deps);
    return due ? changePayout(due, { ...due.payout, status: 'failed', jobId: job.id }, undefined) : NOTHING;
  }, deps);
}

const NOTHING: Decision<undefined> = { result: undefined, changes: [] };
