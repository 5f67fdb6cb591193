/** Deletion of scans of identity documents whose retention period has ended (../files/scan-retention.ts). */
import { changeExpert, decideNoChange } from '../accounts/change-user.ts';
import { decideAccountChange } from '../changes.ts';
import type { Expert, User } from '../model/accounts/account.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/**
 * Deletes the scans of an expert permanently if their retention period has ended. If the period was restarted, a later
 * job deletes them.
 */
export async function expireScans(
  expertId: string,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'objects' | 'unitOfWork'>,
): Promise<void> {
  const now = deps.clock.now().toISOString();
  const expert = await deps.accounts.find(expertId);
  if (!expert || !areDue(expert, now)) return;
  const { front, back, received } = expert.scans;
  await deps.objects.erase([front, back, received.front, received.back]);
  await changeExpert(expertId, deps, current =>
    areDue(current, now)
      ? decideAccountChange(current, { ...current, scans: { ...current.scans, deletedAt: now } })
      : decideNoChange(current),
  );
}

function areDue(user: User, now: string): user is Expert {
  if (user.role !== 'expert') return false;
  const { keptUntil, deletedAt } = user.scans;
  return keptUntil <= now && !deletedAt;
}
