/**
 * Payouts that waited for their expert: for a verified payment account, or for the review of the name
 * (infra/docs/api/payments.md).
 */

import { deriveId } from '../../derive-id.ts';
import type { Expert } from '../../model/account.ts';
import { isAssigned, type Testimony } from '../../model/testimony.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { addJobOnce } from '../../unit-of-work.ts';

/** Creates a job for each payout that waited for the expert. Runs in a job; a retry adds only the missing jobs. */
export async function startOwedPayouts(
  expertId: string,
  jobId: string,
  deps: Pick<Dependencies, 'clock' | 'testimonies' | 'unitOfWork'>,
): Promise<void> {
  const createdAt = deps.clock.now().toISOString();
  let from: string | undefined;
  do {
    const page = await deps.testimonies.listOfExpert(expertId, from === undefined ? {} : { from });
    for (const { id } of page.items.filter(testimony => isWaiting(testimony, { id: expertId }))) {
      const task = { kind: 'pay-out', testimonyId: id } as const;
      await addJobOnce({ id: deriveId(jobId, id), task, attempts: 0, createdAt }, deps);
    }
    from = page.next;
  } while (from !== undefined);
}

const isWaiting = (testimony: Testimony, expert: Pick<Expert, 'id'>) =>
  isAssigned(testimony, expert) &&
  (testimony.payout?.status === 'owed' || testimony.payout?.heldFor === 'review');
