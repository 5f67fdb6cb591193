/** Alarms on the failed requests of critical routes. */
import type { FunctionEntry } from '../../functions/function-entry.ts';
import { naming } from '../../functions/naming.ts';
import { createAlarm, createMetric, createQuery } from './alarm-templates.ts';

const WEBHOOK_ROUTE = 'POST /api/v1/webhooks/stripe';

/** Routes by the name of their alarm. Their failures would not be noticed in the rate of all routes. */
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
 * Creates the alarms for failed requests of critical routes. One metric filter counts these requests by route in the
 * access log, which also contains API Gateway's own responses when a function is cut off. It leaves out requests that
 * Lambda rejected for lack of concurrency (status 429), because anybody could cause a page with a few concurrent
 * requests. A single failed event of the provider sets off its alarm at once.
 */
export function createRouteAlarms(entries: [string, FunctionEntry][], namespace: string, stage: unknown) {
  const routes = [WEBHOOK_ROUTE, ...Object.values(CRITICAL_ROUTES).flat()];
  const isCritical = routes.map(route => `($.route = "${route}")`).join(' || ');
  const failures = (route: string) => createMetric(namespace, 'FailedRequests', { Route: route });
  const requests = (route: string) => {
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
      FilterPattern: `{ ($.status = "5*") && ($.function != "429") && (${isCritical}) }`,
      MetricTransformations: [
        {
          ...{ MetricNamespace: namespace, MetricName: 'FailedRequests', MetricValue: '1' },
          Dimensions: [{ Key: 'Route', Value: '$.route' }],
        },
      ],
    },
  };
  const webhooks = createAlarm('A webhook event of Stripe got a 5xx response. Stripe resends it.', {
    ...createMetric(namespace, 'FailedRequests', { Route: WEBHOOK_ROUTE }),
    ...{ pages: 'state', Statistic: 'Sum', Period: 60 },
  });
  const shared = Object.entries(CRITICAL_ROUTES).map(([name, group]) => [
    name,
    createAlarm(
      `At least two requests of a route within five minutes, and more than 10 % of them, got a 5xx response: ${group.join(', ')}.`,
      {
        Metrics: createHighestRate(
          group.map(route => ({ route, failures: failures(route), requests: requests(route) })),
        ),
        pages: 'state',
        Threshold: 10,
      },
    ),
  ]);
  return {
    FailedRequestsCount: filter,
    WebhooksAlarm: webhooks,
    WebhookSignaturesAlarm: createSignaturesAlarm(stage),
    ...Object.fromEntries(shared),
  };
}

/**
 * Creates the alarm for a wrong secret of the webhook: several complete and current signatures were invalid, and none
 * was valid. Requests of strangers do not set it off as long as the provider's events arrive.
 */
function createSignaturesAlarm(stage: unknown) {
  const metric = createMetric('Testimony', 'InvalidSignatures', { Stage: stage });
  return createAlarm(
    'Within an hour, at least three events had an invalid signature, and none a valid one.',
    {
      Metrics: [
        {
          Id: 'repeated',
          Label: 'invalid signatures',
          Expression: 'IF(invalid > 2 AND lowest == 1, invalid, 0)',
        },
        createQuery('invalid', metric, { Period: 3600 }),
        createQuery('lowest', metric, { Stat: 'Minimum', Period: 3600 }),
      ],
    },
  );
}

/**
 * Creates the expression for the highest percentage of failed requests among routes, followed by the metrics in it. A
 * route with a single failure within five minutes counts as 0 %.
 */
function createHighestRate(routes: { route: string; failures: object; requests: object }[]) {
  const rates = routes.map(({ route }, index) => {
    const [failed, all] = [`FILL(failed${index}, 0)`, `FILL(all${index}, 0)`];
    return {
      ...{ Id: `rate${index}`, Label: route, ReturnData: false },
      Expression: `IF(${failed} > 1, 100 * ${failed} / MAX([${failed}, ${all}]), 0)`,
    };
  });
  const metrics = routes.flatMap(({ failures, requests }, index) => [
    createQuery(`failed${index}`, failures),
    createQuery(`all${index}`, requests),
  ]);
  return [
    { Id: 'highest', Expression: `MAX([${rates.map(({ Id }) => Id).join(', ')}])` },
    ...rates,
    ...metrics,
  ];
}
