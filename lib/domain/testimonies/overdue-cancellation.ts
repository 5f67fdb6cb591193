/** Cancellation of an accepted testimony by its client, once it is long overdue (infra/docs/api/testimonies.md). */
import { addJobs, createJob, decideTestimonyChange } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Decision } from '../model/change.ts';
import { canTransition, type Testimony } from '../model/testimony.ts';
import { isOpenTo } from '../payments/state-table.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { cancelPaidTestimony } from './operator-cancellation.ts';

const GRACE_MS = 7 * 24 * 3600_000;

/** Returns whether the client can cancel the testimony: no offer is accepted, or it is overdue by more than seven days. */
export const canCancel = (testimony: Testimony, now: Date): boolean =>
  canTransition('cancel', testimony) || canCancelOverdue(testimony, now);

/** Returns whether an accepted testimony is paid, and overdue by more than seven days. */
const canCancelOverdue = (testimony: Testimony, now: Date): boolean =>
  canTransition('cancelOverdue', testimony) &&
  isOpenTo(testimony, 'client', 'cancel') &&
  testimony.dueAt !== null &&
  now.getTime() > Date.parse(testimony.dueAt) + GRACE_MS;

/**
 * Cancels an overdue testimony, refunds the client and notifies both parties.
 * @throws DomainError `wrong-state` when the testimony is not overdue by more than seven days
 */
export function cancelOverdueTestimony(
  testimony: Testimony,
  reason: string | null,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<Testimony> {
  const now = deps.clock.now();
  if (!canCancelOverdue(testimony, now)) throw new DomainError('wrong-state');
  const { after, tasks } = cancelPaidTestimony(testimony, 'cancelOverdue', 'cancelled-overdue', reason, now);
  return decideTestimonyChange(testimony, after, addJobs(tasks.map(task => createJob(task, deps))));
}
