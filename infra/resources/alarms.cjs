/**
 * Alarms on single functions and on the table, beside those of alarms.yml.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 * @typedef {import('../functions/index.cjs').Entry} Entry
 */
const naming = require('../functions/naming.cjs');
const { entriesOf } = require('../functions/index.cjs');
const { readStage } = require('../functions/stage.cjs');

/** @param {Serverless} serverless */
async function alarms({ resolveConfigurationProperty }) {
  const entries = entriesOf(await readStage(resolveConfigurationProperty));
  const Resources = Object.fromEntries([
    ...entries.filter(([, entry]) => !answers(entry)).map(errors),
    ...entries.filter(([, entry]) => entry.timeout).map(duration),
    ...throttles(),
  ]);
  return { Resources };
}

/**
 * A handler answers its own failures as 5xx; the functions without an answer show theirs as errors.
 *
 * @param {Entry} entry
 */
const answers = ({ events = [] }) => events.some(event => event.httpApi);

/** @param {[string, Entry]} entry */
const errors = ([name]) => [
  `${naming.getNormalizedFunctionName(name)}ErrorsAlarm`,
  alarm(`${name} ended without an answer.`, {
    ...metric('AWS/Lambda', 'Errors', { FunctionName: { Ref: naming.getLambdaLogicalId(name) } }),
    Statistic: 'Sum',
    Threshold: 0,
  }),
];

/**
 * Only of functions with a limit of their own: they wait for others, hash or take files. The rest have
 * ten seconds for a few calls of the table, and SlowRequestsAlarm rings at five.
 *
 * @param {[string, Entry]} entry
 */
const duration = ([name, { timeout = 0 }]) => [
  `${naming.getNormalizedFunctionName(name)}DurationAlarm`,
  alarm(`${name} took more than nine tenths of its ${timeout} seconds.`, {
    ...metric('AWS/Lambda', 'Duration', { FunctionName: { Ref: naming.getLambdaLogicalId(name) } }),
    Statistic: 'Maximum',
    Threshold: timeout * 900,
  }),
];

/** The index counts by itself, and one that cannot follow holds up writes to the table. */
const throttles = () =>
  ['Read', 'Write'].flatMap(way =>
    Object.entries({ Table: {}, Index: { GlobalSecondaryIndexName: 'gsi1' } }).map(([part, dimension]) => [
      `${part}${way}ThrottlesAlarm`,
      alarm(`DynamoDB refused ${way.toLowerCase()}s of the ${part.toLowerCase()}: a partition is too hot.`, {
        ...metric('AWS/DynamoDB', `${way}ThrottleEvents`, { TableName: { Ref: 'Table' }, ...dimension }),
        Statistic: 'Sum',
        Threshold: 0,
      }),
    ]),
  );

/**
 * @param {string} Namespace
 * @param {string} MetricName
 * @param {Record<string, unknown>} dimensions
 */
const metric = (Namespace, MetricName, dimensions) => ({
  Namespace,
  MetricName,
  Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
});

/**
 * @param {string} AlarmDescription
 * @param {object} watched
 */
const alarm = (AlarmDescription, watched) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmDescription,
    ...watched,
    Period: 300,
    EvaluationPeriods: 1,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
    AlarmActions: [{ Ref: 'Alarms' }],
  },
});

module.exports = { alarms };
