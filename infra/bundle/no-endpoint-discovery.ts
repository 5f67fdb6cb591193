/**
 * Replacement for `@aws-sdk/middleware-endpoint-discovery` in every bundle. DynamoDB's client configures the discovery,
 * but none of its commands uses it.
 */
export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config;
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};
