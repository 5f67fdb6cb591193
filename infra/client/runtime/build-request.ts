/** Functions that build the URL, headers and body of a request from the options of a generated call. */
import { etagOf } from './exchange.ts';
import type { CallOptions, ClientOptions } from './options.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Fields = Readonly<Record<string, unknown>>;

/** Options of a call as the generated code passes them. */
export interface GeneratedCallOptions extends Omit<CallOptions, 'headers'> {
  /** Path of the route, with placeholders. */
  readonly url: string;
  readonly path?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Creates the multipart body. Only calls with files have this function. */
  readonly bodySerializer?: (body: unknown) => FormData;
}

/**
 * Builds the request URL. Placeholders in the path are replaced by the path parameters, and query values that are null
 * or undefined are omitted.
 * @throws TypeError when a path parameter is missing
 */
export function createUrl(baseUrl: string, { url, path = {}, query = {} }: GeneratedCallOptions): string {
  const filledPath = url.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!path[name]) throw new TypeError(`${name} is missing`);
    return encodeURIComponent(String(path[name]));
  });
  const queryEntries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(
    queryEntries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return baseUrl.replace(/\/$/, '') + filledPath + (search && `?${search}`);
}

/** Returns the token for the next request. */
export const readToken = ({ token }: ClientOptions): string | undefined =>
  typeof token === 'function' ? token() : token;

export function serializeBody({ body, bodySerializer }: GeneratedCallOptions): string | FormData | undefined {
  if (body === undefined) return undefined;
  return bodySerializer ? bodySerializer(body) : JSON.stringify(body);
}

/**
 * Builds the request headers. Headers of the call override those of the client.
 * @param idempotencyKey value of `Idempotency-Key`; undefined for routes that do not accept one
 */
export function createHeaders(
  client: ClientOptions,
  { ifMatch, known, headers = {}, body }: GeneratedCallOptions,
  token: string | undefined,
  idempotencyKey: string | undefined,
): Record<string, string> {
  const candidates = {
    accept: 'application/json',
    authorization: token && `Bearer ${token}`,
    'idempotency-key': idempotencyKey,
    'if-match': ifMatch,
    'if-none-match': known && etagOf(known),
    'Content-Type': 'application/json', // a generated call with files has null
    ...client.headers?.(),
    ...headers,
    ...(body === undefined && { 'Content-Type': null }),
  };
  const merged = new Headers();
  for (const [name, value] of Object.entries(candidates)) if (value) merged.set(name, value);
  return Object.fromEntries(merged);
}

/**
 * Creates a random idempotency key. `crypto.randomUUID` is not used, because browsers provide it only on pages that
 * were loaded over HTTPS.
 */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
