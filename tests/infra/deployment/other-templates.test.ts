/** Tests of the templates that are deployed with the AWS CLI: the account's and the one of CloudFront with WAF. */
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ACCOUNT } from './aws-account.ts';
import { evaluateCalls, type Statement } from './iam.ts';
import { packageWithEveryOption } from './stage-options.ts';
import type { Resource, Template } from './template.ts';
import { validateResource } from './validate-resource.ts';

/** Reads a template with CloudFormation's short forms of functions, such as `!Ref`. */
function readTemplate(file: string): { Resources: Record<string, Resource>; Parameters: object } {
  const functions = ['Ref', 'Sub', 'GetAtt', 'If', 'Equals', 'Not'].map(name => {
    const key = name === 'Ref' ? 'Ref' : `Fn::${name}`;
    const split = (value: string) => (name === 'GetAtt' ? value.split('.') : value);
    return [
      { tag: `!${name}`, resolve: (value: string) => ({ [key]: split(value) }) },
      {
        tag: `!${name}`,
        collection: 'seq' as const,
        resolve: (items: { toJSON(): unknown }) => ({ [key]: items.toJSON() }),
      },
    ];
  });
  return parse(readFileSync(file, 'utf8'), { customTags: functions.flat() });
}

const account = readTemplate('infra/account/account.yml');
const edge = readTemplate('infra/edge/edge.yml');

let stage: Template;
beforeAll(async () => {
  stage = await packageWithEveryOption();
}, 600_000);

it.each([
  ['account.yml', account],
  ['edge.yml', edge],
])("every resource of %s matches CloudFormation's schema of its type", (_, { Resources }) => {
  const faults = Object.entries(Resources).flatMap(([name, resource]) =>
    validateResource(resource).map(fault => `${name} ${fault}`),
  );

  expect(faults).toEqual([]);
});

