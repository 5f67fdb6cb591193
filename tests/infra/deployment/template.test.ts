/** What `npm run package` would have CloudFormation build (contract §3, architecture "Data"). */
import { beforeAll, describe, expect, it } from 'vitest';
import { ofType, type Packaged, packaged, STRAY } from './packaged.ts';
import { IN_SANDBOX, NAMELESS, ROLES } from './roles.ts';

const stages: Record<string, Packaged> = {};

beforeAll(async () => {
  const [sandbox, production] = await Promise.all([packaged('sandbox'), packaged('production')]);
  Object.assign(stages, { sandbox, production });
}, 60_000);

const resourceOf = (stage: string, name: string) => {
  const resource = stages[stage]?.resources[name];
  if (!resource) throw new Error(`${stage} has no ${name}`);
  return resource;
};
const propertiesOf = (stage: string, name: string) => resourceOf(stage, name).Properties;
const allOf = (stage: string, type: string) => ofType(stages[stage] as Packaged, type);
const environmentOf = (stage: string, name: string) => propertiesOf(stage, name).Environment?.Variables ?? {};

interface Statement {
  Effect: string;
  Action: string[];
  Resource: unknown;
}
const statementsOf = (stage: string, role: string): Statement[] =>
  propertiesOf(stage, role).Policies.flatMap(
    (policy: { PolicyDocument: { Statement: Statement[] } }) => policy.PolicyDocument.Statement,
  );

