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
      EvaluationPeriods: 3,
      Threshold: 5000,
    },
  ),
  UnauthenticatedCount: createCount(namespace, '401'),
  LimitedCount: createCount(namespace, '429'),
  RejectionsAlarm: createAlarm(
    'More than 50 requests within five minutes got a 401 response, and these are more than 20 % of all requests, or a 429 response, more than 5 %.',
    {
      Metrics: [
        {
          Id: 'rate',
          Label: 'multiple of the limit',
          Expression: `MAX([${createShare('unauthenticated', 0.2)}, ${createShare('limited', 0.05)}])`,
        },
        createQuery('unauthenticated', createMetric(namespace, '401')),
        createQuery('limited', createMetric(namespace, '429')),
        REQUESTS,
      ],
      Threshold: 1,
    },
  ),
});

/** Creates the expression for a share of the requests, as a multiple of its limit. */
const createShare = (metric: string, limit: number) =>
  `IF(FILL(${metric}, 0) > 50, ${metric} / requests / ${limit}, 0)`;

/**
 * Creates the metric filter that counts the lines of the access log with a status. API Gateway's own 429 are among them
 * (throttled-routes.yml).
 * @param MetricNamespace contains the stage, because a metric filter allows no constant dimension, and no default value
 * of 0 together with dimensions
 */
function createCount(MetricNamespace: string, status: string) {
  return {
    Type: 'AWS::Logs::MetricFilter',
    Properties: {
      LogGroupName: { Ref: 'HttpApiLogGroup' },
      FilterPattern: `{ $.status = "${status}" }`,
      MetricTransformations: [{ MetricNamespace, MetricName: status, MetricValue: '1', DefaultValue: 0 }],
    },
  };
}
