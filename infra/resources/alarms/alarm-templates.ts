export interface Urgency {
  /**
   * Whether the alarm pages somebody, because it cannot wait; all other alarms create tickets. `state`: when the
   * condition ends, a ticket says so. `event`: the end of the alarm only means that no further event has occurred.
   */
  readonly pages?: 'state' | 'event' | undefined;
}

/**
 * Creates an alarm that goes off when a metric exceeds its threshold, which is 0 by default. `index.ts` reads `pages`.
 * @param properties select the metric, and replace the properties that other alarms share
 */
export const createAlarm = (
  AlarmDescription: string,
  { pages, ...properties }: Urgency & Record<string, unknown>,
) => ({
  pages,
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmDescription,
    AlarmActions: [{ Ref: pages ? 'Alarms' : 'Tickets' }],
    EvaluationPeriods: 1,
    Threshold: 0,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
    ...properties,
  },
});

/** Creates the part of an alarm that selects a metric. */
export const createMetric = (
  Namespace: string,
  MetricName: string,
  dimensions?: Record<string, unknown>,
) => ({
  Namespace,
  MetricName,
  ...(dimensions && { Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })) }),
});

/**
 * Creates the part of an alarm that provides a metric to the alarm's expression.
 * @param Id name of the metric in the expression
 */
export const createQuery = (
  Id: string,
  Metric: object,
  { Stat = 'Sum', Period = 300, Label }: { Stat?: string; Period?: number; Label?: string } = {},
) => ({
  Id,
  ...(Label && { Label }),
  ReturnData: false,
  MetricStat: { Stat, Period, Metric },
});

/**
 * Creates the expression for the highest of several metrics within five minutes, followed by the metrics. A metric
 * without values counts as 0.
 */
export function createHighestOf(metrics: { Label: string; Stat: string; Metric: object }[]) {
  const ids = metrics.map((_, index) => `f${index}`);
  return [
    { Id: 'highest', Expression: `MAX([${ids.map(id => `FILL(${id}, 0)`).join(', ')}])` },
    ...metrics.map(({ Metric, ...options }, index) => createQuery(ids[index] ?? '', Metric, options)),
  ];
}
