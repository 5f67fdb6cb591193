/** Overdue testimonies for tests of frontends, in the sandbox only (infra/docs/api/sandbox.md). */
import { DAY } from '../../durations.ts';
import { decideTestimonyChange, jobsAdded } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Decision } from '../model/change.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import type { DecisionDependencies } from '../ports/dependencies.ts';
import { createOverdueMailJobs } from '../reminders.ts';
import { isAwaitingDelivery } from './delivery.ts';

/**
 * Moves the due date of a testimony to now or to an earlier day (sandbox only). Reminders of the former date are not
 * sent. A testimony that is already overdue by as many days is not changed.
 * @param days number of days by which the testimony becomes overdue
 * @throws DomainError `wrong-state` when no first document can be delivered now
 */
export function makeOverdue(
  testimony: Testimony,
  days: number,
  deps: DecisionDependencies,
): Decision<Testimony> {
  const dueAt = new Date(deps.clock.now().getTime() - days * DAY).toISOString();
  if (!isAwaitingDelivery(testimony)) throw new DomainError('wrong-state');
  if (testimony.dueAt && testimony.dueAt <= dueAt) return { result: testimony, changes: [] };
  const after = { ...testimony, dueAt };
  return decideTestimonyChange(testimony, after, deps, jobsAdded(createOverdueMailJobs(after, deps)));
}
