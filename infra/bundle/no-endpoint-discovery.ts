/**
 * Replacement for `@aws-sdk/middleware-endpoint-discovery` in every bundle. The client of DynamoDB configures endpoint
 * discovery, but none of its commands uses it, so bundles leave the code out.
 */
export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config;
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};
