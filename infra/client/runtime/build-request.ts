/** Turns the options of a generated call into the parts of a request. */
import type { CallOptions, ClientOptions } from './options.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Fields = Readonly<Record<string, unknown>>;

/** The options of a call as the generated code passes them on. */
export interface GeneratedCallOptions extends Omit<CallOptions, 'headers'> {
  /** The path of the route, with placeholders. */
  readonly url: string;
  readonly path?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Present for calls that take files. */
  readonly bodySerializer?: (body: unknown) => FormData;
}

/** @throws TypeError when a part of the path is missing */
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

export function serializeBody({ body, bodySerializer }: GeneratedCallOptions): string | FormData | undefined {
  if (body === undefined) return undefined;
  return bodySerializer ? bodySerializer(body) : JSON.stringify(body);
}

/** @param idempotencyKey for routes that take an `Idempotency-Key` */
export function createHeaders(
  client: ClientOptions,
  { ifMatch, headers = {}, body }: GeneratedCallOptions,
  idempotencyKey: string | undefined,
): Record<string, string> {
  const token = typeof client.token === 'function' ? client.token() : client.token;
  const candidates = {
    accept: 'application/json',
    authorization: token && `Bearer ${token}`,
    'idempotency-key': idempotencyKey,
    'if-match': ifMatch,
    ...client.headers?.(),
    ...headers,
    ...(body === undefined && { 'Content-Type': null }),
  };
  const merged = new Headers();
  for (const [name, value] of Object.entries(candidates)) if (value) merged.set(name, value);
  return Object.fromEntries(merged);
}

/** `crypto.randomUUID` exists only on pages that were loaded by https. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
