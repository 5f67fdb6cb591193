/** Makes serverless-offline's hapi server behave like an HTTP API of API Gateway, including its error responses. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { FunctionTimeoutError } from './function-runner.ts';
import { createHttpEvent } from './http-event.ts';
import { isValidTarget } from './http-server.ts';
import { createIamAuthorizer } from './iam-authorizer.ts';
import { createRouteTable, type RouteMatch } from './route-table.ts';

/** A route of the HTTP API, and the function that handles it. */
export interface GatewayRoute {
  readonly requiresIam: boolean;
  invoke(event: APIGatewayProxyEventV2): Promise<unknown>;
}

/** CORS settings of the HTTP API (infra/http-api/cors.ts). */
export interface GatewayCors {
  readonly allowedOrigins: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly allowedMethods: readonly string[];
  readonly exposedResponseHeaders: readonly string[];
  readonly maxAge: number;
}

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    requestId: string;
    match?: RouteMatch;
    corsHeaders?: Readonly<Record<string, string>>;
  }
}

const MEBIBYTE = 1024 * 1024;

/** Whether the size limits of API Gateway and Lambda apply exactly (infra/docs/partners.md). */
const hasAwsLimits = process.env.PLATFORM_LIMITS === 'aws';

/** Maximum size of an HTTP body in bytes. The local default is enough for two scans of 10 MB and the other fields. */
const BODY_LIMIT = (hasAwsLimits ? 10 : 25) * MEBIBYTE;

/** Maximum size of a Lambda event on AWS, in bytes. With the body in Base64, a form may have about 4.4 MB. */
const EVENT_LIMIT = 6 * MEBIBYTE;

/** Whether a larger event is rejected. By default, it only causes a warning. */
const isEventLimitEnforced = hasAwsLimits;

/** Maximum size of the request line and all headers in bytes. */
const HEADER_LIMIT = 10_240;

const DRAIN_TIMEOUT_MS = 10_000;

/**
 * Routes the server's requests to the functions.
 * @param routes the routes by route key, such as `GET /api/v1/me` or `$default`
 */
export function attachGateway(
  server: Server,
  routes: ReadonlyMap<string, GatewayRoute>,
  cors: GatewayCors,
): void {
  const findRoute = createRouteTable([...routes.keys()]);
  Object.assign(server.settings.router ?? {}, { stripTrailingSlash: false });
  for (const { settings } of server.table()) {
    if (settings.payload) settings.payload.maxBytes = BODY_LIMIT;
    // hapi adds no headers of CORS when no origin is allowed.
    if (settings.cors) Object.assign(settings.cors, { _origin: { qualified: [], wildcards: [] } });
  }
  server.ext('onRequest', prepareRequest);
  // API Gateway decides on the route before it reads the body.
  server.ext('onPreAuth', async ({ app, raw, url }, h) => {
    const { method = '', headersDistinct } = raw.req;
    const match = findRoute(method, url.pathname);
    if (match) {
      app.match = match;
      return h.continue;
    }
    const requested = headersDistinct['access-control-request-method']?.[0] ?? '';
    const target = findRoute(requested, url.pathname);
    // The API of operators, which is a separate API on AWS, has no CORS settings.
    const isOfOperators = target && routes.get(target.routeKey)?.requiresIam;
    if (method !== 'OPTIONS' || isOfOperators) {
      await drainRequest(raw.req);
      return createErrorResponse(h, 404).takeover();
    }
    app.corsHeaders = createPreflightHeaders(raw.req, cors);
    return h.response().code(204).takeover();
  });
  server.ext('onPreHandler', async (request, h) => {
    const { match } = request.app;
    const route = match && routes.get(match.routeKey);
    if (!route) return h.continue;
    const result = await callFunction(request, match, route);
    if (typeof result === 'number') return createErrorResponse(h, result).takeover();
    if (!route.requiresIam) request.app.corsHeaders = createCorsHeaders(request.raw.req, cors);
    return createResponse(h, result).takeover();
  });
  server.ext('onPreResponse', async ({ app, raw, response }, h) => {
    const error = 'output' in response ? response.output : undefined;
    if (error?.statusCode === 413) await drainRequest(raw.req);
    const headers: Record<string, unknown> = (error ?? (response as ResponseObject)).headers;
    headers['apigw-requestid'] = app.requestId;
    Object.assign(headers, app.corsHeaders);
    if (error) Object.assign(error, { payload: { message: getErrorMessage(error.statusCode) } });
    return h.continue;
  });
  server.listener.removeAllListeners('clientError').on('clientError', respondToUnreadableRequest);
}

