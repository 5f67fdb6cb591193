/** Changes of due dates (infra/docs/api/testimonies.md). */
import { addJobs, decideTestimonyChange } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Testimony } from '../model/testimony.ts';
import { isOpenTo } from '../payments/state-table.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createOverdueMails } from '../reminders.ts';
import { updateTestimony } from './testimonies.ts';

/**
 * Moves the due date of a testimony to now (sandbox only). Reminders of the former date become void. A testimony that
 * is already overdue is not changed.
 * @throws DomainError `wrong-state` when the testimony cannot be completed in its state
 */
export function makeOverdue(
  testimony: Testimony,
  deps: Pick<Dependencies, 'clock' | 'random' | 'testimonies' | 'unitOfWork'>,
): Promise<Testimony> {
  const now = deps.clock.now().toISOString();
  return updateTestimony(testimony, deps, current => {
    if (!isOpenTo(current, 'expert', 'complete')) throw new DomainError('wrong-state');
    if (current.dueAt && current.dueAt <= now) return { result: current, changes: [] };
    const after = { ...current, dueAt: now };
    return decideTestimonyChange(current, after, addJobs(createOverdueMails(after, deps)));
  });
}
