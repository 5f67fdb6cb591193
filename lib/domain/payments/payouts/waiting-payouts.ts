/** Payouts that wait for their expert: for a verified payment account, or for the review of the name. */
import { decideTestimonyChange } from '../../changes.ts';
import { isAssigned, type Testimony } from '../../model/testimonies/testimony.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { commitDecision, withCurrent } from '../../unit-of-work.ts';

type Deps = Pick<Dependencies, 'clock' | 'random' | 'testimonies' | 'unitOfWork'>;

/** Starts all payouts that wait for the expert. Runs in a job; safe to repeat. */
export async function startWaitingPayouts(expertId: string, deps: Deps): Promise<void> {
  let from: string | undefined;
  do {
    const page = await deps.testimonies.listOfExpert(expertId, from === undefined ? {} : { from });
    const waiting = page.items.filter(each => isAssigned(each, { id: expertId }) && isWaitingForExpert(each));
    for (const testimony of waiting) await startWaitingPayout(testimony, deps);
    from = page.next;
  } while (from !== undefined);
}

/** Ends the wait of a payout for its expert. The change adds the payout job, which checks the expert again. */
export async function startWaitingPayout(read: Testimony, deps: Deps): Promise<void> {
  const decide = (testimony: Testimony) => {
    const { payout } = testimony;
    if (!payout || !isWaitingForExpert(testimony)) return { result: testimony, changes: [] };
    const after: Testimony = { ...testimony, payout: { ...payout, status: 'held', hold: null } };
    return decideTestimonyChange(testimony, after, deps);
  };
  await commitDecision(
    withCurrent(read, () => deps.testimonies.find(read.id), decide),
    deps,
  );
}

export const isWaitingForExpert = ({ payout }: Testimony): boolean =>
  payout?.status === 'owed' || (payout?.status === 'held' && payout.hold === 'review');
