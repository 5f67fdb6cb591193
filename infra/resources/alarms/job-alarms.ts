/** Alarms on jobs. jobs/sweep writes the metrics of the namespace Testimony into its log lines every minute. */
import { naming } from '../../functions/naming.ts';
import { createAlarm, createMetric, createQuery } from './alarm-templates.ts';

export function createJobAlarms(stage: unknown) {
  const ofStage = (name: string) => createMetric('Testimony', name, { Stage: stage });
  const longestOfMinute = { Stat: 'Maximum', Period: 60 };
  return {
    DeadJobsAlarm: createAlarm(
      'A job is dead, usually after ten failed attempts at a mail, a scan, an approval or a refund. An operator must retry or dismiss it.',
      {
        ...ofStage('DeadJobs'),
        pages: 'state',
        Statistic: 'Maximum',
        Period: 300,
        TreatMissingData: 'ignore',
      },
    ),
    OldestOpenJobAlarm: createAlarm('A job has been open for 15 minutes, or the sweep no longer reports.', {
      ...ofStage('OldestOpenJobSeconds'),
      pages: 'state',
      Statistic: 'Maximum',
      Period: 300,
      EvaluationPeriods: 2,
      Threshold: 900,
      // When the sweep stops reporting, the alarm changes from OK to INSUFFICIENT_DATA. A new alarm begins in that
      // state, so it does not go off during the first deployment, before the first sweep.
      TreatMissingData: 'missing',
      InsufficientDataActions: [{ Ref: 'Alarms' }],
    }),
    // Every run counts, so the metric is never below 1. It is missing when the sweep does not run.
    WebhookSweepAlarm: createAlarm('The sweep of webhook deliveries does not run.', {
      ...createMetric('AWS/Lambda', 'Invocations', {
        FunctionName: { Ref: naming.getLambdaLogicalId('jobs-sweep-webhooks') },
      }),
      Statistic: 'Sum',
      Period: 300,
      EvaluationPeriods: 2,
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'missing',
      InsufficientDataActions: [{ Ref: 'Tickets' }],
    }),
    // A job that has failed is counted from its first attempt until it is done. If a sweep begins late and the metric
    // is missing for a minute, the next two alarms do not end. OldestOpenJobAlarm reports a sweep that does not run.
    PostponedMoneyAlarm: createAlarm(
      'A refund, a payout or another job at Stripe has been failing for 15 minutes. Nothing is lost; the log line job.postponed has the error.',
      {
        ...ofStage('PostponedMoneySeconds'),
        pages: 'state',
        Statistic: 'Maximum',
        Period: 60,
        Threshold: 900,
        TreatMissingData: 'ignore',
      },
    ),
    PostponedJobsAlarm: createAlarm(
      "A mail, a job on files or another job has been failing for 15 minutes. Nothing is lost; the alarm's graph shows the class, and the log line job.postponed the error.",
      {
        Metrics: [
          { Id: 'highest', Expression: 'MAX([mail, files, other])' },
          createQuery('mail', ofStage('PostponedMailSeconds'), { ...longestOfMinute, Label: 'mails' }),
          createQuery('files', ofStage('PostponedFilesSeconds'), {
            ...longestOfMinute,
            Label: 'scans and documents',
          }),
          createQuery('other', ofStage('PostponedOtherSeconds'), { ...longestOfMinute, Label: 'other jobs' }),
        ],
        pages: 'state',
        Threshold: 900,
        TreatMissingData: 'ignore',
      },
    ),
    UndeliveredJobsAlarm: createAlarm(
      'The stream mapping discarded records. The sweep runs their jobs; the cause must be fixed.',
      {
        ...createMetric('AWS/SQS', 'ApproximateNumberOfMessagesVisible', {
          QueueName: { 'Fn::GetAtt': ['UndeliveredJobs', 'QueueName'] },
        }),
        Statistic: 'Maximum',
        Period: 300,
      },
    ),
  };
}
