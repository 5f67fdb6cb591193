/** Sends a request, reads the response, and reports both to a listener. */
import { ProblemError } from './problem.ts';
import type { Incoming, Outgoing, Sending, Transport } from './transport.ts';

/** A request with its response, secrets included. */
export interface Exchange {
  /** Method and path with placeholders (`GET /api/v1/testimonies/{id}`); undefined for an upload to the bucket. */
  readonly route: string | undefined;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The text of JSON, or the form. */
  readonly requestBody: string | FormData | undefined;
  /** 0 when there was no response. */
  readonly status: number;
  readonly responseHeaders: Headers;
  /** Parsed if it is JSON. */
  readonly responseBody: unknown;
  readonly requestId: string | undefined;
  /** The value of `X-Error-Code`. */
  readonly code: string | undefined;
  readonly startedAt: Date;
  readonly milliseconds: number;
  /** The reason why there was no response. */
  readonly error: unknown;
}

interface Listening {
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

interface Calling extends Sending {
  readonly route?: string;
  readonly attempt?: number;
}

const TAGS = new WeakMap<object, string>();

/** Returns the `ETag` that came with this data, for `ifMatch`. */
export function etagOf(data: object): string | undefined {
  return TAGS.get(data);
}

/** @returns a function that resolves to the data of the response, and throws ProblemError for every status from 400 on */
export function caller(transport: Transport, { onExchange }: Listening) {
  return async <Data>(request: Outgoing, calling: Calling): Promise<Data> => {
    const startedAt = new Date();
    const report = (answer: Partial<Incoming> & { error?: unknown }) =>
      onExchange?.(exchangeOf(request, calling, startedAt, answer));
    const answer = await transport(request, calling).catch(error => {
      report({ error });
      throw error;
    });
    report(answer);
    const body = bodyOf(answer);
    if (answer.status >= 400) throw new ProblemError(answer.status, answer.headers, body);
    return dataOf(body, answer.headers.get('etag')) as Data;
  };
}

function exchangeOf(
  { method, url, headers: requestHeaders, body: requestBody }: Outgoing,
  { route, attempt = 1 }: Calling,
  startedAt: Date,
  { status = 0, headers = new Headers(), text = '', error }: Partial<Incoming> & { error?: unknown },
): Exchange {
  return {
    ...{ route, attempt, method, url, requestHeaders, requestBody, status, error },
    responseHeaders: headers,
    responseBody: bodyOf({ text }),
    requestId: headers.get('x-request-id') ?? undefined,
    code: headers.get('x-error-code') ?? undefined,
    startedAt,
    milliseconds: Date.now() - startedAt.getTime(),
  };
}

/** A body that is not JSON stays text: the bucket responds in XML. */
function bodyOf({ text }: Pick<Incoming, 'text'>): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Unwraps `{ data }`. A page of a list, which has other members, stays as it is. */
function dataOf(body: unknown, etag: string | null): unknown {
  const isWrapped = typeof body === 'object' && body !== null && Object.keys(body).join() === 'data';
  const data = isWrapped ? (body as { data: unknown }).data : body;
  if (etag && typeof data === 'object' && data !== null) TAGS.set(data, etag);
  return data;
}
