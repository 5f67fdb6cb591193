/**
 * Idempotency keys: for a day the same request gets the same answer, failures and 500s included.
 *
 * What is refused before it begins (unknown parameters, another request under way) is not remembered.
 */
import { StripeError } from './call.ts';
import type { Provider } from './provider.ts';

const DAY_SECONDS = 24 * 3600;
const LONGEST_KEY = 255;

export interface ApiAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface KeyedRequest {
  readonly key: string;
  readonly path: string;
  /** Its parameters, as they came. */
  readonly body: string;
}

/** @returns what was answered to this request before; undefined when it is the first with its key */
export function remembered({ key, path, body }: KeyedRequest, provider: Provider): ApiAnswer | undefined {
  if (key.length > LONGEST_KEY)
    throw misused(400, `Idempotency keys can be ${LONGEST_KEY} characters at most.`);
  const replay = provider.store.find('replay', key);
  if (!replay || replay.created + DAY_SECONDS <= provider.now()) return undefined;
  if (replay.path !== path) {
    throw misused(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${replay.path}').`,
    );
  }
  if (replay.request !== body) {
    throw misused(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  return { status: replay.status, headers: { 'idempotent-replayed': 'true' }, body: replay.answer };
}

/** Keys of requests that are being carried out. */
export function keysInUse() {
  const keys = new Set<string>();
  return async (
    request: KeyedRequest,
    provider: Provider,
    run: () => Promise<ApiAnswer>,
  ): Promise<ApiAnswer> => {
    const { key, path, body } = request;
    if (keys.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${key}.`;
      throw misused(409, message, { code: 'idempotency_key_in_use' });
    }
    keys.add(key);
    try {
      const answer = await run();
      provider.store.put({
        id: key,
        object: 'replay',
        created: provider.now(),
        path,
        request: body,
        status: answer.status,
        answer: answer.body,
      });
      return answer;
    } finally {
      keys.delete(key);
    }
  };
}

const misused = (status: number, message: string, details = {}) =>
  new StripeError(status, message, { type: 'idempotency_error', ...details });
