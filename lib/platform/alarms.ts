/** Each ring is a metric in the log, and an alarm of CloudWatch's (infra/resources/money.yml). */
import type { AlertName } from '../domain/model/job.ts';
import type { Alarms } from '../domain/ports/outside.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';

const METRICS: Readonly<Record<AlertName, string>> = {
  'payment disputed': 'Disputes',
  'money held long': 'MoneyHeldLong',
};

export const measuredAlarms: Alarms = {
  ring(alert) {
    log.warn({ event: 'operators are needed', detail: alert });
    measure([{ name: METRICS[alert], value: 1, unit: 'Count' }]);
  },
};
