/** Options of the client and of a single call. */
import type { Exchange } from './exchange.ts';
import type { Operations, ROUTES } from './generated/operations.gen.ts';
import type { ProblemError } from './problem.ts';
import type { OnProgress } from './transport.ts';

/** A retry before which the client is about to wait. */
export interface Retry {
  /** Method and path with placeholders (`GET /api/v1/testimonies/{id}`). */
  readonly route: string;
  /** Number of the attempt that failed, beginning with 1. */
  readonly attempt: number;
  /** Time until the next attempt. */
  readonly seconds: number;
  readonly problem: ProblemError;
}

export interface ClientOptions {
  /** URL of the API, without `/api/v1`. */
  readonly baseUrl: string;
  /** Id of the partner through which guests come. The API ignores it for users who have signed in. */
  readonly partner?: string | undefined;
  /** Bearer token that registration and login return, or a function that returns the token for each call. */
  readonly token?: string | (() => string | undefined) | undefined;
  /** Returns additional headers for a request. It is called for each request. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Replaces the platform's `fetch` and `XMLHttpRequest`. */
  readonly fetch?: typeof fetch | undefined;
  /** Called with each request and its response. Passwords and tokens are not masked. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Called before the client waits for a retry, for example to show that the service is busy. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /**
   * Called when the API rejects the token that a request was sent with (401, `unauthenticated`). `createSession`
   * returns such a function in its `options`.
   */
  readonly onUnauthorized?: ((problem: ProblemError, token: string) => void) | undefined;
  /** Maximum number of retries after 429, 502, 503 or 504. Default: 2. */
  readonly retries?: number | undefined;
  /** Longest wait before a retry, in seconds. Default: 20. */
  readonly longestWait?: number | undefined;
  /**
   * Longest time of one attempt, in seconds. Attempts that send files are not limited. The API ends each request within
   * 29 seconds. Default: 40.
   */
  readonly timeout?: number | undefined;
}

/** Options of calls of all operations. `CallOptions` selects those of one operation. */
export interface AnyCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Idempotency key. By default, the client creates a new key for each call and sends the same key with its retries, so
   * a retry does not repeat the work.
   */
  readonly idempotencyKey?: string | undefined;
  /** `ETag` of the data that the call changes, as returned by `etagOf`. */
  readonly ifMatch?: string | undefined;
  /** Data of an earlier response. The call resolves to this data if the resource has not changed (304). */
  readonly known?: object | undefined;
  /** Called while the files of this call are sent. */
  readonly onProgress?: OnProgress | undefined;
}

type Route<Name extends keyof Operations> = (typeof ROUTES)[Name];
type RequestHeaderName<Name extends keyof Operations> = Operations[Name]['data'] extends {
  headers?: infer Sent;
}
  ? keyof NonNullable<Sent>
  : never;

/** Options that a call of an operation accepts: only those that its route reads. */
export type CallOptions<Name extends keyof Operations = never> = Pick<
  AnyCallOptions,
  | 'signal'
  | 'headers'
  | (Route<Name> extends `${string} idempotent${string}` ? 'idempotencyKey' : never)
  | (Route<Name> extends `${string} multipart` ? 'onProgress' : never)
  | ('If-Match' extends RequestHeaderName<Name> ? 'ifMatch' : never)
  | ('If-None-Match' extends RequestHeaderName<Name> ? 'known' : never)
>;
