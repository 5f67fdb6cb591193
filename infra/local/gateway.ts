/** Makes serverless-offline's hapi server behave like an HTTP API of API Gateway, including its error responses. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { FunctionTimeoutError } from './function-runner.ts';
import { createHttpEvent } from './http-event.ts';
import { INVALID_TARGET_MESSAGE, isValidTarget } from './http-server.ts';
import { createIamAuthorizer } from './iam-authorizer.ts';
import { BODY_LIMIT, BODY_TOO_LARGE_MESSAGE, EVENT_LIMIT, isEventLimitEnforced } from './platform-limits.ts';

/** A route of the HTTP API, and the function that handles it. */
export interface GatewayRoute {
  readonly requiresIam: boolean;
  invoke(event: APIGatewayProxyEventV2): Promise<unknown>;
}

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    requestId: string;
  }
}

const DRAIN_TIMEOUT_MS = 10_000;

const ERROR_MESSAGES: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not found.',
  408: 'The request took too long.',
  413: BODY_TOO_LARGE_MESSAGE,
  431: 'The request headers are too large.',
  503: 'Service unavailable. Please try again in a moment.',
};

/**
 * Routes the server's requests to the functions.
 * @param routes the routes by route key, such as `GET /api/v1/me`; `$default` is the catch-all
 */
export function attachGateway(server: Server, routes: ReadonlyMap<string, GatewayRoute>): void {
  Object.assign(server.settings.router ?? {}, { stripTrailingSlash: false });
  for (const { settings } of server.table()) {
    if (settings.payload) settings.payload.maxBytes = BODY_LIMIT;
  }
  server.ext('onRequest', prepareRequest);
  server.ext('onPreHandler', async (request, h) => {
    const { method, path } = request.route;
    const key = method === '*' ? '$default' : `${method.toUpperCase()} ${path}`;
    const route = routes.get(key);
    return route ? (await callFunction(request, h, key, route)).takeover() : h.continue;
  });
  server.ext('onPreResponse', async ({ app, method, raw, response }, h) => {
    const error = 'output' in response ? response.output : undefined;
    if (error?.statusCode === 413) await drainRequest(raw.req);
    const headers: Record<string, unknown> = (error ?? (response as ResponseObject)).headers;
    headers['x-request-id'] ??= app.requestId;
    // Except to preflight requests, hapi adds the same list once more.
    if (method !== 'options') delete headers['access-control-expose-headers'];
    if (error) Object.assign(error, { payload: { message: getErrorMessage(error.statusCode) } });
    return h.continue;
  });
  server.listener.removeAllListeners('clientError').on('clientError', respondToUnreadableRequest);
}

function prepareRequest(request: Request, h: ResponseToolkit) {
  const { app, headers, raw } = request;
  app.requestId = randomUUID();
  if (!isValidTarget(raw.req.url)) {
    return h.response({ message: INVALID_TARGET_MESSAGE }).code(400).takeover();
  }
  // hapi must neither check nor decode the body. The event is built from the original headers.
  headers['content-type'] = 'application/octet-stream';
  // An HTTP API supports neither range requests nor ETags, but hapi does.
  delete headers.range;
  delete headers['if-none-match'];
  if (headers['transfer-encoding']) keepConnectionOpen(raw.req);
  // hapi would serve HEAD requests with a GET route, but an HTTP API does not. No route has the method `search`, so the
  // catch-all handles the request.
  if (request.method === 'head') request.setMethod('search');
  const isPreflight =
    request.method === 'options' && headers.origin && headers['access-control-request-method'];
  return isPreflight ? h.response().code(204).takeover() : h.continue;
}

async function callFunction(
  request: Request,
  h: ResponseToolkit,
  key: string,
  route: GatewayRoute,
): Promise<ResponseObject> {
  const createErrorResponse = (status: number) =>
    h.response({ message: getErrorMessage(status) }).code(status);
  let event = createHttpEvent(request, key);
  if (route.requiresIam) {
    const authorizer = createIamAuthorizer(event.headers.authorization);
    if (!authorizer) return createErrorResponse(403);
    event = { ...event, requestContext: { ...event.requestContext, ...authorizer } };
  }
  if (Buffer.byteLength(JSON.stringify(event)) > EVENT_LIMIT) {
    if (isEventLimitEnforced) return createErrorResponse(413);
    console.warn(createSizeWarning(key, request.app.requestId));
  }
  try {
    const result = (await route.invoke(event)) as APIGatewayProxyStructuredResultV2 | undefined;
    return result ? createResponse(h, result) : createErrorResponse(500);
  } catch (error) {
    return error instanceof FunctionTimeoutError
      ? createErrorResponse(503).header('retry-after', '5')
      : createErrorResponse(500);
  }
}

/** Creates the log line for a request that works here, but is too large for AWS. */
const createSizeWarning = (route: string, requestId: string): string =>
  JSON.stringify({
    ...{ level: 'warn', at: new Date().toISOString(), event: 'request.too_large_for_aws', requestId },
    ...{ detail: `${route}: on AWS this form is rejected with 413: use POST /uploads` },
  });

function createResponse(h: ResponseToolkit, result: APIGatewayProxyStructuredResultV2): ResponseObject {
  const { statusCode = 200, headers = {}, body, isBase64Encoded } = result;
  const response = h.response(isBase64Encoded ? Buffer.from(body ?? '', 'base64') : body).code(statusCode);
  for (const [name, value] of Object.entries(headers)) response.header(name, String(value));
  return response;
}

/**
 * Drains the rest of the request body. A client reads the response only after it has sent the whole body, so closing
 * the connection earlier would lose the response.
 */
async function drainRequest(request: IncomingMessage): Promise<void> {
  request.unpipe();
  request.resume();
  const signal = AbortSignal.timeout(DRAIN_TIMEOUT_MS);
  if (!request.readableEnded) await once(request, 'end', { signal }).catch(() => {});
}

/**
 * Prevents hapi from destroying the connection when a chunked body exceeds the limit, so that the client receives the
 * error response.
 */
function keepConnectionOpen(request: IncomingMessage): void {
  const { destroy } = request;
  request.destroy = error => (error || request.complete ? destroy.call(request, error) : request);
}

function getErrorMessage(status: number): string {
  return (
    ERROR_MESSAGES[status] ?? (status < 500 ? 'The request could not be read.' : 'Internal server error.')
  );
}

/** Writes an error response to the socket when Node's HTTP parser rejects a request. */
function respondToUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify({ message: getErrorMessage(status) });
  const head = [
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
