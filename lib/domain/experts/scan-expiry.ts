/** Expiry of accepted scans of identity documents. The retention in days is a setting of the stage. */

import { changeExpert, decideNoChange } from '../accounts/change-user.ts';
import { createJob, decideAccountChange } from '../changes.ts';
import type { Expert, User } from '../model/account.ts';
import type { Job } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';

const DAY_MS = 24 * 3600_000;

/** Sets the expiry of the expert's scans, counted from now, and creates the job that deletes them. */
export function scheduleScanExpiry(
  expert: Expert,
  deps: Pick<Dependencies, 'clock' | 'random' | 'retention'>,
): { after: Expert; job: Job } {
  const until = new Date(deps.clock.now().getTime() + deps.retention.scanDays * DAY_MS);
  return {
    after: { ...expert, scans: { ...expert.scans, keptUntil: until.toISOString() } },
    job: createJob({ kind: 'expire-scans', expertId: expert.id }, deps, until.toISOString()),
  };
}

/**
 * Permanently deletes the scans of an expert when the scans have expired. Does nothing unless the identity review is
 * `accepted`. Does nothing either when the scans were accepted again, because a later job deletes them then.
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
  if (user.role !== 'expert' || user.identityReview !== 'accepted') return false;
  const { keptUntil, deletedAt } = user.scans;
  return keptUntil !== undefined && keptUntil <= now && !deletedAt;
}
