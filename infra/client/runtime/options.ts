/** What a caller can set, for the client and for a single call. */
import type { Exchange } from './exchange.ts';
import type { OnProgress } from './transport.ts';

export interface ClientOptions {
  /** The address of the API, without `/api/v1`. */
  readonly baseUrl: string;
  /** The bearer token that registration and login return, or a function that gives it at the moment of a call. */
  readonly token?: string | (() => string | undefined) | undefined;
  /** Headers of every request. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Replaces the platform's `fetch` and `XMLHttpRequest`. */
  readonly fetch?: typeof fetch | undefined;
  /** Is called with each request and its response, secrets included. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** How often a call is retried after 429 or 503. Default: 2. */
  readonly retries?: number | undefined;
  /** The longest `Retry-After` to wait for, in seconds. Default: 20. */
  readonly longestWait?: number | undefined;
}

/** What every call takes beside its `path`, `query` and `body`. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For the routes that take one. Without it each call makes its own, so that its retries do no work twice. */
  readonly idempotencyKey?: string | undefined;
  /** The result of `etagOf` for the data that is being changed. */
  readonly ifMatch?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Is called while the files of this call are being sent. */
  readonly onProgress?: OnProgress | undefined;
}
