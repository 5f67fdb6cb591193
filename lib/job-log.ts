/** Log lines and metrics of jobs. */
import type { JobReport } from './domain/jobs/run-job.ts';
import { log } from './log.ts';
import { emitMetrics } from './metrics.ts';

export function logJobReport({ outcome, job, error }: JobReport): void {
  if (!job) return;
  const line = { event: `job.${outcome}`, jobId: job.id, jobKind: job.task.kind, attempt: job.attempts };
  if (error === undefined) log.info(line);
  else (outcome === 'dead' ? log.error : log.warn)({ ...line, error });
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
