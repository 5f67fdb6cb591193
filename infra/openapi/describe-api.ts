/**
 * Generator of the OpenAPI 3.1 description. The generator reads the routes in `infra/functions` and the declarations of
 * each endpoint: access, request, response and errors. The text of an operation is the first comment of the endpoint's
 * file.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { removeUnusedComponents } from '../../lib/http/response/openapi-document.ts';
import { loadRoutes, type Route } from '../functions/endpoints.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { createErrorExamples } from './error-examples.ts';
import { describeErrorCodes, listErrorCodes } from './error-responses.ts';
import { headerComponents } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';
import { normalizeDescription } from './normalize.ts';
import { describeOperation, type OpenApiOperation } from './operation.ts';
import { requestComponents } from './request-schemas.ts';
import { LOCAL_URL } from './samples/code-samples.ts';
import { responseComponents } from './success-responses.ts';
import { describeTags } from './tags.ts';

export interface OpenApi {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly examples: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

const INFO = {
  title: 'Trhovisko posudkov',
  version: '1',
  description: [
    'A success response is `{"data": …}`, or has no body with status 204. An error response has a `message`, and with',
    'status 422 also `errors` by field. Field errors are in Slovak, all other messages in English. Every response has the',
    'header `X-Request-Id`, and every error response also `X-Error-Code`, except for those of API Gateway itself (404 for an',
    'unknown route, 413, 429, 503), which have neither.',
    '',
    'The samples name tokens and ids as variables: `$TESTIMONY_ID` in the shell is `testimonyId` in TypeScript. Choose your',
    'own files for `front.jpg`, `back.png` and `posudok.pdf`. Passwords are those of the test accounts of a local stack.',
  ].join('\n'),
  contact: { name: 'Trhovisko posudkov' },
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
};

const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', description: 'Token that registration and login return.' },
  partnerKey: { type: 'http', scheme: 'bearer', description: 'Key of a partner, `<partnerId>|<secret>`.' },
  aws: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'AWS Signature Version 4 for the service `execute-api`.',
  },
};

/** Selects the routes that the description includes. */
type RouteFilter = (route: Route) => boolean;

const includeAllRoutes: RouteFilter = () => true;
export const isOperatorRoute: RouteFilter = ({ endpoint }) => endpoint.access.credentials === 'AWS signature';
export const excludeOperatorRoutes: RouteFilter = route => !isOperatorRoute(route);

export async function describeApi(isIncluded = includeAllRoutes): Promise<OpenApi> {
  setBuildEnvironment();
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const routes = (await loadRoutes()).filter(isIncluded);
  const errorCodes = routes.flatMap(({ endpoint }) => listErrorCodes(endpoint));
  const ErrorCode = describeErrorCodes(errorCodes);
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeOperation(route) };
  }
  const operations = Object.values(paths).flatMap(methods => Object.values(methods));
  return removeUnusedComponents(
    normalizeDescription({
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: LOCAL_URL, description: 'npm start' }],
      tags: describeTags(new Set(operations.flatMap(({ tags }) => tags))),
      paths,
      webhooks: describeWebhooks(),
      components: {
        securitySchemes: SECURITY_SCHEMES,
        headers: headerComponents,
        examples: createErrorExamples(errorCodes),
        schemas: sortByName({ ...responseComponents, ...requestComponents, ErrorCode }),
      },
    }),
  );
}

/** Generates the description that `functions/docs/show-description.ts` serves, without the operators' routes. */
export async function generateDescription(): Promise<string> {
  return `${JSON.stringify(await describeApi(excludeOperatorRoutes), null, 1)}\n`;
}

const PRODUCTION_STAGE_FILE = new URL('../stages/production.yml', import.meta.url);

/**
 * Sets the environment variables that are unset to their values in production, because an endpoint reads its settings
 * when it is imported. Endpoints are not called, so resources of production get no requests.
 */
function setBuildEnvironment(): void {
  const { settings } = parse(readFileSync(PRODUCTION_STAGE_FILE, 'utf8'), { logLevel: 'silent' });
  for (const [name, value] of Object.entries({ AWS_REGION: 'eu-central-1', ...settings })) {
    process.env[name] ??= String(value);
  }
}

/** Sorts entries by name, so that the output does not depend on the order in which modules are loaded. */
function sortByName<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
}
