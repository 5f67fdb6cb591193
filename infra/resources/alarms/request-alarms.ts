/**
 * Alarms on all requests: on failed and slow requests, and on many responses with 401 or 429, which mean that somebody
 * guesses passwords or tokens, or exceeds the rate limits. API Gateway has only one metric for all 4xx, so metric
 * filters count lines of its access log. The functions' logs would not do, because they lack the requests that API
 * Gateway itself rejects.
 */
import { createAlarm, createMetric, createQuery } from './alarm-templates.ts';

const API = { ApiId: { Ref: 'HttpApi' } };
const REQUESTS = createQuery('requests', createMetric('AWS/ApiGateway', 'Count', API));

export const createRequestAlarms = (namespace: string) => ({
  ServerErrorsAlarm: createAlarm(
    'At least three requests within five minutes, and more than 2 % of all, got a 5xx response.',
    {
      Metrics: [
        { Id: 'rate', Label: '5xx in percent', Expression: 'IF(errors > 2, 100 * errors / requests, 0)' },
        createQuery('errors', createMetric('AWS/ApiGateway', '5xx', API)),
        REQUESTS,
      ],
      pages: 'state',
      Threshold: 2,
    },
  ),
  // With few samples, the 99th percentile is the slowest request, so it needs 20 requests within five minutes.
  SlowRequestsAlarm: createAlarm(
    'For 15 minutes, at least 1 % of the requests took longer than 5 seconds, of at least 20 requests within five minutes.',
    {
      Metrics: [
        { Id: 'slowest', Label: 'p99 in ms', Expression: 'IF(requests > 19, latency, 0)' },
        createQuery('latency', createMetric('AWS/ApiGateway', 'Latency', API), { Stat: 'p99' }),
        REQUESTS,
      ],
      ...{ EvaluationPeriods: 3, Threshold: 5000 },
    },
  ),
  UnauthenticatedCount: createCount(namespace, '401', '{ $.status = "401" }'),
  UnauthenticatedAlarm: createRejectionAlarm(namespace, '401', 20),
  LimitedCount: createCount(namespace, '429', '{ $.status = "429" }'),
  LimitedAlarm: createRejectionAlarm(namespace, '429', 5),
  // API Gateway writes `-` for the status of an integration that it has not called.
  ThrottledAtEdgeCount: createCount(
    namespace,
    'ThrottledAtEdge',
    '{ ($.status = "429") && ($.function = "-") }',
  ),
  ThrottledAtEdgeAlarm: createAlarm(
    'API Gateway rejected more than 20 requests within five minutes with 429, because all callers together exceeded the throttling of the stage. The saved query "routes throttled at the edge" shows the routes.',
    { ...createMetric(namespace, 'ThrottledAtEdge'), ...{ Statistic: 'Sum', Period: 300, Threshold: 20 } },
  ),
});

/**
 * Creates the metric filter that counts lines of the access log.
 * @param MetricNamespace contains the stage, because a metric filter allows no constant dimension, and no default value
 * of 0 together with dimensions
 */
function createCount(MetricNamespace: string, MetricName: string, FilterPattern: string) {
  return {
    Type: 'AWS::Logs::MetricFilter',
    Properties: {
      LogGroupName: { Ref: 'HttpApiLogGroup' },
      FilterPattern,
      MetricTransformations: [{ MetricNamespace, MetricName, MetricValue: '1', DefaultValue: 0 }],
    },
  };
}

function createRejectionAlarm(namespace: string, status: string, percent: number) {
  return createAlarm(
    `More than 50 requests within five minutes, and more than ${percent} % of all, got a ${status} response.`,
    {
      Metrics: [
        {
          Id: 'rate',
          Label: `${status} in percent`,
          Expression: 'IF(refused > 50, 100 * refused / requests, 0)',
        },
        createQuery('refused', createMetric(namespace, status)),
        REQUESTS,
      ],
      Threshold: percent,
    },
  );
}
