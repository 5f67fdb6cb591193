/** Listener of the API's HTTP server that behaves like an HTTP API of API Gateway, including its error responses. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { FunctionTimeoutError } from './function-runner.ts';
import { createHttpEvent } from './http-event.ts';
import { isValidTarget } from './http-server.ts';
import { createRouteTable } from './route-table.ts';

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

const MEBIBYTE = 1024 * 1024;

/** Whether the size limits of API Gateway and Lambda apply exactly (infra/docs/partners.md). */
const hasAwsLimits = process.env.PLATFORM_LIMITS === 'aws';

/** Maximum size of an HTTP body in bytes. The local default is enough for two scans of 10 MB and the other fields. */
const BODY_LIMIT = (hasAwsLimits ? 10 : 25) * MEBIBYTE;

/** Maximum size of a Lambda event on AWS, in bytes. With the body in Base64, a form may have about 4.4 MB. */
const EVENT_LIMIT = 6 * MEBIBYTE;

/** Maximum size of the request line and all headers in bytes. */
const HEADER_LIMIT = 10_240;

/**
 * Creates the listener that passes requests to the functions.
 * @param routes the routes by route key, such as `GET /api/v1/me`
 */
export function createGateway(
  routes: ReadonlyMap<string, GatewayRoute>,
  cors: GatewayCors,
): RequestListener<typeof IncomingMessage> {
  const findRoute = createRouteTable([...routes.keys()]);

  /** Returns the response of the route's function, or the status of API Gateway's own response. */
  async function respond(request: IncomingMessage, requestId: string): Promise<GatewayResponse | number> {
    const { method = '', headersDistinct, url: target = '/' } = request;
    const body = await readBody(request);
    const url = isValidTarget(target) ? URL.parse(`http://localhost${target}`) : null;
    if (!url || !isDecodable(url.pathname)) return 400;
    if (isHeaderTooLarge(request)) return 431;
    const match = findRoute(method, url.pathname);
    const route = match && routes.get(match.routeKey);
    if (!route) {
      const requestedMethod = headersDistinct['access-control-request-method']?.[0] ?? '';
      const requested = findRoute(requestedMethod, url.pathname);
      // The API of operators, which is a separate API on AWS, has no CORS settings.
      const isOfOperators = requested && routes.get(requested.routeKey)?.requiresIam;
      if (method !== 'OPTIONS' || isOfOperators) return 404;
      return { statusCode: 204, headers: createPreflightHeaders(request, cors) };
    }
    if (!body) return 413;
    const event = createHttpEvent(request, { url, body, requestId, match });
    if (route.requiresIam) {
      const accessKey = SIGNATURE_V4.exec(event.headers.authorization ?? '')?.[1];
      if (!accessKey) return 403;
      Object.assign(event.requestContext, { authorizer: { iam: { ...LOCAL_IDENTITY, accessKey } } });
    }
    if (Buffer.byteLength(JSON.stringify(event)) > EVENT_LIMIT) {
      if (hasAwsLimits) return 413;
      console.warn(createSizeWarning(match.routeKey, requestId));
    }
    const result = await callFunction(route, event);
    if (typeof result === 'number' || route.requiresIam) return result;
    return { ...result, headers: { ...removeCorsHeaders(result), ...createCorsHeaders(request, cors) } };
  }

  return async (request, response) => {
    const requestId = randomUUID();
    response.setHeader('apigw-requestid', requestId);
    try {
      sendResponse(response, await respond(request, requestId));
    } catch {
      // The client has closed the connection before the end of the body, or the function's response cannot be sent.
      if (request.complete) sendResponse(response, 500);
      else response.destroy();
    }
  };
}

type GatewayResponse = Pick<
  APIGatewayProxyStructuredResultV2,
  'body' | 'headers' | 'isBase64Encoded' | 'statusCode'
>;

function sendResponse(response: ServerResponse, result: GatewayResponse | number): void {
  if (typeof result === 'number') {
    response.statusCode = result;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify({ message: getErrorMessage(result) }));
    return;
  }
  const { statusCode = 200, headers = {}, body = '', isBase64Encoded } = result;
  response.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  response.end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

const isHeaderTooLarge = ({ method = '', url = '', rawHeaders }: IncomingMessage) =>
  Buffer.byteLength(`${method} ${url}${rawHeaders.join('')}`) > HEADER_LIMIT;

/**
 * Reads the whole body even if it is too large, because clients read the response only after sending the whole body.
 * @returns undefined when the body is larger than the limit
 */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  return size > BODY_LIMIT ? undefined : Buffer.concat(chunks);
}

/** Matches the format of Signature Version 4. The local stack does not verify signatures. */
const SIGNATURE_V4 =
  /^AWS4-HMAC-SHA256 Credential=([\w-]+)\/\d{8}\/[a-z0-9-]+\/execute-api\/aws4_request, ?SignedHeaders=[a-z0-9;-]+, ?Signature=[0-9a-f]{64}$/;

/** The identity of all signed requests. */
const LOCAL_IDENTITY = { accountId: '000000000000', userArn: 'arn:aws:iam::000000000000:user/local' };

/** Creates the headers of CORS in the response of a function. They are empty for an origin that is not allowed. */
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

/** Returns the headers of a function's response without those of CORS, which API Gateway replaces. */
const removeCorsHeaders = ({ headers = {} }: GatewayResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^access-control-/i.test(name)));

/**
 * Creates the headers of a preflight response. They are empty unless the origin, the method and all headers are
 * allowed.
 */
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
  route: GatewayRoute,
  event: APIGatewayProxyEventV2,
): Promise<GatewayResponse | number> {
  try {
    return ((await route.invoke(event)) as GatewayResponse | undefined) ?? 500;
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

const getErrorMessage = (status: number) =>
  status === 413 ? 'Request Entity Too Large' : STATUS_CODES[status];

/** Writes an error response to the socket when Node's HTTP parser rejects a request. */
export function respondToUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
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
