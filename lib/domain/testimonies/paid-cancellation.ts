/**
 * Cancellation of accepted testimonies (infra/docs/api/testimonies.md#cancelling-a-testimony): by an operator, and by
 * the client once the testimony is long overdue. The payment is refunded in full.
 */
import { DAY } from '../../durations.ts';
import { DomainError } from '../errors.ts';
import type { OperatorDecision } from '../model/activity/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import { applyTransition, canTransition, type Testimony } from '../model/testimonies/testimony.ts';
import { sumPaidOut } from '../money/ledger.ts';
import { canAct } from '../money/money-rules.ts';
import type { PaymentChange } from '../money/payment-state.ts';
import {
  decideWithAudit,
  findTestimonyAfter,
  type PaidTestimony,
  readPaid,
} from '../payments/paid-testimony.ts';
import { decideMoney, type MoneyDependencies } from '../payments/sync/payment-sync.ts';

const GRACE_MS = 7 * DAY;

/** Returns whether the client can cancel the testimony: it has no accepted offer, or is overdue for long enough. */
export const canCancel = (testimony: Testimony, now: Date): boolean =>
  canTransition('cancel', testimony) || canCancelOverdue(testimony, now);

const canCancelOverdue = (testimony: Testimony, now: Date): boolean =>
  canTransition('cancelOverdue', testimony) &&
  canAct(testimony, 'client', 'cancel') &&
  testimony.dueAt !== null &&
  now.getTime() > Date.parse(testimony.dueAt) + GRACE_MS;

/** @throws DomainError `wrong-state` when the testimony is not overdue for long enough */
export async function cancelOverdueTestimony(
  { id }: Testimony,
  reason: string | null,
  deps: MoneyDependencies,
): Promise<Decision<Testimony>> {
  const now = deps.clock.now();
  const cancel = (testimony: Testimony) => {
    if (!canCancelOverdue(testimony, now)) throw new DomainError('wrong-state');
    return { ...applyTransition(testimony, 'cancelOverdue', now), cancellationReason: reason };
  };
  const paid = await readPaid(id, deps);
  const changes = await decideCancellation(paid, 'cancelled-overdue', cancel, deps);
  return { result: findTestimonyAfter(paid.testimony, changes), changes };
}

/** @throws DomainError `wrong-state` when the testimony is not accepted, or the expert was paid already */
export function cancelAcceptedTestimony(
  { id }: Testimony,
  decision: OperatorDecision,
  deps: MoneyDependencies,
): Promise<Decision<Testimony>> {
  const cancel = (testimony: Testimony) => ({
    ...applyTransition(testimony, 'cancelByOperator', deps.clock.now()),
    cancellationReason: decision.why,
  });
  return decideWithAudit(id, 'testimony cancelled', decision, deps, paid =>
    decideCancellation(paid, 'cancelled-by-platform', cancel, deps),
  );
}

async function decideCancellation(
  { checkout }: PaidTestimony,
  cancellationMail: PaymentChange['cancellationMail'],
  cancel: (testimony: Testimony) => Testimony,
  deps: MoneyDependencies,
): Promise<readonly Change[]> {
  const { changes } = await decideMoney(
    checkout,
    {
      cancellationMail,
      decide(records, { entries }, { state }) {
        if (sumPaidOut(entries) > 0) throw new DomainError('wrong-state');
        // A full refund that the provider reports only now has already cancelled `records.testimony`. The stored state
        // is used instead, so that this does not prevent the cancellation.
        return { ...records, testimony: cancel({ ...records.testimony, state }) };
      },
    },
    deps,
  );
  return changes;
}
