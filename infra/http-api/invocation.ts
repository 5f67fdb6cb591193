/**
 * Roles with which API Gateway invokes the functions that have routes (infra/decisions/0036-room-in-the-stack.md).
 *
 * Serverless creates a `AWS::Lambda::Permission` for each function with a route, which is a resource of the stack. In
 * this project, each integration has credentials instead, and `remove-permissions.ts` removes these permissions.
 */
import type { FunctionEntry } from '../functions/function-entry.ts';
import { listEntries } from '../functions/index.ts';
import { naming } from '../functions/naming.ts';
import { PERMISSIONS_BOUNDARY } from '../functions/permissions.ts';
import { readStage } from '../functions/stage.ts';
import type { Serverless } from '../parts/serverless.ts';

/** Logical ids of the roles: one for the routes of operators, which require IAM authorization, one for all others. */
const OPERATOR_ROLE = 'HttpApiOperatorRole';
const USER_ROLE = 'HttpApiRole';

/** Creates the roles and the credentials of the integrations, for the `resources` section of serverless.yml. */
export async function invocation({ resolveConfigurationProperty }: Serverless) {
  const stage = await readStage(resolveConfigurationProperty);
  const routed = listEntries(stage).filter(([, { events = [] }]) => events.some(event => event.httpApi));
  const groups = Object.groupBy(routed, ([, entry]) =>
    isOperatorFunction(entry) ? OPERATOR_ROLE : USER_ROLE,
  );
  const names = Object.entries(groups).map(
    ([role, members = []]) => [role, members.map(([name]) => name)] as const,
  );
  return {
    Resources: Object.fromEntries(names.map(([role, functions]) => [role, createRole(functions)])),
    extensions: Object.assign({}, ...names.map(([role, functions]) => createCredentials(role, functions))),
  };
}

/** Returns whether the routes of a function require IAM authorization. */
const isOperatorFunction = ({ events = [] }: FunctionEntry) =>
  events.some(event => event.httpApi?.authorizer?.type === 'aws_iam');

/**
 * Creates a role that API Gateway assumes to invoke exactly these functions.
 *
 * The conditions restrict the role to this API. They are `…IfExists`, because API Gateway has been observed to send
 * neither key when it assumes the role of an integration; a plain condition would then fail every request.
 */
const createRole = (functions: string[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    PermissionsBoundary: PERMISSIONS_BOUNDARY,
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'apigateway.amazonaws.com' },
          Action: 'sts:AssumeRole',
          Condition: {
            StringEqualsIfExists: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
            ArnLikeIfExists: {
              'aws:SourceArn': {
                'Fn::Sub': `arn:\${AWS::Partition}:execute-api:\${AWS::Region}:\${AWS::AccountId}:\${HttpApi}/*`,
              },
            },
          },
        },
      ],
    },
    Policies: [
      {
        PolicyName: 'invoke',
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Action: 'lambda:InvokeFunction',
              Resource: functions.map(name => ({ 'Fn::GetAtt': [naming.getLambdaLogicalId(name), 'Arn'] })),
            },
          ],
        },
      },
    ],
  },
});

/** Creates the extensions that set the role of the functions' integrations. */
const createCredentials = (role: string, functions: string[]) =>
  Object.fromEntries(
    functions.map(name => [
      naming.getHttpApiIntegrationLogicalId(name),
      { Properties: { CredentialsArn: { 'Fn::GetAtt': [role, 'Arn'] } } },
    ]),
  );
