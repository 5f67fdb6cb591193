/** Sender of requests, which parses each response and reports request and response to a listener. */
import { ProblemError } from './problem.ts';
import type { SendOptions, Transport, TransportRequest, TransportResponse } from './transport.ts';

/** Request with the response. Passwords and tokens are not masked. */
export interface Exchange {
  /** Method and path with placeholders (`GET /api/v1/testimonies/{id}`); undefined for an upload to the bucket. */
  readonly route: string | undefined;
  /** Number of the attempt, beginning with 1. */
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** JSON text or form data. */
  readonly requestBody: string | FormData | undefined;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly responseHeaders: Headers;
  /** Parsed JSON, or the text of a body that is not JSON. */
  readonly responseBody: unknown;
  readonly requestId: string | undefined;
  /** Value of `X-Error-Code`. */
  readonly code: string | undefined;
  readonly startedAt: Date;
  readonly milliseconds: number;
  /** Error that prevented a response. */
  readonly error: unknown;
}

interface SenderOptions {
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

interface AttemptOptions extends SendOptions {
  readonly route?: string;
  readonly attempt?: number;
}

const ETAGS = new WeakMap<object, string>();

/** Returns the `ETag` of the response that contained the given data. Callers pass the `ETag` as `ifMatch`. */
export function etagOf(data: object): string | undefined {
  return ETAGS.get(data);
}

/**
 * Creates the function that sends requests.
 * @returns a function that resolves to the data of the response and rejects with ProblemError when the status is 400 or
 *   above, no response arrives, or a response of the API is not JSON
 */
export function createSender(transport: Transport, { onExchange }: SenderOptions) {
  return async <Data>(request: TransportRequest, attemptOptions: AttemptOptions): Promise<Data> => {
    const startedAt = new Date();
    const report = (response: Partial<TransportResponse> & { error?: unknown }) =>
      onExchange?.(createExchange(request, attemptOptions, startedAt, response));
    const response = await transport(request, attemptOptions).catch(error => {
      report({ error });
      throw isAborted(attemptOptions.signal) ? error : new ProblemError(0, new Headers(), undefined, error);
    });
    report(response);
    const body = parseBody(response);
    const isFromApi = attemptOptions.route !== undefined;
    if (response.status >= 400 || (isFromApi && typeof body === 'string'))
      throw new ProblemError(response.status, response.headers, body);
    return unwrapData(body, response.headers.get('etag')) as Data;
  };
}

/** Returns whether the caller aborted the request, other than by a time limit. The caller gets its own error then. */
const isAborted = (signal: AbortSignal | undefined) =>
  signal?.aborted === true && (signal.reason as { name?: unknown } | undefined)?.name !== 'TimeoutError';

function createExchange(
  { method, url, headers: requestHeaders, body: requestBody }: TransportRequest,
  { route, attempt = 1 }: AttemptOptions,
  startedAt: Date,
  { status = 0, headers = new Headers(), text = '', error }: Partial<TransportResponse> & { error?: unknown },
): Exchange {
  return {
    route,
    attempt,
    method,
    url,
    requestHeaders,
    requestBody,
    status,
    error,
    responseHeaders: headers,
    responseBody: parseBody({ text }),
    requestId: headers.get('x-request-id') ?? undefined,
    code: headers.get('x-error-code') ?? undefined,
    startedAt,
    milliseconds: Date.now() - startedAt.getTime(),
  };
}

/** Parses a JSON body. Bodies in other formats are returned as text, for example the bucket's XML responses. */
function parseBody({ text }: Pick<TransportResponse, 'text'>): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Returns the `data` of a body `{ data }`, and stores the `ETag` for `etagOf`. The body of a list response is returned
 * unchanged, because it has further members.
 */
function unwrapData(body: unknown, etag: string | null): unknown {
  const isWrapped = typeof body === 'object' && body !== null && Object.keys(body).join() === 'data';
  const data = isWrapped ? (body as { data: unknown }).data : body;
  if (etag && typeof data === 'object' && data !== null) ETAGS.set(data, etag);
  return data;
}
