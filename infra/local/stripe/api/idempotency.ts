/**
 * Idempotency keys of the API. For a day, a repeated request gets the stored response of the first request, even if
 * that response is an error.
 *
 * The responses of requests that are rejected before they run (unknown parameters, a key in use) are not stored.
 */
import { type HttpResponse, StripeError } from '../responses.ts';
import type { StripeEmulator } from '../types.ts';

const DAY_SECONDS = 24 * 3600;
const MAX_KEY_LENGTH = 255;

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly key: string;
  readonly path: string;
  readonly body: string;
}

/**
 * Finds the stored response of a repeated request.
 *
 * @returns undefined when the key is new or has expired
 * @throws StripeError when the key is too long or was used for another request
 */
export function findStoredResponse(
  { key, path, body }: IdempotentRequest,
  { store, now }: StripeEmulator,
): HttpResponse | undefined {
  if (key.length > MAX_KEY_LENGTH) {
    throw idempotencyError(400, `Idempotency keys can be ${MAX_KEY_LENGTH} characters at most.`);
  }
  const replay = store.find('replay', key);
  if (!replay || replay.created + DAY_SECONDS <= now()) return undefined;
  if (replay.path !== path) {
    throw idempotencyError(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${replay.path}').`,
    );
  }
  if (replay.request !== body) {
    throw idempotencyError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  const headers = { 'content-type': 'application/json', 'idempotent-replayed': 'true' };
  return { status: replay.status, headers, body: replay.response };
}

/**
 * Creates a function that runs requests and stores their responses. It rejects a request if another request with the
 * same key is still running.
 */
export function createIdempotentRunner({ store }: StripeEmulator) {
  const keysInUse = new Set<string>();

  return async (
    { key, path, body }: IdempotentRequest,
    run: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    if (keysInUse.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${key}.`;
      throw idempotencyError(409, message, { code: 'idempotency_key_in_use' });
    }
    keysInUse.add(key);
    try {
      const response = await run();
      store.create('replay', {
        id: key,
        path,
        request: body,
        status: response.status,
        response: response.body,
      });
      return response;
    } finally {
      keysInUse.delete(key);
    }
  };
}

const idempotencyError = (status: number, message: string, details = {}) =>
  new StripeError(status, message, { type: 'idempotency_error', ...details });
