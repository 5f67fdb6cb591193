/** What is owed to experts who had no verified account when they delivered (infra/docs/api/payments.md). */
import type { Expert } from '../model/account.ts';
import { isAssigned, type Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { deriveId } from '../records.ts';

/** Begins what is owed to an expert. Part of a job: run again, it adds what is missing. */
export async function startOwedPayouts(
  expertId: string,
  jobId: string,
  deps: Pick<Dependencies, 'clock' | 'jobs' | 'testimonies'>,
): Promise<void> {
  const createdAt = deps.clock.now().toISOString();
  let from: string | undefined;
  do {
    const page = await deps.testimonies.listOfExpert(expertId, from === undefined ? {} : { from });
    for (const { id } of page.items.filter(testimony => isOwed(testimony, { id: expertId }))) {
      const task = { kind: 'pay-out', testimonyId: id } as const;
      await deps.jobs.addOnce({ id: deriveId(jobId, id), task, attempts: 0, createdAt });
    }
    from = page.next;
  } while (from !== undefined);
}

const isOwed = (testimony: Testimony, expert: Pick<Expert, 'id'>) =>
  isAssigned(testimony, expert) && testimony.payout?.status === 'owed';
