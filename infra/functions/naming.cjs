/**
 * Serverless's naming functions for the CloudFormation resources of functions and routes.
 *
 * @typedef {object} Naming
 * @property {(name: string) => string} getNormalizedFunctionName
 * @property {(name: string) => string} getLambdaLogicalId
 * @property {(route: string) => string} getHttpApiRouteLogicalId
 * @property {(name: string) => string} getHttpApiIntegrationLogicalId
 */

/** @type {Naming} */
// @ts-expect-error it comes without types
const naming = require('serverless/lib/plugins/aws/lib/naming');

module.exports = naming;
