/**
 * Serverless plugin that removes the `AWS::Lambda::Permission` of each function that API Gateway invokes with a role
 * (./invocation.ts). Serverless creates such a permission for every route, and no option prevents it. Permissions for
 * other services, such as those of schedules, stay.
 */
import type { Untyped } from '../parts/serverless.ts';

interface Resource {
  readonly Type: string;
  readonly Properties: Untyped;
}

export default class RemovePermissions {
  readonly hooks: Readonly<Record<string, () => unknown>>;

  constructor({ service, classes }: Untyped) {
    this.hooks = {
      // After this step the template is complete. The following steps validate and save it.
      'after:aws:package:finalize:mergeCustomProviderResources': () =>
        removePermissions(service.provider.compiledCloudFormationTemplate.Resources, classes.Error),
    };
  }
}

/**
 * @param resources resources of the template, which are changed
 * @throws ServerlessError when API Gateway would be left with neither a role nor the permission to invoke a function
 */
function removePermissions(
  resources: Record<string, Resource>,
  ServerlessError: new (message: string) => Error,
) {
  const invoked = new Set(
    Object.values(resources)
      .filter(
        ({ Type, Properties }) => Type === 'AWS::ApiGatewayV2::Integration' && Properties.CredentialsArn,
      )
      .map(({ Properties }) => getLogicalId(Properties.IntegrationUri)),
  );
  for (const [name, { Type, Properties }] of Object.entries(resources)) {
    if (Type !== 'AWS::Lambda::Permission' || Properties.Principal !== 'apigateway.amazonaws.com') continue;
    const functionName = getLogicalId(Properties.FunctionName);
    if (!invoked.has(functionName))
      throw new ServerlessError(`The integration of ${functionName} has no role.`);
    delete resources[name];
  }
}

/** Returns the logical id of the function to whose ARN a value refers. */
const getLogicalId = ({ 'Fn::GetAtt': [logicalId] }: { 'Fn::GetAtt': [string, string] }) => logicalId;
