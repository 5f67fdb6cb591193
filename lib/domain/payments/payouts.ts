/**
 * Payouts to experts for delivered testimonies (infra/docs/api/payments.md). The price less the commission is
 * transferred from the client's charge to the expert's verified account. Without such an account the payout is owed.
 */
import { addJobs, changeTestimony, createJob, recordMovements } from '../changes.ts';
import { DomainError, PermanentFailure, TransferNotAllowed } from '../errors.ts';
import { recordVerification } from '../experts/approval.ts';
import type { Decision } from '../model/change.ts';
import { isPayoutOpen, type TestimonyPayment, type TestimonyPayout } from '../model/escrow.ts';
import type { Job } from '../model/job.ts';
import { type MoneyMovement, sumHeld, sumPaidOut } from '../model/movement.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';
import { unbalancedAlerts } from './alerts.ts';
import { finishPayout } from './payment-state.ts';
import { fetchMovements, type MoneyDependencies, syncPayment } from './payment-sync.ts';
import { amountDue } from './payment-totals.ts';
import { holdReason } from './payout-hold.ts';
import { findDestination, sendTransfer } from './transfers.ts';

export type PayoutDependencies = MoneyDependencies & Pick<Dependencies, 'accounts'>;

type PayoutJob = Pick<Job, 'id' | 'retriedByOperator' | 'createdAt' | 'notBefore'>;

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
  const amount = amountDue(due.payment, sumHeld(movements));
  const { paymentId } = due.payment;
  const { destination } = due;
  const known = movements.map(({ providerId }) => providerId);
  const transfer = { key, paymentId, amount, destination, testimonyId, known };
  try {
    const sent = amount > 0 ? await sendTransfer(transfer, deps) : undefined;
    await recordPayout(testimonyId, sent, deps);
  } catch (error) {
    if (!(error instanceof TransferNotAllowed)) throw error;
    // The account has lost the capability, and the event about that is missing: the payout is owed from now on.
    await updateAccount(due, deps);
    if (await claimPayout(testimonyId, job, deps)) throw error;
  }
}

/** Reads the state of the expert's account from the provider and records it. */
async function updateAccount(
  { testimony, destination }: ClaimedPayout,
  deps: PayoutDependencies,
): Promise<void> {
  const expertId = testimony.acceptedOffer?.expert.id ?? '';
  await recordVerification(expertId, () => deps.payments.findAccount(destination), undefined, deps);
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
async function claimPayout(
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

/**
 * Marks the payout as sent, records the movement and creates the mail job.
 * @param sent undefined when nothing was left to send
 */
async function recordPayout(
  testimonyId: string,
  sent: { readonly id: string; readonly amount: number } | undefined,
  deps: Omit<MoneyDependencies, 'payments'>,
): Promise<void> {
  await commitDecision(async () => {
    const before = await deps.testimonies.find(testimonyId);
    if (!before?.payout || !before.acceptedOffer) return NOTHING;
    const movements = await fetchAcceptingMovements(before, deps);
    const isRecorded = movements.some(({ kind, providerId }) => kind === 'payout' && providerId === sent?.id);
    if (isRecorded || (!sent && before.payout.status === 'sent')) return NOTHING;
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
    const payout = { ...finishPayout(before.payout, sumPaidOut(movements) + amount), sentAt: at };
    const held = sumHeld(movements) - amount;
    const after = { ...before, payout, payment: before.payment && { ...before.payment, held } };
    const userId = before.acceptedOffer.expert.id;
    const mail = { kind: 'mail', mail: 'payout-sent', userId, testimonyId, amount } as const;
    const tasks = [...(sent ? [mail] : []), ...unbalancedAlerts(before, after)];
    return {
      result: undefined,
      changes: [
        ...changeTestimony(before, after),
        ...(sent ? recordMovements([movement]) : []),
        ...addJobs(tasks.map(task => createJob(task, deps))),
      ],
    };
  }, deps);
}

/** Marks the payout of a dead job as failed, so that operators see it. */
export async function markPayoutFailed(
  testimonyId: string,
  job: PayoutJob,
  deps: Pick<Dependencies, 'clock' | 'testimonies' | 'unitOfWork'>,
): Promise<void> {
  await commitDecision(async () => {
    const due = await findDuePayout(testimonyId, job, deps);
    return due ? changePayout(due, { ...due.payout, status: 'failed', jobId: job.id }, undefined) : NOTHING;
  }, deps);
}

const NOTHING: Decision<undefined> = { result: undefined, changes: [] };
