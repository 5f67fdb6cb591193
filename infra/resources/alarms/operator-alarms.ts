/** Alarms on the operators' own API and its functions. As they have few requests, one failure sets off an alarm. */
import type { FunctionEntry } from '../../functions/function-entry.ts';
import { createAlarm, createMetric } from './alarm-templates.ts';
import { createDurationAlarms } from './function-alarms.ts';

export const createOperatorAlarms = (entries: [string, FunctionEntry][]) => ({
  OperatorServerErrorsAlarm: createAlarm('A request of an operator got a 5xx response.', {
    ...createMetric('AWS/ApiGateway', '5xx', { ApiId: { Ref: 'HttpApi' } }),
    ...{ pages: 'event', Statistic: 'Sum', Period: 300 },
  }),
  ...createDurationAlarms(entries, 'Operator'),
});
