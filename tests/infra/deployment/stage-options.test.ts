/** Tests of the template that results from a stage's settings. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readStage } from '../../../infra/functions/stage.ts';
import { mergeParts } from './merge-parts.ts';
import {
  CERTIFICATE,
  DOMAIN,
  EDGE_KEY_SHA256,
  packageWithEveryOption,
  RESTORED_STREAM,
  RESTORED_TABLE,
  TOKENS_VALID_FROM,
} from './stage-options.ts';
import { packageTemplates, type Template } from './template.ts';

let stages: Awaited<ReturnType<typeof packageTemplates>>;
let full: Template;
beforeAll(async () => {
  stages = await packageTemplates();
  full = await packageWithEveryOption();
}, 600_000);

const LOW_LIMITS = { ThrottlingRateLimit: 150, ThrottlingBurstLimit: 300 };

it.each(['sandbox', 'production'] as const)('the %s stage sets low rate limits on password routes', stage => {
  const { DependsOn, Properties } = stages[stage].getResource('HttpApiStage');

  expect(Properties).toMatchObject({
    DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    RouteSettings: {
      'POST /api/v1/auth/register/expert': LOW_LIMITS,
      'POST /api/v1/auth/register/client': LOW_LIMITS,
      'POST /api/v1/auth/login': LOW_LIMITS,
      'POST /api/v1/auth/password/reset': LOW_LIMITS,
      'PUT /api/v1/me': LOW_LIMITS,
    },
  });
  const first = (DependsOn as string[]).filter(name => name.startsWith('HttpApiRoute'));
  const routes = first.map(name => stages[stage].getResource(name).Properties.RouteKey);
  expect(routes.sort()).toEqual(Object.keys(Properties.RouteSettings).sort());
});

it('the API and the links in mails use the domain of the stage', () => {
  expect(full.listByType('AWS::ApiGatewayV2::DomainName').map(([, { Properties }]) => Properties)).toEqual([
    {
      DomainName: DOMAIN,
      DomainNameConfigurations: [
        { CertificateArn: CERTIFICATE, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
      ],
    },
  ]);
  expect(full.listByType('AWS::ApiGatewayV2::ApiMapping').map(([, { Properties }]) => Properties)).toEqual([
    { ApiId: { Ref: 'HttpApi' }, DomainName: { Ref: 'Domain' }, Stage: { Ref: 'HttpApiStage' } },
  ]);
  expect(full.getEnvironment('JobsDashdeliverLambdaFunction').API_URL).toEqual({
    'Fn::Sub': `https://\${Domain}`,
  });
  expect(full.outputs.DomainRecord?.Value).toEqual({ 'Fn::GetAtt': ['Domain', 'RegionalDomainName'] });

  expect(stages.sandbox.listByType('AWS::ApiGatewayV2::DomainName')).toEqual([]);
});

it('the links in mails use the URL of CloudFront if the stage has one', () => {
  const ApiUrl = 'https://www.testimony.sk';
  const state = { ApiUrl, DomainName: DOMAIN, DomainCertificate: CERTIFICATE };
  const { resources } = mergeParts(stages.production.parts, state);
  const readUrl = (name: string) => resources[name]?.Properties.Environment.Variables.API_URL;

  expect(readUrl('JobsDashdeliverLambdaFunction')).toBe(ApiUrl);
  expect(readUrl('OperatorDashlistDashjobsLambdaFunction')).toEqual({
    'Fn::GetAtt': ['OperatorsHttpApi', 'ApiEndpoint'],
  });
});

it('functions require the key of CloudFront only when the stage sets its hash', () => {
  const readHashes = (template: Template) =>
    template
      .listByType('AWS::Lambda::Function')
      .map(([name]) => template.getEnvironment(name).EDGE_KEY_SHA256);

  expect(new Set(readHashes(full))).toEqual(new Set([EDGE_KEY_SHA256]));
  for (const template of Object.values(stages)) expect(new Set(readHashes(template))).toEqual(new Set(['']));
});

it('the functions, the alarms and the dashboard use a restored table instead of the former one', () => {
  const own = stages.sandbox.listByType('AWS::DynamoDB::Table').map(([name]) => name);
  expect(own).toEqual(['Table']);
  expect(full.listByType('AWS::DynamoDB::Table')).toEqual([]);
  expect(stages.sandbox.getResource('Table')).toMatchObject({ DeletionPolicy: 'Retain' });

  const names = full
    .listByType('AWS::Lambda::Function')
    .flatMap(([name]) => full.getEnvironment(name).TABLE_NAME ?? []);
  expect(new Set(names)).toEqual(new Set([RESTORED_TABLE]));
  const [mapping] = full.listByType('AWS::Lambda::EventSourceMapping');
  expect(mapping?.[1].Properties.EventSourceArn).toBe(RESTORED_STREAM);
  const { Statement } = full.getResource('JobsDeliverRole').Properties.Policies[0].PolicyDocument;
  const arn = `arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/${RESTORED_TABLE}`;
  const resources = Statement.map(({ Resource }: { Resource: unknown }) => Resource);
  expect(resources).toContainEqual({ 'Fn::Sub': arn });
  expect(resources).toContainEqual({ 'Fn::Sub': `${arn}/index/gsi1` });
  expect(resources).toContainEqual(RESTORED_STREAM);
  expect(JSON.stringify(full.getResource('TableThrottlesAlarm'))).toContain(RESTORED_TABLE);
  expect(JSON.stringify(full.getResource('Dashboard'))).toContain(RESTORED_TABLE);
});

const listValues = ({ resources }: Pick<Template, 'resources'>, name: string) => {
  const values = Object.values(resources).flatMap(
    ({ Properties }) => Properties?.Environment?.Variables?.[name] ?? [],
  );
  return [...new Set(values)];
};

it('a roll-back keeps the restored table and the other values of the stage, because CloudFormation reads them from SSM', () => {
  const template = mergeParts(stages.production.parts, {
    RestoredTable: RESTORED_TABLE,
    RestoredTableStream: RESTORED_STREAM,
    TokensValidFrom: TOKENS_VALID_FROM,
  });

  for (const { Parameters = {} } of Object.values(stages.production.parts))
    for (const [name, parameter] of Object.entries(Parameters))
      expect(parameter).toEqual({
        Type: 'AWS::SSM::Parameter::Value<String>',
        Default: `/testimony/production/state/${name}`,
      });
  expect(listValues(template, 'TABLE_NAME')).toEqual([RESTORED_TABLE]);
  expect(listValues(template, 'TOKENS_VALID_FROM')).toEqual([TOKENS_VALID_FROM]);
  // The former table remains in the stack until it is removed deliberately. No template deletes it.
  expect(template.resources.Table).toMatchObject({
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
  });
});

it('the functions that read tokens receive the time from which the stage accepts tokens', () => {
  const listReaders = (template: Template) =>
    template
      .listByType('AWS::Lambda::Function')
      .filter(([name]) => template.getEnvironment(name).TOKENS_VALID_FROM)
      .map(([name]) => name);

  expect(full.getEnvironment('MeDashshowLambdaFunction').TOKENS_VALID_FROM).toBe(TOKENS_VALID_FROM);
  expect(listReaders(full)).not.toContain('HealthLambdaFunction');
  expect(listReaders(stages.sandbox)).toEqual([]);
});

describe('rejected settings of a stage', () => {
  it.each(['true', true])(
    'a deployed stage with the setting LOCAL_WEBHOOKS=%j is rejected',
    async LOCAL_WEBHOOKS => {
      const local = { settings: { ...settings, LOCAL_WEBHOOKS } };

      await expect(read(local)).rejects.toThrow('must not turn LOCAL_WEBHOOKS on');
    },
  );

  const read = (stage: object) => readStage(async ([group]) => (group === 'custom' ? stage : 'sandbox'));
  const settings = { STAGE: 'sandbox', SANDBOX: 'true' };
});

it('name servers that do not respond do not block the look-ups of other webhook deliveries', () => {
  const endpointsAtOnce = 50;
  for (const name of [
    'JobsDashdeliverDashwebhooksLambdaFunction',
    'JobsDashsweepDashwebhooksLambdaFunction',
  ]) {
    const { UV_THREADPOOL_SIZE } = stages.production.getEnvironment(name);
    // Node.js uses at most half of the threads for lookups.
    expect(Number(UV_THREADPOOL_SIZE) / 2).toBeGreaterThan(endpointsAtOnce);
  }
});

it('the stream runs at most as many concurrent batches as a new account allows', () => {
  const executionsOfNewAccount = 10;
  const shardsOfNewTable = 4;
  for (const template of Object.values(stages)) {
    const factors = template
      .listByType('AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => Number(Properties.ParallelizationFactor));
    expect(factors).toHaveLength(2); // one mapping for jobs and one for webhook deliveries
    const sum = factors.reduce((total, factor) => total + factor, 0);
    expect(sum * shardsOfNewTable).toBeLessThan(executionsOfNewAccount);
  }
});

it('the bucket accepts uploads from the origins of the stage', () => {
  expect(stages.sandbox.getResource('Scans').Properties.CorsConfiguration.CorsRules).toMatchObject([
    { AllowedOrigins: ['*'], AllowedMethods: ['GET', 'POST'] },
  ]);
});

it('each stage has its own sender domain and outputs the records of MAIL FROM, SPF and DMARC for DNS', () => {
  const identities = Object.values(stages).flatMap(template =>
    template.listByType('AWS::SES::EmailIdentity'),
  );
  const domains = identities.map(([, { Properties }]) => Properties.EmailIdentity);
  expect(domains.toSorted()).toEqual([
    'novinky.sandbox.testimony.example',
    'novinky.testimony.example',
    'sandbox.testimony.example',
    'testimony.example',
  ]);

  for (const template of Object.values(stages)) {
    const domain: string = template.getResource('Sender').Properties.EmailIdentity;
    const digests = template.getResource('DigestSender').Properties;
    expect(digests).toMatchObject({
      EmailIdentity: `novinky.${domain}`,
      ConfigurationSetAttributes: { ConfigurationSetName: { Ref: 'DigestEvents' } },
    });
    expect(template.getEnvironment('JobsDashdeliverLambdaFunction')).toMatchObject({
      MAIL_FROM: `noreply@${domain}`,
      DIGEST_FROM: `noreply@novinky.${domain}`,
    });
    const mailFrom = `bounce.${domain}`;
    expect(template.outputs).toMatchObject({
      MailFromMxRecord: {
        Value: { 'Fn::Sub': `${mailFrom} MX 10 feedback-smtp.\${AWS::Region}.amazonses.com` },
      },
      MailFromSpfRecord: { Value: `${mailFrom} TXT "v=spf1 include:amazonses.com ~all"` },
      DmarcRecord: {
        Value: `_dmarc.${domain} TXT "v=DMARC1; p=none; rua=mailto:operations@testimony.example"`,
      },
    });
  }
});

/** Matches resources that only the sandbox has. A function's route and role are named after the function. */
const SANDBOX_ONLY =
  /ApprovalsDash|ApprovalsApproveExpert|ApiV1Sandbox|Sandbox(?:Dash|ListMails|ReviewIdentity|SetPaymentAccount|SetPayoutDelay|ExpireLinks|ToggleApproval|MakeOverdue|RegisterPartner|ListPartnerMails|SetApproval|LockAccount|UnlockAccount|RefundTestimony|EndDispute|EndComplaint|CancelByPlatform)/;

