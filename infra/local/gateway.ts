/** Makes serverless-offline's HTTP server speak as the API does: its own failures in our form, too. */
import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { TOO_LARGE } from './platform-limits.ts';

interface HapiRequest {
  readonly app: { requestId?: string };
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly response: HapiResponse & { isBoom?: boolean; output?: Boom };
  setMethod(method: string): void;
}
interface HapiResponse {
  readonly headers: Record<string, unknown>;
  code(status: number): HapiResponse;
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
    // An HTTP API has no HEAD of its own for a GET route: it goes to the catch-all.
    if (request.method === 'head') request.setMethod('probe');
    const preflight = request.headers.origin && request.headers['access-control-request-method'];
    return preflight && request.method === 'options' ? h.response().code(204).takeover() : h.continue;
  });
  server.ext('onPreResponse', ({ app, response }, h) => {
    const boom = response.isBoom ? response.output : undefined;
    const headers = boom?.headers ?? response.headers;
    headers['x-request-id'] ??= app.requestId;
    if (boom) boom.payload = { message: messageOf(boom.statusCode) };
    return h.continue;
  });
  server.listener.removeAllListeners('clientError').on('clientError', answerUnreadable);
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
