/** Handles API requests: authentication, routing and parameters. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createRouteTable } from '../../route-table.ts';
import { errorResponse, type HttpResponse, StripeError } from '../responses.ts';
import { OPERATION_HANDLERS } from './handlers.ts';
import { MONEY_HANDLERS } from './money-handlers.ts';
import { type OperationHandler, runOperation } from './operation-runner.ts';

/** The only accepted API key. It is a test key, so all objects are test objects. */
export const STRIPE_SECRET_KEY = 'sk_test_local';

const HANDLERS: Readonly<Record<string, OperationHandler>> = { ...OPERATION_HANDLERS, ...MONEY_HANDLERS };
const findRoute = createRouteTable(Object.keys(HANDLERS));

export async function handleApiRequest(
  request: IncomingMessage,
  { pathname: path, search }: URL,
  provider: Parameters<typeof runOperation>[1],
): Promise<HttpResponse> {
  const { method = '', headers } = request;
  const body = await text(request);
  try {
    if (headers.authorization !== `Bearer ${STRIPE_SECRET_KEY}`)
      throw new StripeError(401, 'Invalid API Key provided.');
    const route = findRoute(method, path);
    const handle = route && HANDLERS[route.routeKey];
    if (!handle) throw new StripeError(404, `Unrecognized request URL (${method}: ${path}).`);
    const key = method === 'POST' && headers['idempotency-key'];
    const idempotent = key ? { key: String(key), path, body } : undefined;
    const { routeKey: operation, params } = route;
    const parameters = method === 'GET' ? search.slice(1) : body;
    return runOperation({ operation, handle, id: params.id ?? '', idempotent, parameters }, provider);
  } catch (error) {
    return errorResponse(error);
  }
}
