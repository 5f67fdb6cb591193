/**
 * CloudWatch dashboard of a stage: the state of the alarms, followed by graphs of the metrics.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 */
const { readStage } = require('../functions/stage.cjs');
const { alarms } = require('./alarms/index.cjs');

const API_DIMENSION = ['ApiId', `\${HttpApi}`];

/**
 * Returns the graphs by title. Each graph is a list of its statistic, followed by metrics or a search over all
 * functions.
 */
function createGraphs(/** @type {string} */ stage, /** @type {string} */ tableName) {
  const ofStage = (/** @type {string} */ name) => ['Testimony', name, 'Stage', stage];
  const ofTable = (/** @type {string} */ name) => ['AWS/DynamoDB', name, 'TableName', tableName];
  return {
    Requests: ['Sum', ...['Count', '4xx', '5xx'].map(name => ['AWS/ApiGateway', name, ...API_DIMENSION])],
    'Latency p99, ms': ['p99', ['AWS/ApiGateway', 'Latency', ...API_DIMENSION]],
    '401 and 429 responses': [
      'Sum',
      ...['401', '429', 'ThrottledAtEdge'].map(name => [`Testimony/${stage}`, name]),
    ],
    'Functions: errors': ['Sum', createSearchExpression('Errors', 'Sum')],
    'Functions: longest duration, ms': ['Maximum', createSearchExpression('Duration', 'Maximum')],
    'Functions: concurrent executions': [
      'Maximum',
      createSearchExpression('ConcurrentExecutions', 'Maximum'),
    ],
    Jobs: ['Maximum', ...['DeadJobs', 'OldestOpenJobSeconds'].map(ofStage)],
    'Jobs: seconds since the first attempt': [
      'Maximum',
      ...['Money', 'Mail', 'Files', 'Other'].map(name => ofStage(`Postponed${name}Seconds`)),
    ],
    'Critical routes: failed requests': [
      'Sum',
      [{ expression: `SEARCH('{Testimony/${stage},Route} MetricName="FailedRequests"', 'Sum', 300)` }],
    ],
    Money: [
      'Sum',
      ...[
        'Disputes',
        'DisputeInquiries',
        'UnbalancedPayments',
        'RefundsPendingLong',
        'MoneyHeldLong',
        'SessionMismatches',
        'LatePayments',
        'BooksDiffer',
        'PaymentAccountsUnavailable',
      ].map(ofStage),
    ],
    'Table: consumed capacity units': [
      'Sum',
      ...['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map(ofTable),
    ],
    'Table: throttled requests': ['Sum', ...['ReadThrottleEvents', 'WriteThrottleEvents'].map(ofTable)],
    'Mails sent by the account': ['Sum', ['AWS/SES', 'Send']],
    'Mail: bounces and complaints': [
      'Maximum',
      ...['Reputation.BounceRate', 'Reputation.ComplaintRate'].map(name => ['AWS/SES', name]),
    ],
  };
}

/**
 * Creates a search for a metric of all functions of the stack.
 *
 * @param {string} metric
 * @param {string} statistic
 */
const createSearchExpression = (metric, statistic) => [
  {
    expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" \${AWS::StackName}', '${statistic}', 300)`,
  },
];

/**
 * Creates the dashboard, for the `resources` section of serverless.yml.
 *
 * @param {Serverless} serverless
 */
async function dashboard(serverless) {
  const stage = await serverless.resolveConfigurationProperty(['provider', 'stage']);
  const { restoredTable } = await readStage(serverless.resolveConfigurationProperty);
  const { Resources } = await alarms(serverless);
  const arns = listAlarms(Resources).map(name => `\${${name}.Arn}`);
  const body = {
    widgets: [
      { type: 'alarm', width: 24, height: 6, properties: { title: `testimony ${stage}`, alarms: arns } },
      ...Object.entries(createGraphs(stage, restoredTable?.name ?? `\${Table}`)).map(
        ([title, [stat, ...metrics]]) => ({
          type: 'metric',
          width: 8,
          height: 6,
          properties: { title, stat, metrics, period: 300, region: `\${AWS::Region}`, view: 'timeSeries' },
        }),
      ),
    ],
  };
  const Dashboard = {
    Type: 'AWS::CloudWatch::Dashboard',
    Properties: { DashboardBody: { 'Fn::Sub': JSON.stringify(body) } },
  };
  return { Resources: { Dashboard } };
}

/**
 * Lists the alarms among resources.
 *
 * @param {Record<string, { Type: string }>} resources
 * @returns {string[]} logical ids
 */
const listAlarms = resources =>
  Object.keys(resources).filter(name => resources[name]?.Type === 'AWS::CloudWatch::Alarm');

module.exports = { dashboard };
