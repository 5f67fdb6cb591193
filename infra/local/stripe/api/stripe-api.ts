/** Handles API requests: authentication, routing and parameters. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorResponse, type HttpResponse, StripeError } from '../responses.ts';
import type { StripeEmulator } from '../types.ts';
import { OPERATION_HANDLERS } from './handlers.ts';
import { MONEY_HANDLERS } from './money-handlers.ts';
import { type OperationHandler, runOperation } from './operation-runner.ts';

/** The only accepted API key. It is a test key, so all objects are test objects. */
export const STRIPE_SECRET_KEY = 'sk_test_local';

const HANDLERS = { ...OPERATION_HANDLERS, ...MONEY_HANDLERS };

const ROUTES = Object.entries<OperationHandler>(HANDLERS).map(([operation, handle]) => ({
  operation,
  handle,
  pattern: new RegExp(`^${operation.replace('{id}', '(?<id>\\w+)')}$`),
}));

export async function handleApiRequest(
  request: IncomingMessage,
  { pathname: path, search }: URL,
  provider: StripeEmulator,
): Promise<HttpResponse> {
  const { method = '', headers } = request;
  const body = await text(request);
  try {
    if (headers.authorization !== `Bearer ${STRIPE_SECRET_KEY}`)
      throw new StripeError(401, 'Invalid API Key provided.');
    const route = findRoute(`${method} ${path}`);
    const key = method === 'POST' && headers['idempotency-key'];
    const idempotent = key ? { key: String(key), path, body } : undefined;
    const encodedParameters = method === 'GET' ? search.slice(1) : body;
    return runOperation({ ...route, idempotent, encodedParameters }, provider);
  } catch (error) {
    return errorResponse(error);
  }
}

function findRoute(target: string) {
  for (const { pattern, ...route } of ROUTES) {
    const match = pattern.exec(target);
    if (match) return { ...route, id: match.groups?.id ?? '' };
  }
  throw new StripeError(404, `Unrecognized request URL (${target.replace(' ', ': ')}).`);
}
