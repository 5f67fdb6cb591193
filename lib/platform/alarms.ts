/** Alarms, written to the log as metrics that CloudWatch alarms watch (infra/resources/alarms/operators.yml). */
import type { AlertName } from '../domain/model/jobs/job.ts';
import type { Alarms } from '../domain/ports/services.ts';
import { log } from '../log.ts';
import { emitMetrics } from '../metrics.ts';

const METRIC_NAMES: Readonly<Record<AlertName, string>> = {
  'payment disputed': 'Disputes',
  'dispute inquiry': 'DisputeInquiries',
  'payment unbalanced': 'UnbalancedPayments',
  'payout failed': 'FailedPayouts',
  'refund failed': 'FailedRefunds',
  'refund pending long': 'RefundsPendingLong',
  'manual refund failed': 'ManualRefundsFailed',
  'money held long': 'MoneyHeldLong',
  'books differ': 'BooksDiffer',
  'payment accounts unavailable': 'PaymentAccountsUnavailable',
  'session mismatch': 'SessionMismatches',
  'late payments': 'LatePayments',
  'malware found': 'MalwareFound',
  'money unattended': 'UnattendedMoney',
};

export const metricAlarms: Alarms = {
  raise(alert, facts = {}) {
    log.warn({ event: 'operator.alert', detail: alert, ...facts });
    emitMetrics([{ name: METRIC_NAMES[alert], value: 1, unit: 'Count' }]);
  },
};
