/** The Stripe client and the translation of Stripe's errors. */
import Stripe from 'stripe';
import { assertTimeLeft, getMillisecondsLeft } from '../../deadline.ts';
import { CachedProviderError, DomainError, TransferNotAllowed } from '../../domain/errors.ts';
import { log } from '../../log.ts';
import type { Secrets } from '../aws/secrets/secrets.ts';
import type { Environment } from '../environment.ts';

const TIMEOUT_MS = 5000;

/**
 * Request options that switch off the retries of Stripe's library. Jobs are retried as a whole, and users can repeat a
 * request for an account or a link.
 */
export const SINGLE_ATTEMPT: Stripe.RequestOptions = { maxNetworkRetries: 0 };

/** Returns the Stripe client, which is created on first use. */
export type GetStripeClient = () => Promise<Stripe>;

export function stripeClient(environment: Environment, secrets: Secrets): GetStripeClient {
  let client: Stripe | undefined;
  return async () => {
    client ??= new Stripe(await secrets('stripe-secret-key'), {
      ...createClientConfig(environment),
      httpClient: createHttpClientWithCurrentKey(secrets),
    });
    return client;
  };
}

/**
 * Converts the error of an invalid request, with which Stripe also reports an unknown resource, into undefined.
 * @throws the given error when it is of another kind
 */
export function ignoreUnknownResource(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
  throw error;
}

/**
 * Converts the error for an account that is unknown, or that the platform's API key cannot access, into undefined.
 * @throws the given error when it is of another kind, such as missing permissions of the platform's API key
 */
export function ignoreUnknownAccount(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripePermissionError)) return ignoreUnknownResource(error);
  if (error.code !== 'account_invalid') throw error;
}

/**
 * Checks that a response comes from Stripe. Stripe's library treats every JSON object without an `error` as a success,
 * even one that a proxy sent.
 */
function assertFromStripe<T extends { readonly object: string }>(response: T): T {
  if (typeof response.object !== 'string') throw new Error('The response is not from Stripe.');
  return response;
}

type StripeObject = { readonly object: string } | undefined;

/**
 * Calls Stripe while the caller of a request waits for the response.
 * @throws DomainError `internal` when Stripe rejects the request, `unavailable` when the call fails in another way
 */
export async function callStripe<T extends StripeObject>(sendRequest: () => Promise<T>): Promise<T> {
  try {
    const response = await sendRequest();
    return response && assertFromStripe(response);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const isRejected = isRejection(error);
    log.error({ event: isRejected ? 'stripe.request_rejected' : 'stripe.unavailable', error });
    const cause = isCachedError(error) ? new CachedProviderError(error.message, { cause: error }) : error;
    throw new DomainError(isRejected ? 'internal' : 'unavailable', {}, cause);
  }
}

/**
 * Calls Stripe in a job.
 * @throws CachedProviderError when Stripe has cached its error response under the idempotency key
 * @throws DomainError `unavailable` when the call fails in another way
 */
export async function callStripeInJob<T extends StripeObject>(sendRequest: () => Promise<T>): Promise<T> {
  try {
    const response = await sendRequest();
    return response && assertFromStripe(response);
  } catch (error) {
    if (isCachedError(error)) throw toCachedError(error);
    throw new DomainError('unavailable', {}, error);
  }
}

function toCachedError(error: Stripe.errors.StripeError): CachedProviderError {
  const ErrorClass = isDestinationRefused(error) ? TransferNotAllowed : CachedProviderError;
  return new ErrorClass(error.message, { cause: error });
}

/** Returns whether the destination account of a transfer cannot receive transfers, or no longer exists. */
const isDestinationRefused = ({ code, param }: Stripe.errors.StripeError): boolean =>
  code === 'insufficient_capabilities_for_transfer' ||
  code === 'account_invalid' ||
  (code === 'resource_missing' && param === 'destination');

/**
 * Statuses that Stripe does not cache under the idempotency key, because it rejects such requests before it processes
 * them: bad API key, concurrent request, rate limit.
 */
const UNCACHED_STATUSES: ReadonlySet<number> = new Set([401, 409, 429]);

/** Returns whether the error is a response that Stripe has cached under the idempotency key of the request. */
function isCachedError(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) return false;
  return !UNCACHED_STATUSES.has(error.statusCode);
}

/** Returns whether Stripe has rejected the request or the platform's account, so that a retry would fail. */
function isRejection(error: unknown): boolean {
  return isCachedError(error) && (error.statusCode ?? 0) < 500;
}

/** Builds the client's configuration. Requests go to Stripe, unless `STRIPE_URL` is set to an emulator. */
function createClientConfig(environment: Environment): Stripe.StripeConfig {
  const config: Stripe.StripeConfig = { timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false };
  if (!environment.STRIPE_URL) return config;
  const { protocol, hostname, port } = new URL(environment.STRIPE_URL);
  return { ...config, protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, port: Number(port) };
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/**
 * Creates an HTTP client that sends the current API key, and whose requests end at the deadline (lib/deadline.ts).
 * After a rotation, a running function reads the new key when its cached secrets expire, or when Stripe rejects the old
 * key (401). In the second case, the request is sent again with the new key.
 */
function createHttpClientWithCurrentKey(secrets: Secrets): HttpClient {
  const client = Stripe.createNodeHttpClient();
  const { makeRequest } = client;
  client.makeRequest = async (...[host, port, path, method, headers, body, protocol, timeout]) => {
    const sendWithKey = async (key: string) => {
      assertTimeLeft();
      const timeLeft = Math.min(timeout, Math.ceil(getMillisecondsLeft()));
      const authorizedHeaders = { ...headers, Authorization: `Bearer ${key}` };
      return makeRequest.call(client, host, port, path, method, authorizedHeaders, body, protocol, timeLeft);
    };
    const key = await secrets('stripe-secret-key');
    const response = await sendWithKey(key);
    if (response.getStatusCode() !== 401) return response;
    const newKey = await secrets('stripe-secret-key', key);
    return newKey === key ? response : sendWithKey(newKey);
  };
  return client;
}
