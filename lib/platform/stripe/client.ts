/** How Stripe is asked, and what its noes amount to. */
import Stripe from 'stripe';
import { CachedProviderError, DomainError } from '../../domain/errors.ts';
import { log } from '../../log.ts';
import type { Environment } from '../environment.ts';
import type { Secrets } from '../secrets.ts';
import { withCurrentKey } from './keys.ts';

const DEADLINE_MS = 5000;

/** A job is tried again as a whole. */
export const SINGLE_ATTEMPT: Stripe.RequestOptions = { maxNetworkRetries: 0 };

/** Gives the client, which is made when first needed. */
export type Connect = () => Promise<Stripe>;

export function stripeClient(environment: Environment, secrets: Secrets): Connect {
  let client: Stripe | undefined;
  return async () => {
    client ??= new Stripe(await secrets('stripe-secret-key'), {
      ...hostOf(environment),
      httpClient: withCurrentKey(secrets),
    });
    return client;
  };
}

/** What Stripe does not know is none of ours. */
export function isUnknownResource(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
  throw error;
}

/** Nor is an account that it keeps from us; any other such no says that our key may too little. */
export function isUnknownAccount(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripePermissionError)) return isUnknownResource(error);
  if (error.code !== 'account_invalid') throw error;
}

/** Its library takes every JSON object without an error for a success, whoever on the way has sent it. */
function genuine<T extends { readonly object: string }>(answer: T): T {
  if (typeof answer.object !== 'string') throw new Error('Somebody else answered for the payment provider.');
  return answer;
}

type Answer = { readonly object: string } | undefined;

/** For somebody who waits. @throws DomainError `unavailable` when it is out of reach, `internal` when it says no */
export async function callStripe<T extends Answer>(work: () => Promise<T>): Promise<T> {
  try {
    const answer = await work();
    return answer && genuine(answer);
  } catch (error) {
    const isRefused = isNo(error);
    log.error({ event: isRefused ? 'stripe.request_rejected' : 'payment provider failed', error });
    const cause = isAnswered(error) ? new CachedProviderError(error.message, { cause: error }) : error;
    throw new DomainError(isRefused ? 'internal' : 'unavailable', {}, cause);
  }
}

/**
 * For a job. @throws CachedProviderError when Stripe keeps its answer, and would repeat it to the same key; DomainError
 * `unavailable`
 */
export async function callStripeInJob<T extends Answer>(work: () => Promise<T>): Promise<T> {
  try {
    const answer = await work();
    return answer && genuine(answer);
  } catch (error) {
    if (isAnswered(error)) throw new CachedProviderError(error.message, { cause: error });
    throw new DomainError('unavailable', {}, error);
  }
}

/** What is refused before it begins (another request under way, too many) is not remembered. */
const NOT_BEGUN: ReadonlySet<number> = new Set([401, 409, 429]);

function isAnswered(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) return false;
  return !NOT_BEGUN.has(error.statusCode);
}

/** Asking again the same way is of no use: what was sent, or our account there, is not as Stripe wants it. */
function isNo(error: unknown): boolean {
  return isAnswered(error) && (error.statusCode ?? 0) < 500;
}

/** Stripe itself, unless `STRIPE_URL` names a stand-in. */
function hostOf(environment: Environment): Stripe.StripeConfig {
  const config: Stripe.StripeConfig = { timeout: DEADLINE_MS, maxNetworkRetries: 1, telemetry: false };
  if (!environment.STRIPE_URL) return config;
  const { protocol, hostname, port } = new URL(environment.STRIPE_URL);
  return { ...config, protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, port: Number(port) };
}
