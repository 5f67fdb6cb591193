/**
 * Roles with which API Gateway invokes the functions that have routes (infra/decisions/0036-room-in-the-stack.md).
 *
 * Serverless creates a `AWS::Lambda::Permission` for each function with a route, which is a resource of the stack. Here
 * each integration has credentials instead, and `remove-permissions.cjs` removes these permissions.
 *
 * @typedef {import('../functions/index.cjs').FunctionEntry} FunctionEntry
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 */
const naming = require('../functions/naming.cjs');
const { listEntries } = require('../functions/index.cjs');
const { PERMISSIONS_BOUNDARY } = require('../functions/permissions.cjs');
const { readStage } = require('../functions/stage.cjs');

/** Logical ids of the roles: one for the routes of operators, which require IAM authorization, one for all others. */
const OPERATOR_ROLE = 'HttpApiOperatorRole';
const USER_ROLE = 'HttpApiRole';

/**
 * Creates the roles, and the credentials of the integrations, for the `resources` section of serverless.yml.
 *
 * @param {Serverless} serverless
 */
async function invocation({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  const routed = listEntries(stage).filter(([, { events = [] }]) => events.some(event => event.httpApi));
  const groups = Object.groupBy(routed, ([, entry]) =>
    isOperatorFunction(entry) ? OPERATOR_ROLE : USER_ROLE,
  );
  const names = Object.entries(groups).map(
    ([role, members = []]) => /** @type {const} */ ([role, members.map(([name]) => name)]),
  );
  return {
    Resources: Object.fromEntries(names.map(([role, functions]) => [role, createRole(functions)])),
    extensions: Object.assign({}, ...names.map(([role, functions]) => createCredentials(role, functions))),
  };
}

/**
 * Returns whether the routes of a function require IAM authorization.
 *
 * @param {FunctionEntry} entry
 */
const isOperatorFunction = ({ events = [] }) =>
  events.some(event => event.httpApi?.authorizer?.type === 'aws_iam');

/**
 * Creates a role that API Gateway assumes to invoke exactly these functions.
 *
 * The conditions restrict the role to this API. They are `…IfExists`, because API Gateway has been observed to send
 * neither key when it assumes the role of an integration; a plain condition would then fail every request.
 *
 * @param {string[]} functions
 */
const createRole = functions => ({
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

/**
 * Creates the extensions that set the role of the functions' integrations.
 *
 * @param {string} role
 * @param {string[]} functions
 */
const createCredentials = (role, functions) =>
  Object.fromEntries(
    functions.map(name => [
      naming.getHttpApiIntegrationLogicalId(name),
      { Properties: { CredentialsArn: { 'Fn::GetAtt': [role, 'Arn'] } } },
    ]),
  );

module.exports = { invocation };
