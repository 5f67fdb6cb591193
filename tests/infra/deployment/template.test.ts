/** Tests of the CloudFormation templates that `npm run package` writes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { listFunctionEntries } from '../../../infra/functions/index.ts';
import { STAGE_PARTS } from '../../../infra/parts/plan.ts';
import { STRAY_ENVIRONMENT } from './package-stage.ts';
import { packageTemplates } from './template.ts';

let stages: Awaited<ReturnType<typeof packageTemplates>>;
beforeAll(async () => {
  stages = await packageTemplates();
}, 600_000);

const listRoutes = (stage: keyof typeof stages): string[] =>
  stages[stage].listByType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties.RouteKey);

describe.each(['sandbox', 'production'] as const)('template of the %s stage', stage => {
  it('the table is protected against deletion and loss of data', () => {
    expect(stages[stage].getResource('Table')).toMatchObject({
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
  });

  it('a deployment of another commit deletes neither data, logs nor the domains that send mail', () => {
    const kept = Object.entries(stages[stage].parts.state.Resources)
      .filter(([, resource]) => 'DeletionPolicy' in resource)
      .map(([name, resource]) => [name, Object.entries(resource)]);

    expect(Object.fromEntries(kept)).toEqual(
      Object.fromEntries(
        ['Table', 'Scans', 'FunctionLogs', 'Sender', 'DigestSender'].map(name => [
          name,
          expect.arrayContaining([
            ['DeletionPolicy', expect.stringMatching(/^Retain(ExceptOnCreate)?$/)],
            ['UpdateReplacePolicy', 'Retain'],
          ]),
        ]),
      ),
    );
  });

  it('the bucket of scans and documents is private, encrypted and deletes old versions', () => {
    const deleted = { ExpiredObjectDeleteMarker: true, NoncurrentVersionExpiration: { NoncurrentDays: 30 } };
    expect(stages[stage].getResource('Scans')).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: { ServerSideEncryptionConfiguration: [{ BucketKeyEnabled: true }] },
        VersioningConfiguration: { Status: 'Enabled' },
        LifecycleConfiguration: {
          Rules: [
            { Prefix: 'incoming/identity-document/', Status: 'Enabled', ExpirationInDays: 1 },
            { Prefix: 'incoming/testimony-document/', Status: 'Enabled', ExpirationInDays: 7 },
            { Prefix: 'identity-documents/', Status: 'Enabled', ...deleted },
            { Prefix: 'testimonies/', Status: 'Enabled', ...deleted },
            { Prefix: 'journal/', Status: 'Enabled', ExpirationInDays: 60 },
          ],
        },
      },
    });
    const { Statement } = stages[stage].getResource('ScansOverTlsOnly').Properties.PolicyDocument;
    const withoutTls = { Bool: { 'aws:SecureTransport': 'false' } };
    expect(Statement[0]).toMatchObject({
      Effect: 'Deny',
      Principal: '*',
      Action: 's3:*',
      Condition: withoutTls,
    });
  });

  it('logs expire and the access log omits paths and headers', () => {
    const groups = stages[stage].listByType('AWS::Logs::LogGroup');
    expect(groups.map(([name]) => name).sort()).toEqual([
      'FunctionLogs',
      'HttpApiLogGroup',
      'OperatorsHttpApiLogGroup',
    ]);
    for (const [, { Properties }] of groups) expect(Properties.RetentionInDays).toBeGreaterThan(0);

    const { Format } = stages[stage].getResource('HttpApiStage').Properties.AccessLogSettings;
    expect(JSON.parse(Format)).toMatchObject({ requestId: '$context.requestId', route: '$context.routeKey' });
    expect(Format).not.toMatch(/path|query|header|authorizer/i);
  });

  it('every function writes to the log group of the part state, which all functions share', () => {
    const { LogGroupName } = stages[stage].parts.state.Resources.FunctionLogs?.Properties ?? {};

    expect(LogGroupName).toBe(`/aws/lambda/testimony-${stage}`);
    for (const [, { Properties }] of stages[stage].listByType('AWS::Lambda::Function')) {
      expect(Properties.LoggingConfig).toEqual({ LogGroup: LogGroupName });
    }
  });

  it('each function has at most 29 seconds per request, but a full processor only if it hashes passwords', () => {
    const functions = stages[stage].listByType('AWS::Lambda::Function');
    const hashing = functions.filter(([, { Properties }]) => Properties.MemorySize === 1769);
    const declared = listFunctionEntries({ settings: { SANDBOX: String(stage === 'sandbox') } }).filter(
      // The function that confirms a second factor declares the peppers, but hashes nothing.
      ([name, { needs }]) =>
        needs?.secrets?.includes('password-peppers') && name !== 'me-confirm-second-factor',
    );
    expect(hashing.length).toBe(declared.length);
    for (const [name, { Properties }] of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
      if (!name.startsWith('Jobs')) expect(Properties.Timeout).toBeLessThanOrEqual(29);
    }
  });

  it('a template contains neither secrets nor values from the environment of the packaging machine', () => {
    const stray = Object.values(STRAY_ENVIRONMENT).filter(value => value !== 'true');
    const found = stray.filter(value => stages[stage].text.includes(JSON.stringify(value).slice(1, -1)));
    expect(found).toEqual([]);

    expect(stages[stage].getEnvironment('AuthDashloginLambdaFunction')).toMatchObject({
      SECRETS_PATH: `/testimony/${stage}/`,
      SECRETS: 'log-keys,password-peppers,turnstile-secret',
    });
    expect(stages[stage].getEnvironment('WebhooksDashstripeLambdaFunction')).toMatchObject({
      SECRETS: 'stripe-secret-key,stripe-webhook-secrets',
      STRIPE_URL: '',
    });
    expect(stages[stage].getEnvironment('OffersDashcheckoutLambdaFunction')).toMatchObject({
      SECRETS: 'stripe-secret-key',
    });
    expect(stages[stage].getEnvironment('OffersDashcreateLambdaFunction')).toMatchObject({
      COMMISSION_PERCENT: '10',
    });
    const { API_URL } = stages[stage].getEnvironment('JobsDashdeliverLambdaFunction');
    expect(API_URL).toEqual({ 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] });
  });

  it('no route takes OPTIONS, so that API Gateway itself responds to preflight requests', () => {
    const methods = new Set(listRoutes(stage).map(route => route.split(' ')[0]));

    expect([...methods].sort()).toEqual(['DELETE', 'GET', 'HEAD', 'POST', 'PUT']);
    expect(listRoutes(stage).filter(route => route.includes('+}'))).toEqual([]);
  });

  it('the API allows the origins of the stage and every header that it reads', () => {
    const { AllowHeaders, AllowMethods, AllowOrigins, ExposeHeaders } =
      stages[stage].getResource('HttpApi').Properties.CorsConfiguration;
    const lowerCase = (names: string[]) => names.map(name => name.toLowerCase()).sort();

    expect(AllowOrigins).toEqual([stage === 'sandbox' ? '*' : 'https://www.testimony.example']);
    expect(AllowMethods.sort()).toEqual(['DELETE', 'GET', 'OPTIONS', 'POST', 'PUT']);
    expect(lowerCase(AllowHeaders)).toEqual(
      [
        'authorization',
        'baggage',
        'content-type',
        'idempotency-key',
        'if-match',
        'if-none-match',
        'sentry-trace',
        'traceparent',
        'x-partner',
        ...(stage === 'sandbox' ? ['x-sandbox-failure'] : []),
      ].sort(),
    );
    expect(lowerCase(ExposeHeaders)).toEqual([
      'etag',
      'idempotency-replayed',
      'ratelimit',
      'ratelimit-policy',
      'retry-after',
      'x-error-code',
      'x-error-fields',
      'x-request-id',
    ]);
    expect(stages[stage].getResource('OperatorsHttpApi').Properties).not.toHaveProperty('CorsConfiguration');
  });

  it.each(STAGE_PARTS)('the stack of the part %s contains the commit from which it was packaged', part => {
    // The commit is unknown, because tests package a copy of the project without its repository.
    expect(stages[stage].parts[part].Outputs.Commit).toEqual({ Value: 'unknown' });
  });

  it('no two stacks of a stage export the same name', () => {
    const names = STAGE_PARTS.flatMap(part => Object.values(stages[stage].parts[part].Outputs)).flatMap(
      output => output.Export?.Name ?? [],
    );

    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect(JSON.stringify(name)).toContain(`\${AWS::StackName}`);
  });
});

it('only the sandbox has sandbox routes', () => {
  const register = 'AuthDashregisterDashexpertLambdaFunction';
  const toggle = 'POST /api/v1/sandbox/me/approval/toggle';

  expect(stages.sandbox.getEnvironment(register)).toMatchObject({ SANDBOX: 'true' });
  expect(listRoutes('sandbox')).toContain(toggle);

  expect(listRoutes('production').filter(route => /sandbox/i.test(route))).toEqual([]);
  expect(stages.production.text).not.toMatch(/toggle|overdue/i);
});
