/** Changes of the date of payouts in the sandbox (infra/docs/api/payments.md#payouts). */
import { decideTestimonyChange } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Decision } from '../model/change.ts';
import { isPayoutHeldWithoutJob, schedulePayout } from '../model/payments/escrow.ts';
import { canTransition, type Testimony } from '../model/testimonies/testimony.ts';
import type { DecisionDependencies } from '../ports/dependencies.ts';

/**
 * Sets the days between delivery and payout (sandbox only). If a document was already delivered, the payout is
 * rescheduled from the delivery of its newest version.
 * @throws DomainError `wrong-state` when no offer was accepted, or the payout is no longer waiting
 */
export function setPayoutDelay(
  testimony: Testimony,
  days: number,
  deps: DecisionDependencies,
): Decision<Testimony> {
  return canTransition('complete', testimony)
    ? decideTestimonyChange(testimony, { ...testimony, payoutDelayDays: days }, deps)
    : reschedulePayout(testimony, days, deps);
}

function reschedulePayout(
  testimony: Testimony,
  days: number,
  deps: DecisionDependencies,
): Decision<Testimony> {
  const { payout } = testimony;
  const isWaiting = payout && (payout.status === 'owed' || isPayoutHeldWithoutJob(testimony));
  const deliveredAt = testimony.documents.at(-1)?.deliveredAt;
  if (testimony.state !== 'completed' || !isWaiting || !deliveredAt) throw new DomainError('wrong-state');
  const after = schedulePayout({ ...testimony, payout: { ...payout, status: 'held' } }, deliveredAt, days);
  return decideTestimonyChange(testimony, after, deps);
}
