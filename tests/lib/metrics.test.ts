import { expect, it } from 'vitest';
import { emitOutboxMetrics } from '../../lib/metrics.ts';
import { clearOutput, readOutput } from '../support/captured-log.ts';

const readLastLine = () => JSON.parse(readOutput().trim().split('\n').at(-1) ?? '');
const directive = (...Metrics: object[]) => ({
  Timestamp: expect.any(Number),
  CloudWatchMetrics: [{ Namespace: 'Testimony', Dimensions: [['Stage']], Metrics }],
});

it('the metrics of the outbox have their names, values and units', () => {
  clearOutput();
  emitOutboxMetrics({
    dead: 3,
    oldestOpenSeconds: 41.5,
    postponedSeconds: { money: 10, mail: 20, checks: 0, files: 30, other: 40 },
  });

  const inSeconds = {
    OldestOpenJobSeconds: 41.5,
    PostponedMoneySeconds: 10,
    PostponedMailSeconds: 20,
    PostponedFilesSeconds: 30,
    PostponedOtherSeconds: 40,
  };
  expect(readLastLine()).toEqual({
    _aws: directive({ Name: 'DeadJobs' }, ...Object.keys(inSeconds).map(Name => ({ Name, Unit: 'Seconds' }))),
    Stage: 'local',
    DeadJobs: 3,
    ...inSeconds,
  });
});
