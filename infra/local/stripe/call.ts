/** A call of the Stripe API as its endpoints see it, the parameters read, and the errors in Stripe's form. */
import type { Provider } from './provider.ts';

export interface Call extends Provider {
  /** Of the query or of the form, nested ones by their whole name: `metadata[expertId]`. */
  readonly params: URLSearchParams;
  /** The identifier in the path; empty where there is none. */
  readonly id: string;
}

/** Stripe's error object; `details` are its further members (`code`, `param`). */
export class StripeError extends Error {
  readonly status: number;
  readonly details: Readonly<Record<string, string>>;

  constructor(status: number, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  get body(): object {
    return { error: { type: 'invalid_request_error', ...this.details, message: this.message } };
  }
}

/** @param param set when the id came as a parameter; in the path an unknown one is a 404 */
export function existing<T>(found: T | undefined, kind: string, id: string, param?: string): T {
  if (found) return found;
  throw new StripeError(param ? 400 : 404, `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
  });
}

export function required(params: URLSearchParams, name: string): string {
  const value = params.get(name);
  if (value) return value;
  throw new StripeError(400, `Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
}

export function requiredUrl(params: URLSearchParams, name: string): string {
  const value = required(params, name);
  if (/^https?:/.test(value) && URL.canParse(value)) return value;
  throw new StripeError(400, `Not a valid URL: ${value}`, { code: 'url_invalid', param: name });
}

/** @returns undefined when it is left out */
export function amountIn(params: URLSearchParams, name: string): number | undefined {
  const value = params.get(name);
  if (value === null) return undefined;
  if (Number(value) >= 1) return Number(value);
  throw new StripeError(400, 'This value must be greater than or equal to 1.', {
    code: 'parameter_invalid_integer',
    param: name,
  });
}

/** `name[key]=value`, as an object of texts. */
export function mapOf(params: URLSearchParams, name: string): Record<string, string> {
  const own = [...params].filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}

/** Whole euros and cents, as messages name them. */
export const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`;
