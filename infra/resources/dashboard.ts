/** CloudWatch dashboard of each part of a stage: the state of its alarms, followed by graphs of the metrics. */
import type { Serverless } from '../parts/serverless.ts';
import { alarms } from './alarms/index.ts';

const API_DIMENSION = ['ApiId', `\${HttpApi}`];
const REQUESTS = ['Sum', ...['Count', '4xx', '5xx'].map(name => ['AWS/ApiGateway', name, ...API_DIMENSION])];
const LATENCY = ['p99', ['AWS/ApiGateway', 'Latency', ...API_DIMENSION]];

/** A statistic, followed by metrics or a search over all functions. */
type Graph = unknown[];

/** Graphs of the dashboard by part and title. */
const GRAPHS: Record<string, (stage: string) => Record<string, Graph>> = {
  state: createStateGraphs,
  api: createApiGraphs,
  operators: () => ({ Requests: REQUESTS, 'Latency p99, ms': LATENCY }),
};

function createStateGraphs() {
  const ofTable = (name: string) => ['AWS/DynamoDB', name, 'TableName', `\${TableValue.Value}`];
  return {
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

function createApiGraphs(stage: string) {
  const ofStage = (name: string) => ['Testimony', name, 'Stage', stage];
  const ofFunctions = (metric: string, statistic: string): Graph => [
    statistic,
    [
      {
        expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" testimony-${stage}', '${statistic}', 300)`,
      },
    ],
  ];
  // The metric counts requests by its samples, and shows by its values those that ended at their deadline.
  const ofFailedRequests = (statistic: string): Graph => [
    statistic,
    [
      {
        expression: `SEARCH('{Testimony/${stage},Route} MetricName="FailedRequestMilliseconds"', '${statistic}', 300)`,
      },
    ],
  ];
  return {
    Requests: REQUESTS,
    'Latency p99, ms': LATENCY,
    '401 and 429 responses': ['Sum', ...['401', '429'].map(name => [`Testimony/${stage}`, name])],
    'Functions: errors': ofFunctions('Errors', 'Sum'),
    'Functions: longest duration, ms': ofFunctions('Duration', 'Maximum'),
    'Functions: concurrent executions': ofFunctions('ConcurrentExecutions', 'Maximum'),
    Jobs: ['Maximum', ...['DeadJobs', 'OldestOpenJobSeconds'].map(ofStage)],
    'Jobs: seconds since the first attempt': [
      'Maximum',
      ...['Money', 'Mail', 'Files', 'Other'].map(name => ofStage(`Postponed${name}Seconds`)),
    ],
    '5xx responses by route': ofFailedRequests('SampleCount'),
    'Longest request with a 5xx response by route, ms': ofFailedRequests('Maximum'),
    Money: [
      'Sum',
      ...[
        'Disputes',
        'DisputeInquiries',
        'UnbalancedPayments',
        'FailedPayouts',
        'FailedRefunds',
        'UnattendedMoney',
        'RefundsPendingLong',
        'MoneyHeldLong',
        'SessionMismatches',
        'LatePayments',
        'BooksDiffer',
        'PaymentAccountsUnavailable',
      ].map(ofStage),
    ],
  };
}

/** Creates the dashboard of the part that is being packaged, for the `resources` section of serverless.yml. */
export async function dashboard(serverless: Serverless) {
  const stage = await serverless.resolveConfigurationProperty(['provider', 'stage']);
  const part = await serverless.resolveConfigurationProperty(['custom', 'part']);
  const { Resources } = await alarms(serverless);
  const arns = listAlarms(Resources).map(name => `\${${name}.Arn}`);
  const body = {
    widgets: [
      {
        type: 'alarm',
        width: 24,
        height: 6,
        properties: { title: `testimony ${stage} ${part}`, alarms: arns },
      },
      ...Object.entries(GRAPHS[part]?.(stage) ?? {}).map(([title, [stat, ...metrics]]) => ({
        type: 'metric',
        width: 8,
        height: 6,
        properties: { title, stat, metrics, period: 300, region: `\${AWS::Region}`, view: 'timeSeries' },
      })),
    ],
  };
  const Dashboard = {
    Type: 'AWS::CloudWatch::Dashboard',
    Properties: { DashboardBody: { 'Fn::Sub': JSON.stringify(body) } },
  };
  return { Resources: { Dashboard } };
}

/** Lists the logical ids of the alarms among resources. */
const listAlarms = (resources: Readonly<Record<string, { readonly Type: string }>>): string[] =>
  Object.keys(resources).filter(name => resources[name]?.Type === 'AWS::CloudWatch::Alarm');
