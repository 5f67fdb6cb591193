/** Release, reopening and end of payouts by operators (infra/docs/api/operators.md#money). */
import { addJobs, changeTestimony, createJob } from '../../changes.ts';
import { DomainError } from '../../errors.ts';
import type { OperatorDecision } from '../../model/audit.ts';
import type { Change, Decision } from '../../model/change.ts';
import { addRelease, type HoldReason, isPayoutOpen, isPayoutUnclaimed } from '../../model/escrow.ts';
import type { Job } from '../../model/job.ts';
import type { Testimony } from '../../model/testimony.ts';
import { disputedAmount, payableAmount, sumPaidOut } from '../../money/ledger.ts';
import { holdReason } from '../../money/payout-hold.ts';
import { finishPayout } from '../../money/payout-state.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { decideWithAudit } from '../paid-testimony.ts';
import { createImbalanceAlerts } from '../sync/alerts.ts';
import { fetchEntries } from '../sync/payment-sync.ts';

/** Reasons from which an operator can release a payout. The other reasons end by other decisions. */
const RELEASABLE: readonly HoldReason[] = ['risk', 'document', 'expert', 'cap', 'not-due'];

/**
 * Releases a held payout, so that it is sent at once. An earlier state of the expert is covered only if the payout was
 * held because of the expert. A pending review of the expert still holds the payout.
 * @throws DomainError `wrong-state` unless the payout is `held` for a reason that an operator can release, and no job
 * is sending it
 */
export function releasePayout(
  { id: testimonyId }: Testimony,
  decision: OperatorDecision,
  deps: Pick<Dependencies, 'checkouts' | 'clock' | 'random' | 'testimonies'>,
): Promise<Decision<Testimony>> {
  return decideWithAudit(testimonyId, 'payout released', decision, deps, ({ testimony }) => {
    const { payout } = testimony;
    const reason = holdReason(testimony);
    if (!isPayoutUnclaimed(testimony) || !reason || !RELEASABLE.includes(reason))
      throw new DomainError('wrong-state');
    const covers = RELEASABLE.filter(each => each !== 'expert' || reason === 'expert');
    const released = addRelease(payout, 'operator', deps.clock.now().toISOString(), covers);
    const hold = payout.hold === 'review' ? 'review' : null;
    return changeTestimony(testimony, { ...testimony, payout: { ...released, hold } }, deps);
  });
}

/**
 * Reopens a payout that an operator has ended or that was too small, so that the rest is sent.
 * @throws DomainError `wrong-state` while the payout is open or the payment is not paid, or when nothing is due
 */
export function reopenPayout(
  { id: testimonyId }: Testimony,
  decision: OperatorDecision,
  deps: Pick<Dependencies, 'checkouts' | 'clock' | 'random' | 'testimonies'>,
): Promise<Decision<Testimony>> {
  return decideWithAudit(testimonyId, 'payout reopened', decision, deps, ({ testimony }) => {
    const { state, payment, payout } = testimony;
    const amount = payableAmount(payment.balances);
    const isClosed = !isPayoutOpen(testimony);
    if (!isClosed || state !== 'completed' || payment.status !== 'paid' || amount === 0)
      throw new DomainError('wrong-state');
    const reopened = { ...payout, status: 'held', hold: null, jobId: null, amount } as const;
    return changeTestimony(testimony, { ...testimony, payout: reopened }, deps);
  });
}

/**
 * Ends the payout of a dead job that an operator dismisses: the unsent amount is never sent.
 * @returns the changes, empty when the job has no open payout
 * @throws DomainError `wrong-state` while the payment is disputed
 */
export async function endPayoutOfJob(
  testimonyId: string,
  { id: jobId }: Pick<Job, 'id'>,
  deps: Pick<Dependencies, 'checkouts' | 'clock' | 'random' | 'testimonies'>,
): Promise<Change[]> {
  const before = await deps.testimonies.find(testimonyId);
  const { payment, payout } = before ?? {};
  if (payment && disputedAmount(payment.balances) > 0) throw new DomainError('wrong-state');
  const isUnsent = payout && payout.status !== 'sent' && payout.status !== 'void';
  if (!before || !payment || !isUnsent || (payout.jobId ?? jobId) !== jobId) return [];
  const entries = await fetchEntries({ id: before.sessionId ?? '', testimonyId }, deps);
  const ended = { ...finishPayout(payout, sumPaidOut(entries)), hold: 'decision' } as const;
  const after = { ...before, payout: ended };
  return [
    ...changeTestimony(before, after, deps),
    ...addJobs(createImbalanceAlerts(before, after).map(task => createJob(task, deps))),
  ];
}
