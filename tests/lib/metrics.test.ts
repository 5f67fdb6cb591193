import { expect, it } from 'vitest';
import { emitMetrics } from '../../lib/metrics.ts';
import { metricAlarms } from '../../lib/platform/alarms.ts';
import { clearOutput, readOutput } from '../support/captured-log.ts';

const readLastLine = () => JSON.parse(readOutput().trim().split('\n').at(-1) ?? '');
const directive = (...Metrics: object[]) => ({
  Timestamp: expect.any(Number),
  CloudWatchMetrics: [{ Namespace: 'Testimony', Dimensions: [['Stage']], Metrics }],
});

it('a line of metrics has the name, the value and the unit of each metric', () => {
  clearOutput();
  emitMetrics([
    { name: 'DeadJobs', value: 3 },
    { name: 'OldestOpenJobSeconds', value: 41.5, unit: 'Seconds' },
  ]);

  expect(readLastLine()).toEqual({
    _aws: directive({ Name: 'DeadJobs' }, { Name: 'OldestOpenJobSeconds', Unit: 'Seconds' }),
    ...{ Stage: 'local', DeadJobs: 3, OldestOpenJobSeconds: 41.5 },
  });
});

it('an alert counts one in its metric', () => {
  metricAlarms.raise('books differ');

  expect(readLastLine()).toEqual({
    _aws: directive({ Name: 'BooksDiffer', Unit: 'Count' }),
    ...{ Stage: 'local', BooksDiffer: 1 },
  });
});