it('the sandbox has every resource of production except those of the malware scan', () => {
  const sandbox = Object.keys(stages.sandbox.resources);
  const production = Object.keys(stages.production.resources);
  const more = sandbox.filter(name => !production.includes(name));

  // Only production scans for malware (infra/decisions/0028-malware-scan.md).
  expect(production.filter(name => !sandbox.includes(name))).toEqual(['MalwareScan', 'MalwareScanRole']);
  expect(more.filter(name => !SANDBOX_ONLY.test(name))).toEqual([]);
  expect(production.filter(name => SANDBOX_ONLY.test(name))).toEqual([]);
  expect(more.filter(name => name.startsWith('HttpApiRoute'))).toHaveLength(16);
  // No route, permission, environment variable or CORS header of production mentions the sandbox.
  expect(JSON.stringify(stages.production.resources)).not.toMatch(/sandbox|MAILED_TO/i);
  expect(stages.production.text).not.toMatch(/approve-?(dash)?expert/i);
  const { APPROVE_FUNCTION } = stages.sandbox.getEnvironment('AuthDashregisterDashexpertLambdaFunction');
  expect(APPROVE_FUNCTION).toBe(
    stages.sandbox.getResource('ApprovalsDashapproveDashexpertLambdaFunction').Properties.FunctionName,
  );
});

it('the functions of the sandbox that need SANDBOX and MAILED_TO have these settings', () => {
  const functions = stages.sandbox.listByType('AWS::Lambda::Function').map(([name]) => name);
  const of = (setting: string) => functions.map(name => stages.sandbox.getEnvironment(name)[setting]);

  expect(new Set(of('SANDBOX'))).toEqual(new Set(['true']));
  expect(functions.filter(name => 'MAILED_TO' in stages.sandbox.getEnvironment(name))).toEqual(
    functions.filter(name => 'MAIL_FROM' in stages.sandbox.getEnvironment(name)),
  );
});
