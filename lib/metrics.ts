import type { JobClass } from './domain/model/jobs/job.ts';

/**
 * A metric that CloudWatch extracts from the log (embedded metric format) and that an alarm watches
 * (infra/resources/alarms/).
 */
interface Metric {
  readonly name: string;
  readonly value: number;
  readonly unit?: 'Seconds' | 'Count';
}

export function emitMetrics(metrics: readonly Metric[]): void {
  const definitions = metrics.map(({ name: Name, unit: Unit }) => ({ Name, ...(Unit && { Unit }) }));
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [{ Namespace: 'Testimony', Dimensions: [['Stage']], Metrics: definitions }],
    },
    Stage: process.env.STAGE,
    ...Object.fromEntries(metrics.map(({ name, value }) => [name, value])),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Facts about the outbox that the alarms watch. */
interface OutboxFacts {
  readonly dead: number;
  readonly oldestOpenSeconds: number;
  /** Seconds since the earliest first attempt at an open job, by class; 0 for a class without such a job. */
  readonly postponedSeconds: Readonly<Record<JobClass, number>>;
}

export function emitOutboxMetrics({ dead, oldestOpenSeconds, postponedSeconds }: OutboxFacts): void {
  const { money, mail, files, checks, other } = postponedSeconds;
  emitMetrics([
    { name: 'DeadJobs', value: dead },
    { name: 'OldestOpenJobSeconds', value: oldestOpenSeconds, unit: 'Seconds' },
    { name: 'PostponedMoneySeconds', value: money, unit: 'Seconds' },
    { name: 'PostponedMailSeconds', value: mail, unit: 'Seconds' },
    { name: 'PostponedFilesSeconds', value: Math.max(files, checks), unit: 'Seconds' },
    { name: 'PostponedOtherSeconds', value: other, unit: 'Seconds' },
  ]);
}
