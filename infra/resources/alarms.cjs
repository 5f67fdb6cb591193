/**
 * Alarms on single functions and routes, and on the table. All other alarms are in the YAML files of this folder.
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
    ...createRouteAlarms(entries, `Testimony/${stage.settings.STAGE}`),
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

const WEBHOOK_ROUTE = 'POST /api/v1/webhooks/stripe';

/** Routes whose failures are hidden in the rate of all routes, by the name of their alarm. */
const CRITICAL_ROUTES = {
  AccessRoutesAlarm: [
    'POST /api/v1/auth/register/expert',
    'POST /api/v1/auth/register/client',
    'POST /api/v1/auth/login',
  ],
  SaleRoutesAlarm: [
    'POST /api/v1/testimonies/offers/{offerId}/checkout',
    'POST /api/v1/testimonies/offers/accept',
    'POST /api/v1/testimonies/{id}/complete',
  ],
};

/**
 * Creates the alarms for failed requests of critical routes. One metric filter counts these requests by route, in the
 * access log, which also has the responses that API Gateway gives when a function is cut off. The provider resends events
 * for days, so every response to an event that is not 2xx counts, and goes off at once.
 *
 * @param {[string, FunctionEntry][]} entries
 * @param {string} namespace
 */
function createRouteAlarms(entries, namespace) {
  const routes = Object.values(CRITICAL_ROUTES).flat();
  const isCritical = routes.map(route => `($.route = "${route}")`).join(' || ');
  const isFailedEvent = `($.route = "${WEBHOOK_ROUTE}") && ($.status != "2*")`;
  const failures = (/** @type {string} */ route) =>
    createMetric(namespace, 'FailedRequests', { Route: route });
  /** @type {(route: string) => object} */
  const requests = route => {
    const [name = ''] =
      entries.find(([, { events = [] }]) => events.some(event => event.httpApi === route)) ?? [];
    return createMetric('AWS/Lambda', 'Invocations', {
      FunctionName: { Ref: naming.getLambdaLogicalId(name) },
    });
  };
  const filter = {
    Type: 'AWS::Logs::MetricFilter',
    Properties: {
      LogGroupName: { Ref: 'HttpApiLogGroup' },
      FilterPattern: `{ (${isFailedEvent}) || (($.status = "5*") && (${isCritical})) }`,
      MetricTransformations: [
        {
          ...{ MetricNamespace: namespace, MetricName: 'FailedRequests', MetricValue: '1' },
          Dimensions: [{ Key: 'Route', Value: '$.route' }],
        },
      ],
    },
  };
  const webhooks = createAlarm(
    'A webhook event of Stripe got a response other than 2xx: a wrong secret, or our failure. Stripe resends it.',
    {
      ...createMetric(namespace, 'FailedRequests', { Route: WEBHOOK_ROUTE }),
      ...{ Statistic: 'Sum', Period: 60, Threshold: 0 },
    },
  );
  const shared = Object.entries(CRITICAL_ROUTES).map(([name, group]) => [
    name,
    createAlarm(
      `At least two requests of a route within five minutes, and more than 10 % of them, got a 5xx response: ${group.join(', ')}.`,
      {
        Metrics: createHighestRate(
          group.map(route => ({ route, failures: failures(route), requests: requests(route) })),
        ),
        Threshold: 10,
      },
    ),
  ]);
  return [['FailedRequestsCount', filter], ['WebhooksAlarm', webhooks], ...shared];
}

/**
 * Creates the expression for the highest percentage of failed requests among routes, followed by its parts. A route with
 * a single failure within five minutes counts as 0 %.
 *
 * @param {{ route: string, failures: object, requests: object }[]} routes
 */
function createHighestRate(routes) {
  const rates = routes.map(({ route }, index) => {
    const [failed, all] = [`FILL(failed${index}, 0)`, `FILL(all${index}, 0)`];
    return {
      ...{ Id: `rate${index}`, Label: route, ReturnData: false },
      Expression: `IF(${failed} > 1, 100 * ${failed} / MAX([${failed}, ${all}]), 0)`,
    };
  });
  const metrics = routes.flatMap(({ failures, requests }, index) => [
    { Id: `failed${index}`, ReturnData: false, MetricStat: { Stat: 'Sum', Period: 300, Metric: failures } },
    { Id: `all${index}`, ReturnData: false, MetricStat: { Stat: 'Sum', Period: 300, Metric: requests } },
  ]);
  return [
    { Id: 'highest', Expression: `MAX([${rates.map(({ Id }) => Id).join(', ')}])` },
    ...rates,
    ...metrics,
  ];
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
