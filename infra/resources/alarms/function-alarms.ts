/** Alarms on single functions. */
import type { FunctionEntry } from '../../functions/function-entry.ts';
import { naming } from '../../functions/naming.ts';
import { createAlarm, createHighestOf, createMetric } from './alarm-templates.ts';

export const createFunctionAlarms = (entries: [string, FunctionEntry][]) => ({
  ErrorsAlarm: createErrorsAlarm(entries.filter(([, entry]) => !hasRoute(entry))),
  ThrottlesAlarm: createThrottlesAlarm(entries.filter(([, entry]) => !hasRoute(entry))),
  ...createDurationAlarms(entries),
});

/**
 * Returns whether a function has a route. Functions with a route return 5xx for their failures, so only failures of the
 * other functions are Lambda errors.
 */
const hasRoute = ({ events = [] }: FunctionEntry) => events.some(event => event.httpApi);

/** Creates the alarm for failed runs of functions without a route. */
const createErrorsAlarm = (entries: [string, FunctionEntry][]) =>
  createFunctionsAlarm(
    `A run of a function without a route failed or timed out: ${listNames(entries)}.`,
    { MetricName: 'Errors', Stat: 'Sum', Threshold: 0 },
    entries,
  );

/**
 * Creates the alarm for throttled functions without a route. (A throttled request gets a 503, which ServerErrorsAlarm
 * counts.) The alarm names its functions, because the metric of the whole account would include other stages. It leaves
 * out the sweep: in a stage that reserves one execution for it, throttling only prevents concurrent runs.
 */
const createThrottlesAlarm = (entries: [string, FunctionEntry][]) =>
  createFunctionsAlarm(
    'Lambda throttled a function without a route, because no concurrency was left.',
    { MetricName: 'Throttles', Stat: 'Sum', Threshold: 0 },
    entries.filter(([name]) => name !== 'jobs-sweep'),
  );

/** Highest number of metrics that CloudWatch allows in the expression of an alarm. */
const MAX_METRICS = 10;

/**
 * Creates the alarms for long runs of functions that set their own timeout, because they wait for other services, hash
 * passwords or receive files. Such an alarm goes off when a run is cut off at its deadline, two seconds before the
 * timeout (infra/decisions/0031-deadline.md). Functions with the same timeout share an alarm, because CloudFormation
 * limits the resources of a stack to 500. All other functions need no such alarm: they have a timeout of ten seconds,
 * and SlowRequestsAlarm goes off at five seconds.
 * @param prefix first part of the alarms' names
 */
export function createDurationAlarms(entries: [string, FunctionEntry][], prefix: string = '') {
  const timeouts = new Set(entries.flatMap(([, { timeout }]) => timeout ?? []));
  const alarms = [...timeouts].flatMap(timeout => {
    const group = entries.filter(([, entry]) => entry.timeout === timeout);
    const parts = Array.from({ length: Math.ceil(group.length / MAX_METRICS) }, (_, index) =>
      group.slice(index * MAX_METRICS, (index + 1) * MAX_METRICS),
    );
    const seconds = Math.min(0.9 * timeout, timeout - 2.5);
    return parts.map((part, index) => [
      `${prefix}Duration${timeout}s${index > 0 ? index + 1 : ''}Alarm`,
      createFunctionsAlarm(
        `A run took more than ${seconds} of the ${timeout} seconds of its timeout: ${listNames(part)}.`,
        { MetricName: 'Duration', Stat: 'Maximum', Threshold: Math.round(seconds * 1000) },
        part,
      ),
    ]);
  });
  return Object.fromEntries(alarms);
}

const listNames = (entries: [string, FunctionEntry][]) => entries.map(([name]) => name).join(', ');

/** Creates an alarm on the highest value of a metric among several functions. Its graph shows each function. */
const createFunctionsAlarm = (
  description: string,
  { MetricName, Stat, Threshold }: { MetricName: string; Stat: string; Threshold: number },
  entries: [string, FunctionEntry][],
) =>
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
