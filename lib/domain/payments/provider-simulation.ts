/**
 * Sandbox simulation of the steps that the platform takes manually in the dashboard of the payment provider
 * (infra/docs/api/sandbox.md#decisions-of-operators). The provider reports the result as an event.
 */
import { auditChanges } from '../changes.ts';
import { CachedProviderError, DomainError, FieldError } from '../errors.ts';
import type { AuditAction, OperatorDecision } from '../model/activity/audit.ts';
import type { Decision } from '../model/change.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';

type Deps = Pick<Dependencies, 'clock' | 'payments' | 'random'>;

/**
 * Makes a manual refund of a payment.
 * @param amount cents; by default the rest of the payment
 * @throws DomainError `wrong-state` unless the payment is `paid`, or when the provider has refunded it already
 * @throws FieldError on `amount` when it exceeds the rest of the payment
 */
export async function refundByHand(
  testimony: Testimony,
  amount: number | undefined,
  decision: OperatorDecision,
  deps: Deps,
): Promise<Decision<Testimony>> {
  const { payment } = testimony;
  if (payment?.status !== 'paid') throw new DomainError('wrong-state');
  const rest = payment.amount - payment.refunded - payment.returning;
  if (rest <= 0) throw new DomainError('wrong-state');
  if (amount && amount > rest) throw new FieldError({ amount: ['amount-too-high'] });
  const refund = { key: deps.random.uuid(), paymentId: payment.paymentId, amount: amount ?? rest };
  await deps.payments.refund(refund).catch(rejectRepetition);
  return recordOnly(testimony, 'refunded by hand', decision, deps);
}

/** @throws DomainError `wrong-state` when the payment has no open dispute, or its evidence is submitted already */
export async function endDispute(
  testimony: Testimony,
  outcome: 'won' | 'lost',
  decision: OperatorDecision,
  deps: Deps,
): Promise<Decision<Testimony>> {
  const { payment } = testimony;
  const disputes = payment ? await deps.payments.listDisputes(payment.paymentId) : [];
  const open = disputes.find(({ status }) => status === 'open');
  if (!open) throw new DomainError('wrong-state');
  await deps.payments.endTestDispute(open.id, outcome).catch(rejectRepetition);
  return recordOnly(testimony, 'dispute ended', decision, deps);
}

/** Records only the audit entry. The testimony changes later, when the provider reports the event. */
const recordOnly = (
  testimony: Testimony,
  what: AuditAction,
  decision: OperatorDecision,
  deps: Deps,
): Decision<Testimony> => ({
  result: testimony,
  changes: auditChanges({ subjectId: testimony.id, what, ...decision }, deps),
});

/**
 * Converts the rejection of a repeated request to `wrong-state`: an earlier request has already had the effect,
 * although no event has reported it yet.
 */
function rejectRepetition(error: unknown): never {
  throw error instanceof CachedProviderError ? new DomainError('wrong-state', {}, error) : error;
}
