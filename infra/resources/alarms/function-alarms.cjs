/**
 * Alarms on single functions, and on the table that all functions share.
 *
 * @typedef {import('../../functions/index.cjs').FunctionEntry} FunctionEntry
 */
const naming = require('../../functions/naming.cjs');
const { createAlarm, createMetric, createQuery } = require('./alarm-templates.cjs');

/**
 * @param {[string, FunctionEntry][]} entries
 * @param {unknown} tableName
 */
const createFunctionAlarms = (entries, tableName) => ({
  ErrorsAlarm: createErrorsAlarm(entries.filter(([, entry]) => !hasRoute(entry))),
  ThrottlesAlarm: createThrottlesAlarm(entries.filter(([, entry]) => !hasRoute(entry))),
  ...Object.fromEntries(createDurationAlarms(entries)),
  TableThrottlesAlarm: createTableThrottlesAlarm(tableName),
});

/**
 * Returns whether a function has a route. Functions with a route return 5xx for their failures, so failures count as
 * Lambda errors only for functions without a route.
 *
 * @param {FunctionEntry} entry
 */
const hasRoute = ({ events = [] }) => events.some(event => event.httpApi);

/**
 * Creates the alarm for failed runs of functions without a route.
 *
 * @param {[string, FunctionEntry][]} entries
 */
const createErrorsAlarm = entries =>
  createFunctionsAlarm(
    `A run of a function without a route failed or timed out: ${listNames(entries)}.`,
    { MetricName: 'Errors', Stat: 'Sum', Threshold: 0 },
    entries,
  );

/**
 * Creates the alarm for throttled functions without a route. A throttled request gets a 503, which ServerErrorsAlarm
 * counts. The metric without a function would count those of the other stages in the account. A sweep may be throttled:
 * in a stage that reserves one execution for it, that only prevents concurrent runs.
 *
 * @param {[string, FunctionEntry][]} entries
 */
const createThrottlesAlarm = entries =>
  createFunctionsAlarm(
    'Lambda throttled a function without a route, because no concurrency was left.',
    { MetricName: 'Throttles', Stat: 'Sum', Threshold: 0 },
    entries.filter(([name]) => name !== 'jobs-sweep'),
  );

/** Highest number of metrics that CloudWatch allows in the expression of an alarm. */
const MAX_METRICS = 10;

/**
 * Creates the alarms for long runs of functions that set their own timeout, because they wait for other services, hash
 * passwords or receive files. A run that is cut off at its deadline, two seconds before the timeout
 * (infra/decisions/0031-deadline.md), sets them off. Functions with the same timeout share an alarm, because CloudFormation limits the resources
 * of a stack to 500. All other functions need no such alarm: they have a timeout of ten seconds, and SlowRequestsAlarm
 * goes off at five seconds.
 *
 * @param {[string, FunctionEntry][]} entries
 */
function createDurationAlarms(entries) {
  const timeouts = new Set(entries.flatMap(([, { timeout }]) => timeout ?? []));
  return [...timeouts].flatMap(timeout => {
    const group = entries.filter(([, entry]) => entry.timeout === timeout);
    const parts = Array.from({ length: Math.ceil(group.length / MAX_METRICS) }, (_, index) =>
      group.slice(index * MAX_METRICS, (index + 1) * MAX_METRICS),
    );
    const seconds = Math.min(0.9 * timeout, timeout - 2.5);
    return parts.map((part, index) => [
      `Duration${timeout}s${index > 0 ? index + 1 : ''}Alarm`,
      createFunctionsAlarm(
        `A run took more than ${seconds} of the ${timeout} seconds of its timeout: ${listNames(part)}.`,
        { MetricName: 'Duration', Stat: 'Maximum', Threshold: Math.round(seconds * 1000) },
        part,
      ),
    ]);
  });
}

/** @param {[string, FunctionEntry][]} entries */
const listNames = entries => entries.map(([name]) => name).join(', ');

/**
 * Creates an alarm on the highest value of a metric among functions. The alarm's graph shows each function.
 *
 * @param {string} description
 * @param {{ MetricName: string, Stat: string, Threshold: number }} metric
 * @param {[string, FunctionEntry][]} entries
 */
const createFunctionsAlarm = (description, { MetricName, Stat, Threshold }, entries) =>
  createAlarm(description, {
    Metrics: createHighestOf(
      entries.map(([name]) => ({
        Label: name,
        Stat,
        Metric: createMetric('AWS/Lambda', MetricName, {
          FunctionName: { Ref: naming.getLambdaLogicalId(name) },
        }),
      })),
    ),
    Threshold,
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

/**
 * Creates the alarm for throttled reads and writes of the table and its index, which have separate metrics. A throttled
 * index also blocks writes to the table. The expression fills missing values: an alarm that watches a metric of
 * DynamoDB directly keeps its state while the metric has no values, whatever its `TreatMissingData`, and would never end.
 *
 * @param {unknown} TableName
 */
function createTableThrottlesAlarm(TableName) {
  const targets = Object.entries({ table: {}, index: { GlobalSecondaryIndexName: 'gsi1' } });
  const metrics = ['Read', 'Write'].flatMap(operation =>
    targets.map(([target, dimension]) => ({
      Label: `throttled ${operation.toLowerCase()}s of the ${target}`,
      Stat: 'Sum',
      Metric: createMetric('AWS/DynamoDB', `${operation}ThrottleEvents`, { TableName, ...dimension }),
    })),
  );
  return createAlarm('DynamoDB throttled reads or writes: a partition gets too many requests.', {
    Metrics: createHighestOf(metrics),
    Threshold: 0,
  });
}

module.exports = { createFunctionAlarms };
