/**
 * Alarms on events that need an operator: payments, items that do not match their schema, and files with malware. The
 * functions write their metrics into log lines. CloudWatch bills each metric of an alarm, and a graph shows which of
 * several metrics set it off (infra/docs/alarms.md#metrics-of-the-alarms-on-money).
 */
import { createAlarm, createHighestOf, createMetric, createQuery, type Urgency } from './alarm-templates.ts';

const MISMATCHES = [
  'UnbalancedPayments',
  'FailedPayouts',
  'FailedRefunds',
  'UnattendedMoney',
  'SessionMismatches',
  'ManualRefundsFailed',
];
const NOTICES = ['MoneyHeldLong', 'RefundsPendingLong', 'BooksDiffer', 'LatePayments', 'DisputeInquiries'];

export function createEventAlarms(stage: unknown, hasMalwareScan: boolean) {
  const ofStage = (name: string) => createMetric('Testimony', name, { Stage: stage });
  const createSingle = (name: string, description: string, urgency?: Urgency) =>
    createAlarm(description, { ...urgency, ...ofStage(name), Statistic: 'Sum', Period: 300 });
  const createShared = (names: string[], description: string, urgency?: Urgency) =>
    createAlarm(`${description} The graph shows which of ${names.join(', ')}.`, {
      ...urgency,
      Metrics: createHighestOf(names.map(name => ({ Label: name, Stat: 'Sum', Metric: ofStage(name) }))),
    });
  return {
    DisputesAlarm: createSingle(
      'Disputes',
      "A payment is disputed. `money disputed` lists it; Stripe's dashboard shows the deadline for a response.",
      { pages: 'event' },
    ),
    MoneyMismatchesAlarm: createShared(
      MISMATCHES,
      'What Stripe has, and what the service has recorded about a payment, do not match, and nothing repeats it.',
      { pages: 'event' },
    ),
    InvalidItemsAlarm: createSingle(
      'InvalidItems',
      'An item of the table does not fit its schema. Lists leave it out. `npm run operator -- table check` shows it.',
      { pages: 'event' },
    ),
    MoneyNoticesAlarm: createShared(NOTICES, 'A payment needs an operator within days.'),
    PaymentAccountsUnavailableAlarm: createSingle(
      'PaymentAccountsUnavailable',
      "Stripe opens no account for experts until the platform's profile or agreement is complete. The log line stripe.platform_refused has Stripe's text.",
    ),
    WebhookSignaturesAlarm: createSignaturesAlarm(ofStage('InvalidSignatures')),
    ...(hasMalwareScan && {
      MalwareFoundAlarm: createSingle(
        'MalwareFound',
        'An uploaded file contains malware. Nobody can open it, and its owner was told. The log line `operator.alert` has the testimony or the expert.',
      ),
    }),
  };
}

/**
 * Creates the alarm for a wrong secret of the webhook: several complete and current signatures were invalid, and none
 * was valid. Requests of strangers do not set it off as long as the provider's events arrive.
 */
const createSignaturesAlarm = (metric: object) =>
  createAlarm('Within an hour, at least three events had an invalid signature, and none a valid one.', {
    Metrics: [
      {
        Id: 'repeated',
        Label: 'invalid signatures',
        Expression: 'IF(invalid > 2 AND lowest == 1, invalid, 0)',
      },
      createQuery('invalid', metric, { Period: 3600 }),
      createQuery('lowest', metric, { Stat: 'Minimum', Period: 3600 }),
    ],
  });
