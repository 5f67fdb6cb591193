/** Tests of the alarms that notify the operator, and of the alarms' dashboard (infra/docs/alarms.md). */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { STAGE_PARTS } from '../../../infra/parts/plan.ts';
import { anyone } from '../../../lib/http/access/access.ts';
import { createHandler } from '../../../lib/http/lambda.ts';
import { metricAlarms } from '../../../lib/platform/alarms.ts';
import { readOutput } from '../../support/captured-log.ts';
import { resolveReferences } from './aws-account.ts';
import { createReferenceValues, listNamedResources } from './physical-names.ts';
import { packageTemplates, type Template } from './template.ts';

let stages: Awaited<ReturnType<typeof packageTemplates>>;
beforeAll(async () => {
  stages = await packageTemplates();
}, 600_000);

describe.each(['sandbox', 'production'] as const)('alarms of the %s stage', stage => {
  it('a stage has at most twenty alarms', () => {
    expect(listAlarms(stages[stage]).length).toBeLessThanOrEqual(20);
  });

  it('the dashboard shows by route the requests with a 5xx response and how long they took', async () => {
    const filter = stages[stage].getResource('FailedRequests').Properties;
    const { DashboardBody } = stages[stage].parts.api.Resources.Dashboard?.Properties ?? {};
    const before = readOutput().length;
    const route = 'GET /api/v1/me';
    const requestContext = { requestId: 'r', http: { method: 'GET' }, timeEpoch: 0 };
    await createHandler(
      { access: anyone, handle: () => Promise.reject(new Error('failure')) } as never,
      {},
      { production: true, botProtection: false, sandbox: false, edgeKeyHashes: [] },
    )({ routeKey: route, rawPath: '/', headers: {}, requestContext } as never);
    const [line] = readOutput()
      .slice(before)
      .split('\n')
      .filter(written => written.includes('request.completed'))
      .map(written => JSON.parse(written));

    expect(line).toMatchObject({ event: 'request.completed', status: 500, route, ms: expect.any(Number) });
    expect(filter).toEqual({
      LogGroupName: { Ref: 'FunctionLogs' },
      FilterPattern: '{ ($.event = "request.completed") && ($.status >= 500) }',
      MetricTransformations: [
        {
          MetricNamespace: `Testimony/${stage}`,
          MetricName: 'FailedRequestMilliseconds',
          MetricValue: '$.ms',
          Unit: 'Milliseconds',
          Dimensions: [{ Key: 'Route', Value: '$.route' }],
        },
      ],
    });
    const search = `{Testimony/${stage},Route} MetricName=\\"FailedRequestMilliseconds\\"`;
    for (const statistic of ['SampleCount', 'Maximum'])
      expect(DashboardBody['Fn::Sub']).toContain(`${search}', '${statistic}', 300)`);
  });

  it.each([
    ['DisputesAlarm', 'payment disputed'],
    ['MoneyNoticesAlarm', 'money held long'],
    ['MoneyNoticesAlarm', 'books differ'],
    ['PaymentAccountsUnavailableAlarm', 'payment accounts unavailable'],
    ['MoneyMismatchesAlarm', 'session mismatch'],
    ['MoneyNoticesAlarm', 'late payments'],
    ['MoneyNoticesAlarm', 'dispute inquiry'],
    ['MoneyMismatchesAlarm', 'payment unbalanced'],
    ['MoneyNoticesAlarm', 'refund pending long'],
    ['MoneyMismatchesAlarm', 'manual refund failed'],
    ['MoneyMismatchesAlarm', 'money unattended'],
    ['MoneyMismatchesAlarm', 'payout failed'],
  ] as const)('the alarm %s reads the metric that the code logs for the alert %s', (name, alert) => {
    vi.stubEnv('STAGE', stage);
    const before = readOutput().length;
    metricAlarms.raise(alert);
    vi.unstubAllEnvs();
    const [line] = readOutput()
      .slice(before)
      .split('\n')
      .filter(written => written.includes('"_aws"'))
      .map(written => JSON.parse(written));
    const { Properties } = stages[stage].getResource(name);
    const [{ Name: MetricName }] = line._aws.CloudWatchMetrics[0].Metrics;
    const metric = { Namespace: 'Testimony', MetricName, Dimensions: [{ Name: 'Stage', Value: stage }] };

    expect(line._aws.CloudWatchMetrics).toEqual([
      {
        Namespace: metric.Namespace,
        Dimensions: [['Stage']],
        Metrics: [{ Name: MetricName, Unit: 'Count' }],
      },
    ]);
    expect([line[MetricName], line.Stage]).toEqual([1, stage]);
    expect(Properties.Threshold).toBe(0);
    if (!Properties.Metrics) expect(Properties).toMatchObject({ ...metric, Statistic: 'Sum' });
    else
      expect(Properties.Metrics.map(({ MetricStat }: MetricOfAlarm) => MetricStat)).toContainEqual({
        Stat: 'Sum',
        Period: 300,
        Metric: metric,
      });
  });

  it('each function that no route invokes has an error alarm', () => {
    const routedFunctions = stages[stage]
      .listByType('AWS::ApiGatewayV2::Integration')
      .map(([, { Properties }]) => Properties.IntegrationUri['Fn::GetAtt'][0]);
    const silent = stages[stage]
      .listByType('AWS::Lambda::Function')
      .map(([name]) => name)
      .filter(name => !routedFunctions.includes(name));
    const watched = listFunctionAlarms(stages[stage], 'Errors').flatMap(({ functions }) => functions);

    expect(watched.sort()).toEqual(silent.sort());
  });

  it('an alarm on functions has at most the ten metrics that CloudWatch allows', () => {
    const shared = listFunctionAlarms(stages[stage], 'Errors');

    for (const { Metrics, functions } of shared) {
      const [highest, ...metrics] = Metrics;
      const filled = metrics.map(({ Id }) => `FILL(${Id}, 0)`);
      expect(highest).toEqual({ Id: 'highest', Expression: `MAX([${filled.join(', ')}])` });
      expect(metrics.every(({ ReturnData }) => ReturnData === false)).toBe(true);
      expect(functions.length).toBeLessThanOrEqual(10);
    }
    expect(shared).toHaveLength(1);
  });

  it('no alarm watches a metric of DynamoDB directly, because such an alarm ignores missing values', () => {
    expect(listAlarms(stages[stage]).filter(({ Namespace }) => Namespace === 'AWS/DynamoDB')).toEqual([]);
  });

  it('alarms on money, dead jobs, 5xx and the job backlog use the topic Alarms, others use Tickets', () => {
    const pages = stages[stage]
      .listByType('AWS::CloudWatch::Alarm')
      .filter(([, { Properties }]) => Properties.AlarmActions[0].Ref === 'Alarms')
      .map(([name]) => name.replace(/Alarm$/, ''));

    expect(pages.sort()).toEqual([
      'DeadJobs',
      'Disputes',
      'InvalidItems',
      'MoneyMismatches',
      'OldestOpenJob',
      'PostponedJobs',
      'PostponedMoney',
      'ServerErrors',
    ]);
    for (const [, { Properties }] of stages[stage].listByType('AWS::CloudWatch::Alarm'))
      expect(Properties.AlarmActions).toHaveLength(1);
  });

  it('the return of a paging alarm from ALARM to OK is published to the topic Tickets', () => {
    const { EventPattern, Targets } = stages[stage].getResource('EndedPages').Properties;
    const named = listNamedResources(stage, stages[stage]);
    const watched = resolveReferences(EventPattern.resources, '', createReferenceValues(named)) as (
      | string
      | { readonly prefix: string }
    )[];
    const names = named
      .filter(({ arns: [arn = ''] }) =>
        watched.some(each => (typeof each === 'string' ? arn === each : arn.startsWith(each.prefix))),
      )
      .map(({ id }) => id);

    expect(EventPattern.detail).toEqual({ state: { value: ['OK'] }, previousState: { value: ['ALARM'] } });
    expect(Targets).toMatchObject([{ Arn: { Ref: 'Tickets' } }]);
    expect(names.sort()).toEqual(
      ['DeadJobs', 'OldestOpenJob', 'PostponedJobs', 'PostponedMoney', 'ServerErrors'].map(
        name => `${name}Alarm`,
      ),
    );
    for (const name of names)
      expect(stages[stage].getResource(name).Properties.AlarmActions).toEqual([{ Ref: 'Alarms' }]);
    const limit = 2048; // EventBridge's limit for the characters of a pattern
    expect(JSON.stringify({ ...EventPattern, resources: watched }).length).toBeLessThan(limit);
  });

  it('CloudWatch, SES and EventBridge may publish to the topic Tickets', () => {
    const { PolicyDocument, Topics } = stages[stage].getResource('TicketsPolicy').Properties;

    expect(Topics).toEqual([{ Ref: 'Tickets' }]);
    expect(
      PolicyDocument.Statement.flatMap(
        ({ Principal }: { Principal: { Service: string } }) => Principal.Service,
      ),
    ).toEqual(['cloudwatch.amazonaws.com', 'ses.amazonaws.com', 'events.amazonaws.com']);
    const named = listNamedResources(stage, stages[stage]);
    const rule = named.find(({ id }) => id === 'EndedPages')?.arns[0];
    const { ArnLike } = PolicyDocument.Statement[1].Condition;
    const pattern = String(resolveReferences(ArnLike['AWS:SourceArn'], ''));
    expect(rule?.startsWith(pattern.replace(/\*$/, ''))).toBe(true);
  });

  it('no alarm goes off while the stack is created, before there are values', () => {
    for (const { TreatMissingData, MetricName } of listAlarms(stages[stage])) {
      expect(TreatMissingData, MetricName).toMatch(/^(notBreaching|ignore|missing)$/);
    }
  });

  it('the alarm on open jobs changes to insufficient data when the sweep stops reporting', () => {
    expect(stages[stage].getResource('OldestOpenJobAlarm').Properties).toMatchObject({
      TreatMissingData: 'missing',
      InsufficientDataActions: [{ Ref: 'Alarms' }],
    });
  });

  it('an alarm changes to insufficient data when the sweep of webhooks stops running', () => {
    expect(stages[stage].getResource('WebhookSweepAlarm').Properties).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Invocations',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: 'JobsDashsweepDashwebhooksLambdaFunction' } }],
      TreatMissingData: 'missing',
      InsufficientDataActions: [{ Ref: 'Tickets' }],
    });
  });

  it("each failure in alarms.md has an alarm, except a stopped reconciliation and the outage of a region or of a partner's server", () => {
    const alarms = listAlarmNames(stages[stage]);
    const rows = readRows('| Failure |').map(([failure = '', , rings = '']) => ({
      failure,
      named: findNames(rings),
    }));

    expect(rows.length).toBeGreaterThan(15);
    expect(rows.flatMap(({ named }) => named).filter(name => !alarms.includes(name))).toEqual([]);
    expect(rows.filter(({ named }) => named.length === 0).map(({ failure }) => failure)).toEqual([
      "a partner's webhook server unavailable or slow",
      'schedule of `jobs-start-reconciliation` stopped',
      'region unavailable',
    ]);
  });

  it('alarms.md gives a reason for every alarm of a stage, and describes what to do', () => {
    const rows = readRows('| Alarm |');
    const explained = rows.flatMap(([names = '']) => findNames(names));

    expect(listAlarmNames(stages[stage]).filter(name => !explained.includes(name))).toEqual([]);
    expect(rows.filter(cells => cells.filter(Boolean).length !== 4)).toEqual([]);
  });

  it('alarms.md describes what to do for every metric of the alarms on money', () => {
    const shared = ['MoneyMismatchesAlarm', 'MoneyNoticesAlarm'].flatMap(name =>
      stages[stage].getResource(name).Properties.Metrics.slice(1),
    );
    const explained = readRows('| Metric |').flatMap(([name = '']) => findNames(name));

    expect(shared.map(({ Label }) => Label).sort()).toEqual(explained.sort());
  });

  it.each(STAGE_PARTS)('the dashboard of the part %s shows every alarm of this part', part => {
    const resources = Object.entries(stages[stage].parts[part].Resources);
    const [dashboard, ...more] = resources.filter(([, { Type }]) => Type === 'AWS::CloudWatch::Dashboard');
    const { widgets } = JSON.parse(dashboard?.[1].Properties.DashboardBody['Fn::Sub']);
    const alarms = resources
      .filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')
      .map(([name]) => `\${${name}.Arn}`);

    expect(more).toEqual([]);
    expect(widgets[0].properties.alarms.toSorted()).toEqual(alarms.sort());
    for (const { properties } of widgets.slice(1)) expect(properties.metrics.length).toBeGreaterThan(0);
  });
});

