/** Alarm on the functions that no route invokes. Functions with a route return 5xx for their failures. */
import type { FunctionEntry } from '../../functions/function-entry.ts';
import { naming } from '../../functions/naming.ts';
import { createAlarm, createHighestOf, createMetric } from './alarm-templates.ts';

export function createFunctionAlarms(entries: [string, FunctionEntry][]) {
  const names = entries
    .filter(([, { events = [] }]) => !events.some(event => event.httpApi))
    .map(([name]) => name);
  return {
    ErrorsAlarm: createAlarm(
      `A run of a function without a route failed or timed out: ${names.join(', ')}.`,
      {
        Metrics: createHighestOf(
          names.map(name => ({
            Label: name,
            Stat: 'Sum',
            Metric: createMetric('AWS/Lambda', 'Errors', {
              FunctionName: { Ref: naming.getLambdaLogicalId(name) },
            }),
          })),
        ),
      },
    ),
  };
}