describe.each(['sandbox', 'production'])('%s', stage => {
  it('gives every function a role of its own with just its actions', () => {
    const actions = allOf(stage, 'AWS::IAM::Role').map(
      ([name]) =>
        [
          name,
          statementsOf(stage, name)
            .flatMap(({ Action }) => Action)
            .sort(),
        ] as const,
    );
    const expected = Object.entries(ROLES).map(
      ([name, own]) => [name, [...own, ...((stage === 'sandbox' && IN_SANDBOX[name]) || [])].sort()] as const,
    );
    expect(Object.fromEntries(actions)).toEqual(Object.fromEntries(expected));

    const used = allOf(stage, 'AWS::Lambda::Function').map(
      ([, { Properties }]) => Properties.Role['Fn::GetAtt'][0],
    );
    expect(used.sort()).toEqual(Object.keys(ROLES).sort());
  });

  it('names every action and every resource, but for what AWS cannot name', () => {
    const granted = Object.keys(ROLES).flatMap(role => statementsOf(stage, role));
    const resources = granted.flatMap(({ Resource }) => [Resource].flat()).map(textOf);

    expect(granted.flatMap(({ Action }) => Action).filter(action => action.includes('*'))).toEqual([]);
    expect(resources.filter(text => text.includes('*') && !NAMELESS.some(known => known.test(text)))).toEqual(
      [],
    );
  });

  it('keeps the table and the scans protected', () => {
    expect(resourceOf(stage, 'Table')).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
        DeletionProtectionEnabled: true,
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      },
    });
    const open = {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    };
    expect(resourceOf(stage, 'Scans')).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        PublicAccessBlockConfiguration: open,
        BucketEncryption: { ServerSideEncryptionConfiguration: [{ BucketKeyEnabled: true }] },
        VersioningConfiguration: { Status: 'Enabled' },
      },
    });
    expect(propertiesOf(stage, 'Scans').LifecycleConfiguration.Rules[0]).toMatchObject({
      Prefix: 'incoming/',
      Status: 'Enabled',
      ExpirationInDays: 1,
    });
    expect(propertiesOf(stage, 'ScansOverTlsOnly').PolicyDocument.Statement).toMatchObject([
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ]);
  });

  it('feeds new jobs, and nothing else, to their worker', () => {
    const [[, mapping] = []] = allOf(stage, 'AWS::Lambda::EventSourceMapping');
    expect(mapping?.Properties).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['UndeliveredJobs', 'Arn'] } } },
    });
    expect(
      mapping?.Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
        JSON.parse(Pattern),
      ),
    ).toEqual([{ eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'JOB#' }] } } } }]);
    const schedules = allOf(stage, 'AWS::Events::Rule').map(([, { Properties }]) => Properties);
    expect(schedules).toMatchObject([{ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' }]);
  });

  it('keeps logs for a while, not for ever, and none with a path or a header', () => {
    const groups = allOf(stage, 'AWS::Logs::LogGroup');
    expect(groups).toHaveLength(Object.keys(ROLES).length + 1);
    for (const [, { Properties }] of groups) expect(Properties.RetentionInDays).toBeGreaterThan(0);

    const format = propertiesOf(stage, 'HttpApiStage').AccessLogSettings.Format;
    expect(JSON.parse(format)).toMatchObject({ requestId: '$context.requestId', route: '$context.routeKey' });
    expect(format).not.toMatch(/path|query|header|authorizer/i);
  });

  it('answers in time, and hashes on a whole processor', () => {
    const functions = allOf(stage, 'AWS::Lambda::Function');
    const hashing = functions
      .filter(([, { Properties }]) => Properties.MemorySize === 1769)
      .map(([name]) => name);
    expect(hashing.sort()).toEqual([
      'AuthDashloginLambdaFunction',
      'AuthDashregisterDashexpertLambdaFunction',
    ]);
    for (const [name, { Properties }] of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
      if (!name.startsWith('Jobs')) expect(Properties.Timeout).toBeLessThanOrEqual(29);
    }
  });

  it('wakes the operator', () => {
    const alarms = allOf(stage, 'AWS::CloudWatch::Alarm');
    const watched = alarms.map(
      ([, { Properties }]) => Properties.MetricName ?? Properties.Metrics[1].MetricStat.Metric.MetricName,
    );
    expect(new Set(watched)).toEqual(
      new Set([
        'DeadJobs',
        'OldestOpenJobSeconds',
        'ApproximateNumberOfMessagesVisible',
        '5xx',
        'Latency',
        'Throttles',
        'Errors',
      ]),
    );
    for (const [, { Properties }] of alarms) expect(Properties.AlarmActions).toEqual([{ Ref: 'Alarms' }]);
  });

  it('takes nothing from the machine that packages, and holds no secret', () => {
    const { text } = stages[stage] as Packaged;
    for (const value of Object.values(STRAY).filter(value => value !== 'true')) {
      expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
    }
    expect(environmentOf(stage, 'AuthDashloginLambdaFunction')).toMatchObject({
      SECRETS_PATH: `/testimony/${stage}/`,
      SECRETS: 'password-peppers,turnstile-secret',
    });
    expect(environmentOf(stage, 'JobsDashdeliverLambdaFunction').API_URL).toEqual({
      'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'],
    });
  });
});

it('approves by itself in the sandbox only', () => {
  const sandboxOf = (stage: string) =>
    environmentOf(stage, 'AuthDashregisterDashexpertLambdaFunction').SANDBOX;
  expect([sandboxOf('sandbox'), sandboxOf('production')]).toEqual(['true', 'false']);

  const routes = allOf('production', 'AWS::ApiGatewayV2::Route').map(
    ([, { Properties }]) => Properties.RouteKey,
  );
  expect(routes.filter(route => route.includes('/sandbox/'))).toEqual([]);
});

it('tells not-found every route there is', () => {
  const declared = allOf('production', 'AWS::ApiGatewayV2::Route').map(
    ([, { Properties }]) => Properties.RouteKey,
  );
  const told = environmentOf('production', 'NotDashfoundLambdaFunction').ROUTES.split(',');
  expect([...told, '$default'].sort()).toEqual(declared.sort());
});

/** The text of an ARN, or of the reference that becomes one. */
function textOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const [text] = Object.values(resource as Record<string, unknown>);
  return typeof text === 'string' ? text : JSON.stringify(text);
}
