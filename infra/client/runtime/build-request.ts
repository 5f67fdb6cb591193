/** Functions that build the URL, headers and body of a request. */
import { etagOf } from './exchange.ts';
import type { AnyCallOptions, ClientOptions } from './options.ts';

export type FieldValues = Readonly<Record<string, unknown>>;

/** Input of a call to any operation. */
export interface AnyCallInput extends AnyCallOptions {
  readonly path?: FieldValues;
  readonly query?: FieldValues;
  readonly body?: FieldValues;
}

/**
 * Builds the request URL. Placeholders in the path are replaced by the path parameters, and query values that are null
 * or undefined are omitted.
 * @throws TypeError when a path parameter is missing
 */
export function createUrl(
  baseUrl: string,
  template: string,
  { path = {}, query = {} }: AnyCallInput,
): string {
  const filledPath = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!path[name]) throw new TypeError(`${name} is missing`);
    return encodeURIComponent(String(path[name]));
  });
  const queryEntries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(
    queryEntries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return baseUrl.replace(/\/$/, '') + filledPath + (search && `?${search}`);
}

export const readToken = ({ token }: ClientOptions): string | undefined =>
  typeof token === 'function' ? token() : token;

/** Creates a multipart body. An array becomes a repeated field, any other object becomes a JSON text. */
export function createForm(fields: FieldValues): FormData {
  const form = new FormData();
  for (const [name, field] of Object.entries(fields)) {
    for (const value of Array.isArray(field) ? field : [field]) {
      if (value === undefined || value === null) continue;
      form.append(name, value instanceof Blob || typeof value === 'string' ? value : JSON.stringify(value));
    }
  }
  return form;
}

interface HeaderValues {
  readonly token: string | undefined;
  /** Idempotency key; undefined for routes that do not accept one. */
  readonly idempotencyKey: string | undefined;
  /** Whether the body is JSON. For a form, fetch or XMLHttpRequest sets the content type with its boundary. */
  readonly isJson: boolean;
}

/** Builds the request headers. Headers of the call override those of the client. */
export function createHeaders(
  client: ClientOptions,
  { ifMatch, known, headers, body }: AnyCallInput,
  { token, idempotencyKey, isJson }: HeaderValues,
): Record<string, string> {
  const candidates = {
    accept: 'application/json',
    authorization: token && `Bearer ${token}`,
    'x-partner': client.partner,
    'idempotency-key': idempotencyKey,
    'if-match': ifMatch,
    'if-none-match': known && etagOf(known),
    'content-type': body && isJson ? 'application/json' : undefined,
    ...client.headers?.(),
    ...headers,
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
