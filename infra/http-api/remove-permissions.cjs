/**
 * Serverless plugin that removes the `AWS::Lambda::Permission` of each function that API Gateway invokes with a role
 * (./invocation.cjs). Serverless creates them for every route and has no option against it. Permissions for other
 * services, such as those of schedules, stay.
 *
 * @typedef {{ Type: string, Properties: any }} Resource
 */
module.exports = class RemovePermissions {
  /** @param {any} serverless */
  constructor({ service, classes }) {
    this.hooks = {
      // After this step the template is complete; the next steps validate and save it.
      'after:aws:package:finalize:mergeCustomProviderResources': () =>
        removePermissions(service.provider.compiledCloudFormationTemplate.Resources, classes.Error),
    };
  }
};

/**
 * @param {Record<string, Resource>} resources resources of the template, which are changed
 * @param {new (message: string) => Error} ServerlessError
 * @throws ServerlessError when API Gateway would be left with neither a role nor the permission to invoke a function
 */
function removePermissions(resources, ServerlessError) {
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

/**
 * Returns the logical id of the function to whose ARN a value refers.
 *
 * @param {{ 'Fn::GetAtt': [string, string] }} reference
 */
const getLogicalId = ({ 'Fn::GetAtt': [logicalId] }) => logicalId;
