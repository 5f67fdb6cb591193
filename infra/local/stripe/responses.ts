/** JSON responses and errors in Stripe's format. */
import { randomUUID } from 'node:crypto';

export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An error of Stripe's API. `details` are further members of the error object (`code`, `param`, `type`). */
export class StripeError extends Error {
  readonly status: number;
  readonly details: Readonly<Record<string, string>>;

  constructor(status: number, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export const toJson = (value: object): string =>
  JSON.stringify(value, (name, member) => (name === 'hidden' ? undefined : member));

export const jsonResponse = (status: number, value: object): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` },
  body: toJson(value),
});

/**
 * Creates the response for a `StripeError`. As at Stripe, a header tells the client library to repeat the request after
 * a lock timeout, and not to repeat it after an exceeded rate limit.
 * @throws the given error when it is not a `StripeError`
 */
export function errorResponse(error: unknown): HttpResponse {
  if (!(error instanceof StripeError)) throw error;
  const { status, details, message } = error;
  const response = jsonResponse(status, { error: { type: 'invalid_request_error', ...details, message } });
  if (status !== 429) return response;
  const shouldRetry = String(details.code === 'lock_timeout');
  return { ...response, headers: { ...response.headers, 'stripe-should-retry': shouldRetry } };
}

/**
 * Replaces ids with their objects along the paths of `expand`, such as `payment_intent.latest_charge`.
 * @param find returns the object with an id
 * @throws StripeError when a path contains no id and no object
 */
export function expandResponse(
  response: object,
  paths: readonly string[],
  find: (id: string) => object | undefined,
): object {
  return paths.reduce((object, path) => expandPath(object, path.split('.'), path), response);

  function expandPath(object: object, [name = '', ...rest]: readonly string[], path: string): object {
    const value: unknown = object[name as keyof typeof object];
    if (value === null) return object;
    if (Array.isArray(value)) {
      return { ...object, [name]: value.map(item => expandPath(item, rest, path)) };
    }
    const found = typeof value === 'string' ? find(value) : value;
    if (typeof found !== 'object' || found === null) {
      throw new StripeError(400, `This property cannot be expanded (${path}).`, { param: 'expand' });
    }
    return { ...object, [name]: rest.length > 0 ? expandPath(found, rest, path) : found };
  }
}

/** Formats an amount in the style of Stripe's error messages. */
export const formatEuros = (cents: number): string => `€${(cents / 100).toFixed(2)}`;
