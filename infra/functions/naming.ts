/** Serverless's naming functions for the CloudFormation resources of functions and routes. */
// @ts-expect-error the module has no types
import untyped from 'serverless/lib/plugins/aws/lib/naming.js';

interface Naming {
  getLambdaLogicalId(name: string): string;
  getHttpApiRouteLogicalId(route: string): string;
}

export const naming: Naming = untyped;
