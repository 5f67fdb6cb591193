/**
 * Payouts to experts for delivered testimonies (infra/docs/api/payments.md). The price less the commission is
 * transferred from the client's charge to the expert's verified account. Without such an account the payout is owed.
 */
import { addJobs, changeTestimony, createJob, recordMovements } from '../changes.ts';
import { TransferNotAllowed } from '../errors.ts';
import { recordVerification } from '../experts/approval.ts';
import type { Decision } from '../model/change.ts';
import { type MoneyMovement, sumHeld, sumPaidOut } from '../model/movement.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';
import { unbalancedAlerts } from './alerts.ts';
import { fetchMovements, type MoneyDependencies, syncPayment } from './payment-sync.ts';
import { amountDue } from './payment-totals.ts';
import { type ClaimedPayout, claimPayout, findDuePayout, type PayoutJob } from './payout-claim.ts';
import { finishPayout } from './payout-state.ts';
import { sendTransfer } from './transfers.ts';

export type PayoutDependencies = MoneyDependencies & Pick<Dependencies, 'accounts'>;

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

const NOTHING: Decision<undefined> = { result: undefined, changes: [] };