describe('role for deployments', () => {
  const statements = JSON.parse(
    JSON.stringify(
      account.Resources.DeployingRole?.Properties.Policies[0].PolicyDocument.Statement,
      (_, value) =>
        typeof value?.['Fn::Sub'] === 'string'
          ? value['Fn::Sub'].replace(`\${AWS::Partition}`, 'aws').replace(`\${AWS::AccountId}`, ACCOUNT)
          : value,
    ),
  ) as Statement[];
  const createArn = (service: string, resource: string) =>
    `arn:aws:${service}:eu-central-1:${ACCOUNT}:${resource}`;
  const bucket = 'arn:aws:s3:::testimony-production-scans-1abc';

  it('the role for deployments has at most 10,240 characters of inline policies', () => {
    const policies = [
      account.Resources.DeployingRole?.Properties.Policies,
      account.Resources.ConsolePolicy?.Properties.PolicyDocument,
    ];

    expect(JSON.stringify(policies).length).toBeLessThan(10_240);
  });

  it.each([
    ['cloudformation:UpdateStack', createArn('cloudformation', 'stack/testimony-production/1')],
    ['s3:PutObject', 'arn:aws:s3:::testimony-production-serverlessdeploymentbucket-1abc/serverless/a.zip'],
    ['s3:PutBucketPolicy', bucket],
    ['dynamodb:UpdateTable', createArn('dynamodb', 'table/testimony-production-Table-1ABC')],
    ['lambda:UpdateFunctionCode', createArn('lambda', 'function:testimony-production-me-show')],
    ['logs:PutRetentionPolicy', createArn('logs', 'log-group:/aws/lambda/testimony-production')],
    ['iam:PutRolePolicy', `arn:aws:iam::${ACCOUNT}:role/testimony-production-MeShowRole-1ABC`],
    ['events:PutRule', createArn('events', 'rule/testimony-production-Sweep-1ABC')],
    ['sns:CreateTopic', createArn('sns', 'testimony-production-Alarms-1ABC')],
    ['sqs:CreateQueue', createArn('sqs', 'testimony-production-UndeliveredJobs-1ABC')],
    ['ssm:PutParameter', createArn('ssm', 'parameter/testimony/production/state/Table')],
    ['ses:CreateEmailIdentity', createArn('ses', 'identity/testimony.sk')],
    ['cloudwatch:PutMetricAlarm', createArn('cloudwatch', 'alarm:testimony-production-DeadJobsAlarm-1ABC')],
  ])('the role for deployments may call %s on resources of a stage', async (action, resource) => {
    expect((await evaluateCalls(statements, [{ action, resource, context: {} }])).denied).toEqual([]);
  });

  it.each([
    ['dynamodb:GetItem', createArn('dynamodb', 'table/testimony-production-Table-1ABC')],
    ['dynamodb:Query', createArn('dynamodb', 'table/testimony-production-Table-1ABC')],
    ['dynamodb:DeleteTable', createArn('dynamodb', 'table/testimony-production-Table-1ABC')],
    ['s3:GetObject', `${bucket}/identity-documents/1/front`],
    ['s3:DeleteObjectVersion', `${bucket}/identity-documents/1/front`],
    ['ssm:GetParameters', createArn('ssm', 'parameter/testimony/production/stripe-secret-key')],
    ['lambda:UpdateFunctionCode', createArn('lambda', 'function:other')],
    ['iam:PutRolePolicy', `arn:aws:iam::${ACCOUNT}:role/account-testimony-DeployingRole-1ABC`],
  ])('the role for deployments may not call %s on %s', async (action, resource) => {
    expect((await evaluateCalls(statements, [{ action, resource, context: {} }])).denied).toHaveLength(1);
  });

  it.each([
    ['lambda.amazonaws.com', true],
    ['apigateway.amazonaws.com', true],
    ['ec2.amazonaws.com', false],
  ])('the role for deployments may pass a role of a stage to %s: %s', async (service, isAllowed) => {
    const resource = `arn:aws:iam::${ACCOUNT}:role/testimony-production-HttpApiRole-1ABC`;
    const call = { action: 'iam:PassRole', resource, context: { 'iam:PassedToService': service } };

    expect((await evaluateCalls(statements, [call])).denied).toHaveLength(isAllowed ? 0 : 1);
  });

  it('the role for deployments has a statement for the service of every resource type of a stage', () => {
    const PREFIXES: Readonly<Record<string, string>> = { ApiGatewayV2: 'apigateway' };
    const { Statement } = account.Resources.ConsolePolicy?.Properties.PolicyDocument ?? {};
    const allowed = [...statements, ...Statement]
      .flatMap(({ Action }) => Action)
      .map(name => name.split(':')[0]);
    const services = Object.values(stage.resources).map(({ Type }) => Type.split('::')[1] ?? '');
    const prefixes = services.map(service => PREFIXES[service] ?? service.toLowerCase());

    expect([...new Set(prefixes)].filter(prefix => !allowed.includes(prefix))).toEqual([]);
  });

  it('only the deployment workflow can assume the role for deployments', () => {
    const [{ Condition }] =
      account.Resources.DeployingRole?.Properties.AssumeRolePolicyDocument.Statement ?? [];

    expect(Condition).toEqual({
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': { Ref: 'Subject' },
      },
    });
  });
});

describe('CloudFront in front of the API', () => {
  it('CloudFront overwrites X-Viewer-Address with the IP address of the caller', () => {
    const { FunctionCode } = edge.Resources.ViewerAddress?.Properties ?? {};
    const headers = { 'x-viewer-address': { value: '192.0.2.9' }, accept: { value: '*/*' } };
    const event = { viewer: { ip: '2001:db8::1' }, request: { headers } };

    expect(
      runInContext(`${FunctionCode}; handler(${JSON.stringify(event)})`, createContext({})),
    ).toMatchObject({
      headers: { 'x-viewer-address': { value: '2001:db8::1' }, accept: { value: '*/*' } },
    });
  });

  it('CloudFront caches nothing and sends the key that the functions require', () => {
    const { Origins, DefaultCacheBehavior } =
      edge.Resources.Distribution?.Properties.DistributionConfig ?? {};

    expect(Origins[0].OriginCustomHeaders).toEqual([
      { HeaderName: 'x-edge-key', HeaderValue: { Ref: 'EdgeKey' } },
    ]);
    expect(DefaultCacheBehavior.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    expect(edge.Parameters).toMatchObject({ EdgeKey: { NoEcho: true } });
  });
});
