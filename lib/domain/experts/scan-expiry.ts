/**
 * Expiry of scans of identity documents (infra/docs/data.md#what-is-kept-how-long-and-why). Every period is at most
 * `UNREVIEWED_SCAN_DAYS` and starts with the last act of the expert or an operator, so the scans of an inactive expert
 * are deleted after that time, too.
 */

import { changeExpert, decideNoChange } from '../accounts/change-user.ts';
import { createJob, decideAccountChange } from '../changes.ts';
import type { Expert, IdentityReview, User } from '../model/account.ts';
import { REJECTED_SCAN_DAYS } from '../model/file.ts';
import type { Job } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';

const DAY_MS = 24 * 3600_000;

/** Returns the days for which scans are retained after a decision of the identity review. */
export const retentionDays = (
  decision: Exclude<IdentityReview, 'pending'>,
  { retention }: Pick<Dependencies, 'retention'>,
): number => (decision === 'accepted' ? retention.scanDays : REJECTED_SCAN_DAYS);

/** Sets the expiry of the expert's scans, counted from now, and creates the job that deletes them. */
export function scheduleScanExpiry(
  expert: Expert,
  days: number,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): { after: Expert; job: Job } {
  const until = new Date(deps.clock.now().getTime() + days * DAY_MS);
  return {
    after: { ...expert, scans: { ...expert.scans, keptUntil: until.toISOString() } },
    job: createJob({ kind: 'expire-scans', expertId: expert.id }, deps, until.toISOString()),
  };
}

/**
 * Permanently deletes the scans of an expert when the scans have expired. Does nothing when the period has started
 * again since, because a later job deletes the scans then.
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
  return keptUntil !== undefined && keptUntil <= now && !deletedAt;
}
