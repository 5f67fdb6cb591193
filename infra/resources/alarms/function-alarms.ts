/**
 * Alarm on the functions that no route invokes. Functions with a route return 5xx for their failures, which have an
 * alarm of their own (infra/resources/alarms/api.yml).
 */
import { listFunctionEntries } from '../../functions/index.ts';
import { naming } from '../../functions/naming.ts';
import { readStage } from '../../functions/stage.ts';
import type { Serverless } from '../../parts/serverless-types.ts';

/**
 * Creates the alarm, which fires when any of these functions has an error, for the `resources` section of
 * serverless.yml.
 */
export async function functionAlarms({ resolveConfigurationProperty }: Serverless) {
  const stage = await readStage(resolveConfigurationProperty);
  const names = listFunctionEntries(stage)
    .filter(([, { events = [] }]) => !events.some(event => event.httpApi))
    .map(([name]) => name);
  const metrics = names.map((Label, index) => ({
    Id: `f${index}`,
    Label,
    ReturnData: false,
    MetricStat: {
      Stat: 'Sum',
      Period: 300,
      Metric: {
        Namespace: 'AWS/Lambda',
        MetricName: 'Errors',
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: naming.getLambdaLogicalId(Label) } }],
      },
    },
  }));
  const highest = `MAX([${metrics.map(({ Id }) => `FILL(${Id}, 0)`).join(', ')}])`;
  const ErrorsAlarm = {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      AlarmDescription: `A run of a function without a route failed or timed out: ${names.join(', ')}.`,
      AlarmActions: [{ Ref: 'Tickets' }],
      EvaluationPeriods: 1,
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
      Metrics: [{ Id: 'highest', Expression: highest }, ...metrics],
    },
  };
  return { Resources: { ErrorsAlarm } };
}
