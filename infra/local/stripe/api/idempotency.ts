/**
 * Idempotency keys of the API. For a day, a repeated request gets the stored response of the first request, even if
 * that response is an error. Requests that are rejected before the operation starts store no response.
 */
import { type HttpResponse, StripeError } from '../responses.ts';
import type { StripeEmulator } from '../types.ts';

const DAY_SECONDS = 24 * 3600;

export interface IdempotentRequest {
  readonly key: string;
  readonly path: string;
  readonly body: string;
}

/**
 * Finds the stored response of a repeated request.
 * @returns undefined when the key is new or has expired
 * @throws StripeError when the key was used for another request
 */
export function findStoredResponse(
  { key, path, body }: IdempotentRequest,
  { store, now }: StripeEmulator,
): HttpResponse | undefined {
  const replay = store.find('replay', key);
  if (!replay || replay.created + DAY_SECONDS <= now()) return undefined;
  if (replay.path !== path || replay.request !== body) {
    const message = `The idempotency key '${key}' was used for another request to '${replay.path}'.`;
    throw new StripeError(400, message, { type: 'idempotency_error' });
  }
  const headers = { 'content-type': 'application/json', 'idempotent-replayed': 'true' };
  return { status: replay.status, headers, body: replay.response };
}

export function storeResponse(
  { key, path, body }: IdempotentRequest,
  { status, body: response }: HttpResponse,
  { store }: StripeEmulator,
): void {
  store.create('replay', { id: key, path, request: body, status, response });
}
