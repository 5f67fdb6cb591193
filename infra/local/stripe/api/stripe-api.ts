/** Handles API requests: authentication, routing, parameters and idempotency. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorResponse, type HttpResponse, StripeError } from '../responses.ts';
import type { StripeEmulator } from '../types.ts';
import { OPERATION_HANDLERS } from './handlers.ts';
import { createOperationRunner, type OperationRequest } from './operation-runner.ts';
import { type Operation, readParameters } from './request-parameters.ts';

/** The only accepted API key. It is a test key, so all objects are test objects. */
export const STRIPE_SECRET_KEY = 'sk_test_local';

interface OperationRoute extends Pick<OperationRequest, 'handle' | 'id'> {
  readonly operation: Operation;
}

const ROUTES = Object.entries<OperationRoute['handle']>(
  OPERATION_HANDLERS satisfies Record<Operation, OperationRoute['handle']>,
).map(([operation, handle]) => ({
  operation: operation as Operation,
  handle,
  pattern: new RegExp(`^${operation.replace('{id}', '(?<id>\\w+)')}$`),
}));

/** Creates the handler of all requests to the API. */
export function createApiHandler(provider: StripeEmulator) {
  const runOperation = createOperationRunner(provider);

  async function handleRequest(request: IncomingMessage, url: URL): Promise<HttpResponse> {
    const { method = '', headers } = request;
    const { pathname: path, search } = url;
    const body = await text(request);
    assertAuthorized(headers.authorization);
    const route = findRoute(`${method} ${path}`);
    if (body && !headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      throw new StripeError(400, 'The body must be application/x-www-form-urlencoded.');
    }
    const key = method === 'POST' && headers['idempotency-key'];
    return runOperation({
      ...route,
      idempotent: key ? { key: String(key), path, body } : undefined,
      readParams: () => readParameters(route.operation, method === 'GET' ? search.slice(1) : body),
    });
  }

  return (request: IncomingMessage, url: URL) => handleRequest(request, url).catch(errorResponse);
}

/**
 * Checks the API key, which is a bearer token or the user name of Basic authentication.
 *
 * @throws StripeError when the key is missing or wrong
 */
function assertAuthorized(authorization = ''): void {
  const [, scheme, credentials = ''] = /^(Basic|Bearer) (\S+)$/i.exec(authorization) ?? [];
  const isBasic = scheme?.toLowerCase() === 'basic';
  const key = isBasic ? Buffer.from(credentials, 'base64').toString().split(':')[0] : credentials;
  if (!key) throw new StripeError(401, 'You did not provide an API key.');
  if (key === STRIPE_SECRET_KEY) return;
  throw new StripeError(401, `Invalid API Key provided: ${key.slice(0, 8)}***`);
}

function findRoute(target: string): OperationRoute {
  for (const { pattern, ...route } of ROUTES) {
    const match = pattern.exec(target);
    if (match) return { ...route, id: match.groups?.id ?? '' };
  }
  throw new StripeError(404, `Unrecognized request URL (${target.replace(' ', ': ')}).`);
}
