/** Cancellation of an accepted testimony by its client, once it is long overdue (infra/docs/api/testimonies.md). */
import { DomainError } from '../errors.ts';
import type { Decision } from '../model/change.ts';
import { canTransition, type Testimony } from '../model/testimony.ts';
import { isOpenTo } from '../money/state-table.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { cancelPaidTestimony } from './operator-cancellation.ts';

const GRACE_MS = 7 * 24 * 3600_000;

/** Returns whether the client can cancel the testimony: it has no accepted offer, or is overdue for long enough. */
export const canCancel = (testimony: Testimony, now: Date): boolean =>
  canTransition('cancel', testimony) || canCancelOverdue(testimony, now);

const canCancelOverdue = (testimony: Testimony, now: Date): boolean =>
  canTransition('cancelOverdue', testimony) &&
  isOpenTo(testimony, 'client', 'cancel') &&
  testimony.dueAt !== null &&
  now.getTime() > Date.parse(testimony.dueAt) + GRACE_MS;

/** @throws DomainError `wrong-state` when the testimony is not overdue for long enough */
export async function cancelOverdueTestimony(
  testimony: Testimony,
  reason: string | null,
  deps: Pick<Dependencies, 'checkouts' | 'clock' | 'random'>,
): Promise<Decision<Testimony>> {
  if (!canCancelOverdue(testimony, deps.clock.now())) throw new DomainError('wrong-state');
  const cancellation = { transition: 'cancelOverdue', mail: 'cancelled-overdue', reason } as const;
  return cancelPaidTestimony(testimony, cancellation, deps);
}
