/**
 * Alarms on single functions and on the table. All other alarms are in the YAML files of this folder.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 * @typedef {import('../functions/index.cjs').FunctionEntry} FunctionEntry
 */
const naming = require('../functions/naming.cjs');
const { listEntries } = require('../functions/index.cjs');
const { readStage } = require('../functions/stage.cjs');

/**
 * Creates the alarms, for the `resources` section of serverless.yml.
 *
 * @param {Serverless} serverless
 */
async function alarms({ resolveConfigurationProperty }) {
  const entries = listEntries(await readStage(resolveConfigurationProperty));
  const Resources = Object.fromEntries([
    ...entries.filter(([, entry]) => !hasRoute(entry)).map(createErrorAlarm),
    ...entries.filter(([, entry]) => entry.timeout).map(createDurationAlarm),
    ...createThrottleAlarms(),
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
 * Creates the alarm for failed runs of a function without a route.
 *
 * @param {[string, FunctionEntry]} entry
 */
const createErrorAlarm = ([name]) => [
  `${naming.getNormalizedFunctionName(name)}ErrorsAlarm`,
  createAlarm(`A run of ${name} failed or timed out.`, {
    ...createMetric('AWS/Lambda', 'Errors', { FunctionName: { Ref: naming.getLambdaLogicalId(name) } }),
    Statistic: 'Sum',
    Threshold: 0,
  }),
];

/**
 * Creates the alarm for long runs of a function that sets its own timeout, because it waits for other services, hashes
 * passwords or receives files. All other functions need no such alarm: they have a timeout of ten seconds, and
 * SlowRequestsAlarm goes off at five seconds.
 *
 * @param {[string, FunctionEntry]} entry
 */
const createDurationAlarm = ([name, { timeout = 0 }]) => [
  `${naming.getNormalizedFunctionName(name)}DurationAlarm`,
  createAlarm(`A run of ${name} took more than 90 % of its timeout of ${timeout} seconds.`, {
    ...createMetric('AWS/Lambda', 'Duration', { FunctionName: { Ref: naming.getLambdaLogicalId(name) } }),
    Statistic: 'Maximum',
    Threshold: timeout * 900,
  }),
];

/**
 * Creates the alarms for throttled reads and writes. The table and the index have separate metrics, and therefore
 * separate alarms. A throttled index also blocks writes to the table.
 */
const createThrottleAlarms = () =>
  ['Read', 'Write'].flatMap(operation =>
    Object.entries({ Table: {}, Index: { GlobalSecondaryIndexName: 'gsi1' } }).map(([target, dimension]) => [
      `${target}${operation}ThrottlesAlarm`,
      createAlarm(
        `DynamoDB throttled ${operation.toLowerCase()}s of the ${target.toLowerCase()}: a partition gets too many requests.`,
        {
          ...createMetric('AWS/DynamoDB', `${operation}ThrottleEvents`, {
            TableName: { Ref: 'Table' },
            ...dimension,
          }),
          Statistic: 'Sum',
          Threshold: 0,
        },
      ),
    ]),
  );

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
 * Creates an alarm that notifies the operator when a metric exceeds its threshold for five minutes.
 *
 * @param {string} AlarmDescription
 * @param {object} metricProperties
 */
const createAlarm = (AlarmDescription, metricProperties) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmDescription,
    ...metricProperties,
    Period: 300,
    EvaluationPeriods: 1,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
    AlarmActions: [{ Ref: 'Alarms' }],
  },
});

module.exports = { alarms };
