/**
 * CloudWatch dashboard of a stage: the state of the alarms, followed by graphs of the metrics.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parse } = require('yaml');
const { readStage } = require('../functions/stage.cjs');
const { alarms } = require('./alarms.cjs');
const { malwareScan } = require('./malware-scan.cjs');

const API_DIMENSION = ['ApiId', `\${HttpApi}`];

/**
 * Returns the graphs by title. Each graph is a list of its statistic, followed by metrics or a search over all
 * functions.
 */
const createGraphs = (/** @type {string} */ stage, /** @type {string} */ tableName) => ({
  Requests: ['Sum', ...['Count', '4xx', '5xx'].map(name => ['AWS/ApiGateway', name, ...API_DIMENSION])],
  'Latency p99, ms': ['p99', ['AWS/ApiGateway', 'Latency', ...API_DIMENSION]],
  '401 and 429 responses': [
    'Sum',
    ...['401', '429', 'ThrottledAtEdge'].map(name => [`Testimony/${stage}`, name]),
  ],
  'Functions: errors': ['Sum', createSearchExpression('Errors', 'Sum')],
  'Functions: longest duration, ms': ['Maximum', createSearchExpression('Duration', 'Maximum')],
  'Functions: concurrent executions': ['Maximum', createSearchExpression('ConcurrentExecutions', 'Maximum')],
  Jobs: ['Maximum', ...['DeadJobs', 'OldestOpenJobSeconds'].map(name => ['Testimony', name, 'Stage', stage])],
  'Jobs: seconds since the first attempt': [
    'Maximum',
    ...['Money', 'Mail', 'Files', 'Other'].map(name => [
      'Testimony',
      `Postponed${name}Seconds`,
      'Stage',
      stage,
    ]),
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
    ].map(name => ['Testimony', name, 'Stage', stage]),
  ],
  'Table: consumed capacity units': [
    'Sum',
    ...['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map(name => [
      'AWS/DynamoDB',
      name,
      ...['TableName', tableName],
    ]),
  ],
  'Table: throttled requests': [
    'Sum',
    ...['ReadThrottleEvents', 'WriteThrottleEvents'].map(name => [
      'AWS/DynamoDB',
      name,
      ...['TableName', tableName],
    ]),
  ],
  'Mails sent by the account': ['Sum', ['AWS/SES', 'Send']],
  'Mail: bounces and complaints': [
    'Maximum',
    ...['Reputation.BounceRate', 'Reputation.ComplaintRate'].map(name => ['AWS/SES', name]),
  ],
});

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
  const scan = await malwareScan(serverless);
  const created = { ...Resources, ...scan.Resources };
  const arns = [...listStaticAlarms(), ...listAlarms(created)].map(name => `\${${name}.Arn}`);
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
 * Lists the alarms in the YAML files of this folder.
 *
 * @returns {string[]} logical ids
 */
function listStaticAlarms() {
  return ['alarms.yml', 'mail.yml', 'client-error-alarms.yml', 'money-alarms.yml'].flatMap(file => {
    const text = readFileSync(join(__dirname, file), 'utf8');
    const { Resources } = parse(text, { logLevel: 'silent', merge: true });
    return listAlarms(Resources);
  });
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
