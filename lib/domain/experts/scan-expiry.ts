/** Scans that were accepted are kept for a stage's number of days, and not longer (infra/docs/api/approval.md). */
import { changeExpert } from '../accounts/change-user.ts';
import type { Expert, User } from '../model/account.ts';
import type { Job } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';

const DAY_MS = 24 * 3600_000;

/** The expert with scans that have a last day from now on, and the job that deletes them then. */
export function withScanExpiry(
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
 * Deletes the scans of an accepted expert for good once their time is up. Those that were accepted again
 * meanwhile have a later job; those that wait to be looked at again are still needed.
 */
export async function expireScans(
  expertId: string,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'objects'>,
): Promise<void> {
  const now = deps.clock.now().toISOString();
  const expert = await deps.accounts.find(expertId);
  if (!expert || !areDue(expert, now)) return;
  const { front, back, received } = expert.scans;
  await deps.objects.erase([front, back, received.front, received.back]);
  await changeExpert(expertId, deps, current =>
    areDue(current, now) ? { after: { ...current, scans: { ...current.scans, deletedAt: now } } } : undefined,
  );
}

function areDue(user: User, now: string): user is Expert {
  if (user.role !== 'expert' || user.identityReview !== 'accepted') return false;
  const { keptUntil, deletedAt } = user.scans;
  return keptUntil !== undefined && keptUntil <= now && !deletedAt;
}
