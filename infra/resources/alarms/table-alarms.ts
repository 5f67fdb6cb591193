/** Alarm on the table that all functions share. */
import { createAlarm, createHighestOf, createMetric } from './alarm-templates.ts';

/**
 * Creates the alarm for throttled reads and writes of the table and its index, which have separate metrics. A throttled
 * index also blocks writes to the table. The expression replaces missing values by 0. An alarm that watches a metric of
 * DynamoDB directly ignores `TreatMissingData`: it keeps its state while the metric has no values, and would never
 * return to OK.
 */
export function createTableAlarms(TableName: unknown) {
  const targets = Object.entries({ table: {}, index: { GlobalSecondaryIndexName: 'gsi1' } });
  const metrics = ['Read', 'Write'].flatMap(operation =>
    targets.map(([target, dimension]) => ({
      Label: `throttled ${operation.toLowerCase()}s of the ${target}`,
      Stat: 'Sum',
      Metric: createMetric('AWS/DynamoDB', `${operation}ThrottleEvents`, { TableName, ...dimension }),
    })),
  );
  const TableThrottlesAlarm = createAlarm(
    'DynamoDB throttled reads or writes: a partition gets too many requests.',
    {
      Metrics: createHighestOf(metrics),
      Threshold: 0,
    },
  );
  return { TableThrottlesAlarm };
}
