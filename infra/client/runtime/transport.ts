/**
 * Transport that sends a single request. It uses XMLHttpRequest when the caller wants upload progress and the platform
 * has XMLHttpRequest, and fetch otherwise.
 */

/**
 * Upload progress of a request body, in bytes. With fetch, only the start and the end are reported, because fetch does
 * not report progress.
 */
export interface Progress {
  readonly loaded: number;
  readonly total: number;
}

export type OnProgress = (progress: Progress) => void;

export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

export type Transport = (request: TransportRequest, sendOptions: SendOptions) => Promise<TransportResponse>;

/**
 * Members of the browser's XMLHttpRequest that this file uses. They are declared here, because this file is compiled
 * without the browser's types.
 */
interface Xhr {
  readonly upload: { onprogress: ((event: Progress) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body?: string | FormData): void;
  abort(): void;
}

/**
 * Creates the function that sends requests.
 * @param customFetch replaces the platform's fetch and XMLHttpRequest, and is used for every request
 * @param timeout longest time of a request without files, in seconds
 */
export function createTransport(customFetch?: typeof fetch, timeout?: number): Transport {
  return (request, callOptions) => {
    const sendOptions = limitTime(request, callOptions, timeout);
    const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => Xhr };
    return XMLHttpRequest && sendOptions.onProgress && !customFetch
      ? sendWithXhr(new XMLHttpRequest(), request, sendOptions)
      : sendWithFetch(customFetch ?? fetch, request, sendOptions);
  };
}

/** Adds the time limit to the signal of the caller. */
function limitTime(
  { body }: TransportRequest,
  sendOptions: SendOptions,
  timeout: number | undefined,
): SendOptions {
  if (!timeout || body instanceof FormData) return sendOptions;
  const limit = AbortSignal.timeout(timeout * 1000);
  const { signal } = sendOptions;
  return { ...sendOptions, signal: signal ? AbortSignal.any([signal, limit]) : limit };
}

async function sendWithFetch(
  fetchFunction: typeof fetch,
  { method, url, headers, body }: TransportRequest,
  { signal, onProgress }: SendOptions,
): Promise<TransportResponse> {
  const total = onProgress ? getBodySize(body) : 0;
  onProgress?.({ loaded: 0, total });
  const response = await fetchFunction(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  onProgress?.({ loaded: total, total });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function getBodySize(body: string | FormData | undefined): number {
  if (!body || typeof body === 'string') return body?.length ?? 0;
  return [...body.values()].reduce(
    (sum, part) => sum + (typeof part === 'string' ? part.length : part.size),
    0,
  );
}

function sendWithXhr(
  xhr: Xhr,
  { method, url, headers, body }: TransportRequest,
  { signal, onProgress }: SendOptions,
): Promise<TransportResponse> {
  const { promise, resolve, reject } = createDeferred<TransportResponse>();
  const abort = () => {
    xhr.abort();
    reject(signal?.reason);
  };
  xhr.open(method, url);
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  xhr.upload.onprogress = ({ loaded, total }) => onProgress?.({ loaded, total });
  xhr.onload = () => resolve({ status: xhr.status, headers: parseXhrHeaders(xhr), text: xhr.responseText });
  xhr.onerror = () => reject(new TypeError('Failed to fetch'));
  if (signal?.aborted) abort();
  else xhr.send(body);
  signal?.addEventListener('abort', abort);
  return promise.finally(() => signal?.removeEventListener('abort', abort));
}

/**
 * Parses all response headers at once. If the headers were read one by one, the browser would log an error for each
 * header that it does not expose to scripts.
 */
function parseXhrHeaders(xhr: Xhr): Headers {
  const lines = xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/);
  return new Headers(
    lines
      .filter(Boolean)
      .map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^.*?: */, '')]),
  );
}

function createDeferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<Value>((done, failed) => {
    [resolve, reject] = [done, failed];
  });
  return { promise, resolve, reject };
}
