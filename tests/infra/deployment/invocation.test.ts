/** Tests of the roles with which API Gateway invokes the functions (infra/decisions/0036-room-in-the-stack.md). */
import { runSimulation } from '@cloud-copilot/iam-simulate';
import { beforeAll, describe, expect, it } from 'vitest';
import RemovePermissions from '../../../infra/http-api/remove-permissions.ts';
import { ACCOUNT } from './aws-account.ts';
import { packageWithEveryOption } from './stage-options.ts';
import { packageTemplates, type Resource, type Template } from './template.ts';

const API = `arn:aws:execute-api:eu-central-1:${ACCOUNT}:abc123`;
const ROLE = `arn:aws:iam::${ACCOUNT}:role/HttpApiRole`;

let all: Record<'sandbox' | 'production' | 'every option', Template>;
beforeAll(async () => {
  all = { ...(await packageTemplates()), 'every option': await packageWithEveryOption() };
}, 600_000);

const getLogicalId = (reference: { 'Fn::GetAtt': [string, string] }) => reference['Fn::GetAtt'][0];

describe.each(['sandbox', 'production', 'every option'] as const)(
  'roles with which API Gateway invokes functions of the %s stage',
  stage => {
    const listIntegrations = () =>
      all[stage].listByType('AWS::ApiGatewayV2::Integration').map(([name, { Properties }]) => ({
        name,
        role: getLogicalId(Properties.CredentialsArn),
        invokes: getLogicalId(Properties.IntegrationUri),
      }));

    it('API Gateway can invoke exactly the functions that have routes, with the role of their integration', () => {
      const roles = ['HttpApiRole', 'HttpApiOperatorRole'];
      for (const role of roles) {
        const [policy, ...others] = all[stage].getResource(role).Properties.Policies;
        expect(others).toEqual([]);
        const resources: { 'Fn::GetAtt': [string, string] }[] = policy.PolicyDocument.Statement[0].Resource;
        expect(policy.PolicyDocument.Statement).toEqual([
          { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: resources },
        ]);
        const invoked = listIntegrations().filter(integration => integration.role === role);
        expect(resources.map(getLogicalId).sort()).toEqual(invoked.map(({ invokes }) => invokes).sort());
      }
      expect(new Set(listIntegrations().map(({ role }) => role))).toEqual(new Set(roles));
    });

    it('only the routes of operators are invoked with the role for operators', () => {
      const roles = new Map(listIntegrations().map(({ name, role }) => [name, role]));
      for (const [name, { Properties }] of all[stage].listByType('AWS::ApiGatewayV2::Route')) {
        const [, [, { Ref: integration }]] = Properties.Target['Fn::Join'];
        expect(roles.get(integration), name).toBe(
          Properties.AuthorizationType === 'AWS_IAM' ? 'HttpApiOperatorRole' : 'HttpApiRole',
        );
      }
    });

    it('only schedules have permissions on functions', () => {
      const permissions = all[stage].listByType('AWS::Lambda::Permission');

      expect(new Set(permissions.map(([, { Properties }]) => Properties.Principal))).toEqual(
        new Set(['events.amazonaws.com']),
      );
      const schedules = all[stage]
        .listByType('AWS::Events::Rule')
        .filter(([, { Properties }]) => Properties.ScheduleExpression);
      expect(permissions).toHaveLength(schedules.length);
    });
  },
);

it.each<['can' | 'cannot', string, Record<string, string>]>([
  ['can', 'without a source, as it has been observed to do', {}],
  ['can', 'for this API', { 'aws:SourceAccount': ACCOUNT, 'aws:SourceArn': `${API}/$default/GET/a` }],
  ['cannot', 'for another account', { 'aws:SourceAccount': '999999999999' }],
  ['cannot', 'for another API', { 'aws:SourceAccount': ACCOUNT, 'aws:SourceArn': `${API}4/$default/GET/a` }],
])('API Gateway %s assume a role %s', async (ability, _, contextVariables) => {
  const trustPolicy = JSON.parse(
    JSON.stringify(
      all.sandbox.getResource('HttpApiRole').Properties.AssumeRolePolicyDocument,
      (_key, value) => (value?.Ref === 'AWS::AccountId' ? ACCOUNT : value?.['Fn::Sub'] ? `${API}/*` : value),
    ),
  );
  const results = await runSimulation(
    {
      request: {
        principal: 'apigateway.amazonaws.com',
        action: 'sts:AssumeRole',
        resource: { resource: ROLE, accountId: ACCOUNT },
        contextVariables,
      },
      identityPolicies: [],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      resourcePolicy: trustPolicy,
    },
    {},
  );

  expect(results).toMatchObject({ overallResult: ability === 'can' ? 'Allowed' : 'ImplicitlyDenied' });
});

it('packaging fails instead of leaving a function without a role and without a permission', () => {
  const reference = { 'Fn::GetAtt': ['MeDashshowLambdaFunction', 'Arn'] };
  const Resources: Record<string, Partial<Resource>> = {
    Integration: { Type: 'AWS::ApiGatewayV2::Integration', Properties: { IntegrationUri: reference } },
    Permission: {
      Type: 'AWS::Lambda::Permission',
      Properties: { FunctionName: reference, Principal: 'apigateway.amazonaws.com' },
    },
  };
  const service = { provider: { compiledCloudFormationTemplate: { Resources } } };
  const [removePermissions] = Object.values(new RemovePermissions({ service, classes: { Error } }).hooks);

  expect(removePermissions).toThrow('The integration of MeDashshowLambdaFunction has no role.');
  expect(Object.keys(Resources)).toEqual(['Integration', 'Permission']);
});
