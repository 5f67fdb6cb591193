/**
 * Alarms on single functions and on the table, beside those of alarms.yml.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 * @typedef {import('../functions/index.cjs').FunctionEntry} FunctionEntry
 */
const naming = require('../functions/naming.cjs');
const { listEntries } = require('../functions/index.cjs');
const { readStage } = require('../functions/stage.cjs');

/** @param {Serverless} serverless */
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
 * A handler answers its own failures as 5xx; the functions without an answer show theirs as errors.
 *
 * @param {FunctionEntry} entry
 */
const hasRoute = ({ events = [] }) => events.some(event => event.httpApi);

/** @param {[string, FunctionEntry]} entry */
const createErrorAlarm = ([name]) => [
  `${naming.getNormalizedFunctionName(name)}ErrorsAlarm`,
  createAlarm(`${name} ended without an answer.`, {
    ...createMetric('AWS/Lambda', 'Errors', { FunctionName: { Ref: naming.getLambdaLogicalId(name) } }),
    Statistic: 'Sum',
    Threshold: 0,
  }),
];

/**
 * Only of functions with a limit of their own: they wait for others, hash or take files. The rest have
 * ten seconds for a few calls of the table, and SlowRequestsAlarm rings at five.
 *
 * @param {[string, FunctionEntry]} entry
 */
const createDurationAlarm = ([name, { timeout = 0 }]) => [
  `${naming.getNormalizedFunctionName(name)}DurationAlarm`,
  createAlarm(`${name} took more than nine tenths of its ${timeout} seconds.`, {
    ...createMetric('AWS/Lambda', 'Duration', { FunctionName: { Ref: naming.getLambdaLogicalId(name) } }),
    Statistic: 'Maximum',
    Threshold: timeout * 900,
  }),
];

/** The index counts by itself, and one that cannot follow holds up writes to the table. */
const createThrottleAlarms = () =>
  ['Read', 'Write'].flatMap(operation =>
    Object.entries({ Table: {}, Index: { GlobalSecondaryIndexName: 'gsi1' } }).map(([target, dimension]) => [
      `${target}${operation}ThrottlesAlarm`,
      createAlarm(
        `DynamoDB refused ${operation.toLowerCase()}s of the ${target.toLowerCase()}: a partition is too hot.`,
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
