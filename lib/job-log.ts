/** What the log and the alarms learn of jobs. */
import type { JobReport } from './domain/jobs/run-job.ts';
import { log } from './log.ts';

export function logReport({ outcome, job, error }: JobReport): void {
  if (!job) return;
  const line = { event: `job ${outcome}`, jobId: job.id, jobKind: job.task.kind, attempt: job.attempts };
  if (error === undefined) log.info(line);
  else (outcome === 'dead' ? log.error : log.warn)({ ...line, error });
}

/** CloudWatch reads these two numbers out of the log (embedded metric format); alarms.yml watches them. */
export function measureOutbox({
  dead,
  oldestOpenSeconds,
}: {
  dead: number;
  oldestOpenSeconds: number;
}): void {
  const metrics = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: 'Testimony',
          Dimensions: [['Stage']],
          Metrics: [{ Name: 'DeadJobs' }, { Name: 'OldestOpenJobSeconds', Unit: 'Seconds' }],
        },
      ],
    },
    Stage: process.env.STAGE,
    DeadJobs: dead,
    OldestOpenJobSeconds: oldestOpenSeconds,
  };
  process.stdout.write(`${JSON.stringify(metrics)}\n`);
}
