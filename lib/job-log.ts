/** Log lines and metrics of jobs. */
import type { JobReport } from './domain/jobs/run-job.ts';
import type { Job } from './domain/model/job.ts';
import { log } from './log.ts';
import { emitMetrics } from './metrics.ts';

export function logJobReport({ outcome, job, error }: JobReport): void {
  if (!job) return;
  const line = { event: `job.${outcome}`, jobId: job.id, jobKind: job.task.kind, attempt: job.attempts };
  if (error === undefined) log.info({ ...line, ...stakeOf(job) });
  else (outcome === 'dead' ? log.error : log.warn)({ ...line, ...stakeOf(job), error });
}

/** Returns the testimony, the amount in euros and the party of a dead job, as far as there are any. */
function stakeOf({ failure }: Job) {
  const { testimonyId, amount, party } = failure ?? {};
  return {
    ...(testimonyId && { testimonyId }),
    ...(typeof amount === 'number' && { amount: amount / 100 }),
    ...(party && { party }),
  };
}

/** Emits the metrics of the outbox that the alarms watch. */
export function measureOutbox({
  dead,
  oldestOpenSeconds,
}: {
  dead: number;
  oldestOpenSeconds: number;
}): void {
  emitMetrics([
    { name: 'DeadJobs', value: dead },
    { name: 'OldestOpenJobSeconds', value: oldestOpenSeconds, unit: 'Seconds' },
  ]);
}
