/** Payouts owed to experts who had no verified payment account on delivery (infra/docs/api/payments.md). */

import { deriveId } from '../../derive-id.ts';
import type { Expert } from '../../model/account.ts';
import { isAssigned, type Testimony } from '../../model/testimony.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { addJobOnce } from '../../unit-of-work.ts';

/** Creates a job for each payout that is owed to the expert. Runs in a job; a retry adds only the missing jobs. */
export async function startOwedPayouts(
  expertId: string,
  jobId: string,
  deps: Pick<Dependencies, 'clock' | 'testimonies' | 'unitOfWork'>,
): Promise<void> {
  const createdAt = deps.clock.now().toISOString();
  let from: string | undefined;
  do {
    const page = await deps.testimonies.listOfExpert(expertId, from === undefined ? {} : { from });
    for (const { id } of page.items.filter(testimony => isOwed(testimony, { id: expertId }))) {
      const task = { kind: 'pay-out', testimonyId: id } as const;
      await addJobOnce({ id: deriveId(jobId, id), task, attempts: 0, createdAt }, deps);
    }
    from = page.next;
  } while (from !== undefined);
}

const isOwed = (testimony: Testimony, expert: Pick<Expert, 'id'>) =>
  isAssigned(testimony, expert) && testimony.payout?.status === 'owed';
