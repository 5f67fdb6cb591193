/** Templates that the alarms of this folder are made from. */

/**
 * @typedef {object} Urgency
 * @property {'state' | 'event'} [pages] makes the alarm page, because it cannot wait: for a state, whose end is a ticket, or
 *   for an event, whose end only means that no further one came. All other alarms write tickets
 */

/**
 * Creates an alarm that goes off when a metric exceeds its threshold, which is 0 by default. `index.cjs` reads `pages`.
 *
 * @param {string} AlarmDescription
 * @param {Urgency & Record<string, unknown>} properties select the metric, and replace the properties that other alarms share
 */
const createAlarm = (AlarmDescription, { pages, ...properties }) => ({
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

/**
 * Creates the part of an alarm that selects a metric.
 *
 * @param {string} Namespace
 * @param {string} MetricName
 * @param {Record<string, unknown>} [dimensions]
 */
const createMetric = (Namespace, MetricName, dimensions) => ({
  Namespace,
  MetricName,
  ...(dimensions && { Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })) }),
});

/**
 * Creates the part of an alarm that reads a metric for its expression.
 *
 * @param {string} Id name of the metric in the expression
 * @param {object} Metric
 * @param {{ Stat?: string, Period?: number, Label?: string }} [options]
 */
const createQuery = (Id, Metric, { Stat = 'Sum', Period = 300, Label } = {}) => ({
  Id,
  ...(Label && { Label }),
  ReturnData: false,
  MetricStat: { Stat, Period, Metric },
});

/**
 * Creates the expression for the highest of several metrics within five minutes, followed by the metrics. A metric
 * without values counts as 0.
 *
 * @param {{ Label: string, Stat: string, Metric: object }[]} metrics
 */
function createHighestOf(metrics) {
  const ids = metrics.map((_, index) => `f${index}`);
  return [
    { Id: 'highest', Expression: `MAX([${ids.map(id => `FILL(${id}, 0)`).join(', ')}])` },
    ...metrics.map(({ Metric, ...options }, index) => createQuery(ids[index] ?? '', Metric, options)),
  ];
}

module.exports = { createAlarm, createHighestOf, createMetric, createQuery };
