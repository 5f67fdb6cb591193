/** Makes serverless-offline's HTTP server speak as the API does: its own failures in our form, too. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TOO_LARGE } from './platform-limits.ts';

interface HapiRequest {
  readonly app: { requestId?: string };
  readonly method: string;
  readonly raw: { readonly req: IncomingMessage };
  readonly headers: Record<string, string | undefined>;
  readonly response: HapiResponse & { isBoom?: boolean; output?: Boom };
  setMethod(method: string): void;
}
interface HapiResponse {
  readonly headers: Record<string, unknown>;
  readonly statusCode?: number;
  code(status: number): HapiResponse;
  header(name: string, value: unknown): HapiResponse;
  takeover(): unknown;
}
interface Boom {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  payload: unknown;
}
interface Toolkit {
  readonly continue: unknown;
  response(): HapiResponse;
}
export interface HapiServer {
  readonly listener: HttpServer;
  ext(event: 'onRequest' | 'onPreResponse', method: (request: HapiRequest, h: Toolkit) => unknown): void;
}

const DRAIN_MS = 10_000;

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  404: 'Not found.',
  408: 'The request took too long.',
  413: TOO_LARGE,
  431: 'The request headers are too large.',
};

export function speakAsTheApi(server: HapiServer): void {
  server.ext('onRequest', (request, h) => {
    request.app.requestId = randomUUID();
    // The event is built from the raw headers; hapi itself must not judge or decode a body.
    request.headers['content-type'] = 'application/octet-stream';
    // An HTTP API answers whole, whatever part is asked for, and whatever the caller has seen before.
    delete request.headers.range;
    delete request.headers['if-none-match'];
    if (request.headers['transfer-encoding']) keepOpen(request.raw.req);
    // An HTTP API has no HEAD of its own for a GET route: it goes to the catch-all.
    if (request.method === 'head') request.setMethod('probe');
    const preflight = request.headers.origin && request.headers['access-control-request-method'];
    return preflight && request.method === 'options' ? h.response().code(204).takeover() : h.continue;
  });
  server.ext('onPreResponse', async ({ app, raw, response }, h) => {
    const boom = response.isBoom ? response.output : undefined;
    if (boom?.statusCode === 413) await drained(raw.req);
    const headers = boom?.headers ?? response.headers;
    headers['x-request-id'] ??= app.requestId;
    if (boom) boom.payload = { message: messageOf(boom.statusCode) };
    return response.statusCode === 204 ? withoutBody(h, headers) : h.continue;
  });
  server.listener.removeAllListeners('clientError').on('clientError', answerUnreadable);
}

/** serverless-offline calls even nothing JSON. */
function withoutBody(h: Toolkit, headers: Record<string, unknown>): HapiResponse {
  const empty = h.response().code(204);
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'content-type') empty.header(name, value);
  }
  return empty;
}

/** Who is still sending reads the answer only afterwards; a closed connection would hide it. */
async function drained(request: IncomingMessage): Promise<void> {
  request.unpipe();
  request.resume();
  const patience = AbortSignal.timeout(DRAIN_MS);
  if (!request.readableEnded) await once(request, 'end', { signal: patience }).catch(() => {});
}

/** hapi cuts the connection as soon as a body of unannounced length grows too large: no answer would arrive. */
function keepOpen(request: IncomingMessage): void {
  const { destroy } = request;
  request.destroy = error => (error || request.complete ? destroy.call(request, error) : request);
}

function messageOf(status: number): string {
  return MESSAGES[status] ?? (status < 500 ? 'The request could not be read.' : 'Internal server error.');
}

/** What Node's parser refuses never becomes a request: it is answered on the bare connection. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify({ message: messageOf(status) });
  const head = [
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
