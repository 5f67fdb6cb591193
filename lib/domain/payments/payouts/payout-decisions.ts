/** Decisions of operators to send payouts and to end them (infra/docs/api/operators.md#money). */
import { testimonyChanged } from '../../changes.ts';
import { DomainError } from '../../errors.ts';
import type { OperatorDecision } from '../../model/activity/audit.ts';
import type { Decision } from '../../model/change.ts';
import {
  addRelease,
  type HoldReason,
  isPayoutHeldWithoutJob,
  isPayoutOpen,
  type TestimonyPayout,
} from '../../model/payments/escrow.ts';
import type { Testimony } from '../../model/testimonies/testimony.ts';
import { computeDisputedAmount, computePayableAmount, sumPaidOut } from '../../money/ledger.ts';
import { findHoldReason } from '../../money/payout-hold.ts';
import { finishPayout } from '../../money/payout-state.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { decideWithAudit, type PaidTestimony } from '../paid-testimony.ts';
import { fetchEntries } from '../sync/payment-sync.ts';

/** Hold reasons that an operator's decision to send a payout overrides. The other reasons end by other decisions. */
const RELEASABLE: readonly HoldReason[] = ['risk', 'document', 'expert', 'cap', 'not-due'];

type Deps = Pick<Dependencies, 'checkouts' | 'clock' | 'random' | 'testimonies'>;

/**
 * Sends a payout at once: a held payout, or the rest of a payout that has failed, was ended or was too low. The
 * decision overrides the state of the expert only if the payout was held because of this state. A pending review of the
 * expert still holds the payout.
 * @throws DomainError `wrong-state` for a payout that is owed, is being sent, or is held for a reason that the decision
 * does not override; for any other payout when nothing is due, or while the payment is not `paid`
 */
export function sendPayout(
  { id: testimonyId }: Testimony,
  decision: OperatorDecision,
  deps: Deps,
): Promise<Decision<Testimony>> {
  return decideWithAudit(testimonyId, 'payout sent', decision, deps, ({ testimony }) => {
    const { payment, payout } = testimony;
    const reason = findHoldReason(testimony);
    const isReleasable = isPayoutHeldWithoutJob(testimony) && reason && RELEASABLE.includes(reason);
    if (!isReleasable && !isResendable(testimony)) throw new DomainError('wrong-state');
    const covers = RELEASABLE.filter(each => each !== 'expert' || reason === 'expert');
    const released = addRelease(payout, 'operator', deps.clock.now().toISOString(), covers);
    const sending: TestimonyPayout = isReleasable
      ? { ...released, hold: payout.hold === 'review' ? 'review' : null }
      : { ...released, status: 'held', hold: null, amount: computePayableAmount(payment.balances) };
    return testimonyChanged(testimony, { ...testimony, payout: sending }, deps);
  });
}

/** Returns whether an amount is due although the payout has failed, or nothing more would be sent of it. */
const isResendable = (testimony: PaidTestimony['testimony']): boolean =>
  (testimony.payout.status === 'failed' || !isPayoutOpen(testimony)) &&
  testimony.payout.jobId === null &&
  testimony.state === 'completed' &&
  testimony.payment.status === 'paid' &&
  computePayableAmount(testimony.payment.balances) > 0;

/**
 * Ends a failed payout: the unsent amount is not sent, unless another decision sends it.
 * @throws DomainError `wrong-state` unless the payout has failed and no job is sending it, and while the payment is
 * disputed
 */
export function endPayout(
  { id: testimonyId }: Testimony,
  decision: OperatorDecision,
  deps: Deps,
): Promise<Decision<Testimony>> {
  return decideWithAudit(testimonyId, 'payout ended', decision, deps, async ({ testimony, checkout }) => {
    const { payment, payout } = testimony;
    const isDisputed = computeDisputedAmount(payment.balances) > 0;
    if (payout.status !== 'failed' || payout.jobId !== null || isDisputed)
      throw new DomainError('wrong-state');
    const paidOut = sumPaidOut(await fetchEntries(checkout, deps));
    const after: Testimony = { ...testimony, payout: { ...finishPayout(payout, paidOut), hold: 'decision' } };
    return testimonyChanged(testimony, after, deps);
  });
}
