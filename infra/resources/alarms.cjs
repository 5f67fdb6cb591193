/**
 * Alarms on single functions and on the table. All other alarms are in the YAML files of this folder.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 * @typedef {import('../functions/index.cjs').FunctionEntry} FunctionEntry
 */
const naming = require('../functions/naming.cjs');
const { listEntries } = require('../functions/index.cjs');
const { getTable, readStage } = require('../functions/stage.cjs');

/**
 * Creates the alarms, for the `resources` section of serverless.yml.
 *
 * @param {Serverless} serverless
 */
async function alarms({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  const entries = listEntries(stage);
  const Resources = Object.fromEntries([
    ['ErrorsAlarm', createErrorsAlarm(entries.filter(([, entry]) => !hasRoute(entry)))],
    ...createDurationAlarms(entries),
    ['TableThrottlesAlarm', createTableThrottlesAlarm(getTable(stage).name)],
  ]);
  return { Resources };
}

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

/** Highest number of metrics that CloudWatch allows in the expression of an alarm. */
const MAX_METRICS = 10;

/**
 * Creates the alarms for long runs of functions that set their own timeout, because they wait for other services, hash
 * passwords or receive files. Functions with the same timeout share an alarm, because CloudFormation limits the resources
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
    return parts.map((part, index) => [
      `Duration${timeout}s${index > 0 ? index + 1 : ''}Alarm`,
      createFunctionsAlarm(
        `A run took more than 90 % of its timeout of ${timeout} seconds: ${listNames(part)}.`,
        { MetricName: 'Duration', Stat: 'Maximum', Threshold: timeout * 900 },
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
    ...metrics.map(({ Label, Stat, Metric }, index) => ({
      Id: ids[index],
      Label,
      ReturnData: false,
      MetricStat: { Stat, Period: 300, Metric },
    })),
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
      Metric: createMetric('AWS/DynamoDB', `${operation}ThrottleEvents`, {
        TableName,
        ...dimension,
      }),
    })),
  );
  return createAlarm('DynamoDB throttled reads or writes: a partition gets too many requests.', {
    Metrics: createHighestOf(metrics),
    Threshold: 0,
  });
}

/**
 * Creates the part of an alarm that selects a metric.
 *
 * @param {string} Namespace
 * @param {string} MetricName
 * @param {Record<string, unknown>} dimensions
 */
const createMetric = (Namespace, MetricName, dimensions) => ({
  Namespace,
  MetricName,
  Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
});

/**
 * Creates an alarm that notifies the operator when a metric exceeds its threshold for five minutes, and when that ends.
 *
 * @param {string} AlarmDescription
 * @param {object} metricProperties
 */
const createAlarm = (AlarmDescription, metricProperties) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmDescription,
    ...metricProperties,
    EvaluationPeriods: 1,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
    AlarmActions: [{ Ref: 'Alarms' }],
    OKActions: [{ Ref: 'Alarms' }],
  },
});

module.exports = { alarms };
