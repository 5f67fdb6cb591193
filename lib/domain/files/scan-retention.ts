/**
 * Retention periods of scans of identity documents (infra/docs/data.md#what-is-kept-how-long-and-why). Every period is
 * at most `UNREVIEWED_SCAN_RETENTION_DAYS` and starts with the last act of the expert or an operator. The scans of an
 * inactive expert are therefore deleted after that time.
 */
import { DAY } from '../../durations.ts';
import { createJob } from '../changes.ts';
import type { Expert, IdentityReview, User } from '../model/accounts/account.ts';
import { REJECTED_SCAN_RETENTION_DAYS } from '../model/files/file.ts';
import type { Job } from '../model/jobs/job.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';

export const computeRetentionEnd = (days: number, { clock }: Pick<Dependencies, 'clock'>): string =>
  new Date(clock.now().getTime() + days * DAY).toISOString();

export const getRetentionDays = (
  decision: Exclude<IdentityReview, 'pending'>,
  { retention }: Pick<Dependencies, 'retention'>,
): number => (decision === 'accepted' ? retention.scanDays : REJECTED_SCAN_RETENTION_DAYS);

/** Restarts the retention period of the expert's scans, counted from now. Does nothing once they are deleted. */
export function restartScanRetention(
  expert: Expert,
  days: number,
  deps: Pick<Dependencies, 'clock'>,
): Expert {
  if (expert.scans.deletedAt) return expert;
  return { ...expert, scans: { ...expert.scans, keptUntil: computeRetentionEnd(days, deps) } };
}

/** Creates the job that deletes the scans at the end of their retention period, if the period was restarted. */
export function createScanExpiryJobs(before: User, after: User, deps: DecisionDependencies): Job[] {
  if (before.role !== 'expert' || after.role !== 'expert') return [];
  const { keptUntil } = after.scans;
  if (keptUntil === before.scans.keptUntil) return [];
  return [createJob({ kind: 'expire-scans', expertId: after.id }, deps, keptUntil)];
}
