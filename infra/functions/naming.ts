/** Serverless's naming functions for the CloudFormation resources of functions and routes. */
// @ts-expect-error it comes without types
import untyped from 'serverless/lib/plugins/aws/lib/naming.js';

interface Naming {
  getLambdaLogicalId(name: string): string;
  getHttpApiRouteLogicalId(route: string): string;
  getHttpApiIntegrationLogicalId(name: string): string;
}

export const naming: Naming = untyped;