interface MetricOfAlarm {
  readonly Id: string;
  readonly MetricStat: {
    readonly Metric: {
      readonly Namespace: string;
      readonly MetricName: string;
      readonly Dimensions: unknown;
    };
  };
}

interface Alarm {
  readonly Namespace?: string;
  readonly MetricName: string;
  readonly Metrics?: readonly {
    readonly Expression?: string;
    readonly MetricStat?: {
      readonly Metric: { readonly Namespace: string; readonly Dimensions?: readonly object[] };
    };
  }[];
  readonly TreatMissingData: string;
  readonly OKActions?: unknown;
}

/** Lists the names of the alarms without their suffix, as the documentation contains them. */
const listAlarmNames = (template: Template): string[] =>
  template.listByType('AWS::CloudWatch::Alarm').map(([name]) => name.replace(/Alarm$/, ''));

/** Returns the cells of the table in alarms.md that begins with this heading, row by row. */
function readRows(heading: string): string[][] {
  const text = readFileSync(new URL('../../../infra/docs/alarms.md', import.meta.url), 'utf8');
  const [table = ''] = text.trimEnd().slice(text.indexOf(heading)).split('\n\n');
  const [, , ...rows] = table.split('\n');
  return rows.map(row => row.slice(2, -2).split(' | '));
}

const findNames = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const listAlarms = (template: Template): Alarm[] =>
  template.listByType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties as Alarm);

/** Lists the alarms on a metric that several functions have, with the names of the functions. */
const listFunctionAlarms = (template: Template, metric: string) =>
  template
    .listByType('AWS::CloudWatch::Alarm')
    .map(([, { Properties }]) => Properties as FunctionsAlarm)
    .filter(({ Metrics }) => Metrics?.[1]?.MetricStat?.Metric.MetricName === metric)
    .map(alarm => ({
      ...alarm,
      functions: alarm.Metrics.slice(1).map(
        ({ MetricStat }) => MetricStat?.Metric.Dimensions[0]?.Value.Ref ?? '',
      ),
    }));

interface FunctionsAlarm {
  readonly Threshold: number;
  readonly Metrics: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly ReturnData?: boolean;
    readonly MetricStat?: {
      readonly Metric: {
        readonly MetricName: string;
        readonly Dimensions: readonly { readonly Value: { readonly Ref: string } }[];
      };
    };
  }[];
}