function prepareRequest(request: Request, h: ResponseToolkit) {
  const { app, headers, raw } = request;
  app.requestId = randomUUID();
  if (!isValidTarget(raw.req.url)) return createErrorResponse(h, 400).takeover();
  if (isHeaderTooLarge(raw.req)) return createErrorResponse(h, 431).takeover();
  // hapi must neither check nor decode the body. The event is built from the original headers.
  headers['content-type'] = 'application/octet-stream';
  // An HTTP API supports neither range requests nor ETags, but hapi does.
  delete headers.range;
  delete headers['if-none-match'];
  delete headers.origin; // Otherwise serverless-offline adds headers of its own.
  // hapi would respond to OPTIONS itself. No route has the method `search`, so hapi selects its route for unknown paths.
  if (request.method === 'options') request.setMethod('search');
  if (headers['transfer-encoding']) keepConnectionOpen(raw.req);
  return h.continue;
}

const isHeaderTooLarge = ({ method = '', url = '', rawHeaders }: IncomingMessage) =>
  Buffer.byteLength(`${method} ${url}${rawHeaders.join('')}`) > HEADER_LIMIT;

/**
 * Creates the headers that API Gateway adds to the response of a function, in place of the function's own. They are
 * empty for an origin that is not allowed.
 */
function createCorsHeaders(
  { headersDistinct }: IncomingMessage,
  { allowedOrigins, exposedResponseHeaders }: GatewayCors,
): Readonly<Record<string, string>> {
  const [origin] = headersDistinct.origin ?? [];
  const allowed = origin && allowedOrigins.find(each => each === '*' || each === origin);
  if (!allowed) return {};
  return {
    'access-control-allow-origin': allowed,
    'access-control-expose-headers': exposedResponseHeaders.join(','),
  };
}

/** Creates the headers of a preflight response. They are empty unless the origin, the method and all headers are allowed. */
function createPreflightHeaders(request: IncomingMessage, cors: GatewayCors) {
  const { allowedHeaders, allowedMethods, maxAge } = cors;
  const corsHeaders = createCorsHeaders(request, cors);
  const [method = ''] = request.headersDistinct['access-control-request-method'] ?? [];
  const requested = request.headersDistinct['access-control-request-headers']?.join(',') ?? '';
  const known = allowedHeaders.map(name => name.toLowerCase());
  const isAllowed =
    'access-control-allow-origin' in corsHeaders &&
    allowedMethods.includes(method) &&
    requested
      .toLowerCase()
      .split(/[\s,]+/)
      .every(name => name === '' || known.includes(name));
  if (!isAllowed) return {};
  return {
    ...corsHeaders,
    'access-control-allow-methods': allowedMethods.join(','),
    'access-control-allow-headers': allowedHeaders.join(','),
    'access-control-max-age': String(maxAge),
  };
}

/** @returns the result of the function, or the status of API Gateway's own response */
async function callFunction(
  request: Request,
  match: RouteMatch,
  route: GatewayRoute,
): Promise<APIGatewayProxyStructuredResultV2 | number> {
  let event = createHttpEvent(request, match);
  if (route.requiresIam) {
    const authorizer = createIamAuthorizer(event.headers.authorization);
    if (!authorizer) return 403;
    event = { ...event, requestContext: { ...event.requestContext, ...authorizer } };
  }
  if (Buffer.byteLength(JSON.stringify(event)) > EVENT_LIMIT) {
    if (isEventLimitEnforced) return 413;
    console.warn(createSizeWarning(match.routeKey, request.app.requestId));
  }
  try {
    const result = (await route.invoke(event)) as APIGatewayProxyStructuredResultV2 | undefined;
    return result ?? 500;
  } catch (error) {
    return error instanceof FunctionTimeoutError ? 503 : 500;
  }
}

/** Creates the log line for a request that works here, but is too large for AWS. */
const createSizeWarning = (route: string, requestId: string): string =>
  JSON.stringify({
    level: 'warn',
    at: new Date().toISOString(),
    event: 'request.too_large_for_aws',
    requestId,
    detail: `${route}: on AWS this form is rejected with 413: use POST /uploads`,
  });

function createResponse(h: ResponseToolkit, result: APIGatewayProxyStructuredResultV2): ResponseObject {
  const { statusCode = 200, headers = {}, body, isBase64Encoded } = result;
  const response = h.response(isBase64Encoded ? Buffer.from(body ?? '', 'base64') : body).code(statusCode);
  for (const [name, value] of Object.entries(headers)) {
    if (!/^access-control-/i.test(name)) response.header(name, String(value));
  }
  return response;
}

const createErrorResponse = (h: ResponseToolkit, status: number) =>
  h.response({ message: getErrorMessage(status) }).code(status);

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

const getErrorMessage = (status: number) =>
  status === 413 ? 'Request Entity Too Large' : STATUS_CODES[status];

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
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Apigw-Requestid: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
