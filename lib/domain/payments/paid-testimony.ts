/**
 * Common parts of operators' decisions about a paid testimony (infra/docs/api/operators.md#money): the records that
 * they start from, and their audit entry.
 */
import { auditChanges } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { AuditAction, OperatorDecision } from '../model/activity/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import type { PaidCheckout } from '../model/payments/checkout-session.ts';
import type { TestimonyPayment, TestimonyPayout } from '../model/payments/escrow.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** A testimony with an accepted offer, and the checkout of its payment. */
export interface PaidTestimony {
  readonly testimony: Testimony & { readonly payment: TestimonyPayment; readonly payout: TestimonyPayout };
  readonly checkout: PaidCheckout;
}

/**
 * Reads the testimony and its payment.
 * @throws DomainError `not-found` for an unknown testimony, `wrong-state` for one without a payment
 */
export async function readPaid(
  testimonyId: string,
  deps: Pick<Dependencies, 'checkouts' | 'testimonies'>,
): Promise<PaidTestimony> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (!testimony) throw new DomainError('not-found');
  const checkout = testimony.sessionId ? await deps.checkouts.find(testimony.sessionId) : undefined;
  if (!checkout?.payment) throw new DomainError('wrong-state');
  return { testimony: assertPaid(testimony), checkout };
}

/** @throws DomainError `wrong-state` for a testimony without a payment */
export function assertPaid(testimony: Testimony): PaidTestimony['testimony'] {
  const { payment, payout } = testimony;
  if (!payment || !payout) throw new DomainError('wrong-state');
  return { ...testimony, payment, payout };
}

/** Adds an audit entry to the changes that `decide` returns. The result is the testimony after the decision. */
export async function decideWithAudit(
  testimonyId: string,
  what: AuditAction,
  decision: OperatorDecision,
  deps: Pick<Dependencies, 'checkouts' | 'clock' | 'random' | 'testimonies'>,
  decide: (paid: PaidTestimony) => readonly Change[] | Promise<readonly Change[]>,
): Promise<Decision<Testimony>> {
  const paid = await readPaid(testimonyId, deps);
  return addAudit(paid.testimony, what, decision, deps, await decide(paid));
}

/** Adds an audit entry to the changes of a decision, unless there are none. */
export function addAudit(
  testimony: Testimony,
  what: AuditAction,
  decision: OperatorDecision,
  deps: Pick<Dependencies, 'clock' | 'random'>,
  changes: readonly Change[],
): Decision<Testimony> {
  if (changes.length === 0) return { result: testimony, changes };
  const audit = auditChanges({ subjectId: testimony.id, what, ...decision }, deps);
  return { result: findTestimonyAfter(testimony, changes), changes: [...changes, ...audit] };
}

/** Returns the testimony after the changes. */
export const findTestimonyAfter = (before: Testimony, changes: readonly Change[]): Testimony =>
  changes.flatMap(change => (change.kind === 'testimony-changed' ? [change.after] : []))[0] ?? before;
