/**
 * Retention periods of scans of identity documents (infra/docs/data.md#what-is-kept-how-long-and-why). Every period is
 * at most `UNREVIEWED_SCAN_RETENTION_DAYS` and starts with the last act of the expert or an operator. The scans of an
 * inactive expert are therefore deleted after that time.
 */
import { DAY } from '../../durations.ts';
import { createJob } from '../changes.ts';
import type { Expert, IdentityReview } from '../model/accounts/account.ts';
import { REJECTED_SCAN_RETENTION_DAYS } from '../model/files/file.ts';
import type { Job } from '../model/jobs/job.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';

export const computeRetentionEnd = (days: number, { clock }: Pick<Dependencies, 'clock'>): string =>
  new Date(clock.now().getTime() + days * DAY).toISOString();

export const getRetentionDays = (
  decision: Exclude<IdentityReview, 'pending'>,
  { retention }: Pick<Dependencies, 'retention'>,
): number => (decision === 'accepted' ? retention.scanDays : REJECTED_SCAN_RETENTION_DAYS);

/** Sets the expiry of the expert's scans, counted from now, and creates the job that deletes them. */
export function scheduleScanExpiry(
  expert: Expert,
  days: number,
  deps: DecisionDependencies,
): { after: Expert; job: Job } {
  const keptUntil = computeRetentionEnd(days, deps);
  return {
    after: { ...expert, scans: { ...expert.scans, keptUntil } },
    job: createJob({ kind: 'expire-scans', expertId: expert.id }, deps, keptUntil),
  };
}
