/** One exchange with the service: what goes out, what comes back, and who is told of it. */
import { ProblemError } from './problem.ts';
import type { Incoming, Outgoing, Sending, Transport } from './transport.ts';

/** As it went, secrets included: what of it is shown or kept is the listener's affair. */
export interface Exchange {
  /** The client's method; undefined for an upload to the bucket. */
  readonly operation: string | undefined;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** JSON as text, or the form. */
  readonly requestBody: string | FormData | undefined;
  /** 0 when there was no answer. */
  readonly status: number;
  readonly responseHeaders: Headers;
  /** Parsed where it is JSON. */
  readonly responseBody: unknown;
  readonly requestId: string | undefined;
  /** Of `X-Error-Code`. */
  readonly code: string | undefined;
  readonly startedAt: Date;
  readonly milliseconds: number;
  /** Why there was no answer. */
  readonly error: unknown;
}

interface Listening {
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

interface Calling extends Sending {
  readonly operation?: string;
  readonly attempt?: number;
}

const TAGS = new WeakMap<object, string>();

/** The `ETag` that came with this data, for `ifMatch`. */
export function etagOf(data: object): string | undefined {
  return TAGS.get(data);
}

/** Resolves to the answer's data. @throws ProblemError for every status from 400 on */
export function caller(transport: Transport, { onExchange }: Listening) {
  return async <Data>(request: Outgoing, calling: Calling): Promise<Data> => {
    const startedAt = new Date();
    const tell = (answer: Partial<Incoming> & { error?: unknown }) =>
      onExchange?.(exchangeOf(request, calling, startedAt, answer));
    const answer = await transport(request, calling).catch(error => {
      tell({ error });
      throw error;
    });
    tell(answer);
    const body = bodyOf(answer);
    if (answer.status >= 400) throw new ProblemError(answer.status, answer.headers, body);
    return dataOf(body, answer.headers.get('etag')) as Data;
  };
}

function exchangeOf(
  { method, url, headers: requestHeaders, body: requestBody }: Outgoing,
  { operation, attempt = 1 }: Calling,
  startedAt: Date,
  { status = 0, headers = new Headers(), text = '', error }: Partial<Incoming> & { error?: unknown },
): Exchange {
  return {
    ...{ operation, attempt, method, url, requestHeaders, requestBody, status, error },
    responseHeaders: headers,
    responseBody: bodyOf({ text }),
    requestId: headers.get('x-request-id') ?? undefined,
    code: headers.get('x-error-code') ?? undefined,
    startedAt,
    milliseconds: Date.now() - startedAt.getTime(),
  };
}

/** What is no JSON (the bucket answers in XML) stays the text that it is. */
function bodyOf({ text }: Pick<Incoming, 'text'>): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What is wrapped in `data` and nothing else is unwrapped; a page comes whole. */
function dataOf(body: unknown, etag: string | null): unknown {
  const isWrapped = typeof body === 'object' && body !== null && Object.keys(body).join() === 'data';
  const data = isWrapped ? (body as { data: unknown }).data : body;
  if (etag && typeof data === 'object' && data !== null) TAGS.set(data, etag);
  return data;
}
