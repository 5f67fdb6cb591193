/**
 * Secrets, from SSM where `SECRETS_PATH` is set (AWS), otherwise from the environment.
 *
 * `SECRETS` lists the secrets that a function may read. They are read when the function starts, when the cached values
 * are older than five minutes, and when a caller reports that a value no longer works. While SSM is unavailable, the
 * last values remain in use.
 */
import { MINUTE } from '../../../durations.ts';
import { log } from '../../../log.ts';
import { type Environment, isSandbox, requireVariable } from '../../environment.ts';
import { isNameOfKeySecret, validateKeys } from '../../keys.ts';
import { isLiveKey } from '../../live-key.ts';
import { createSsmClient } from '../clients.ts';
import { readSecureParameters } from './parameters.ts';

export type SecretName =
  | 'password-peppers'
  | 'link-keys'
  | 'cursor-keys'
  | 'response-keys'
  | 'log-keys'
  | 'webhook-keys'
  | 'turnstile-secret'
  | 'stripe-secret-key'
  | 'stripe-webhook-secrets';

/**
 * Returns the value of a secret.
 * @param outdated a value that no longer works; if this value is still cached, the secret is read again
 */
export type Secrets = (name: SecretName, outdated?: string) => Promise<string>;

type Values = ReadonlyMap<string, string>;

const MAX_AGE_MS = 5 * MINUTE;
/**
 * Minimum time between two reads of a value that no longer works. If the value in SSM is also wrong, this limit
 * prevents every request from reading SSM.
 */
const MIN_READ_INTERVAL_MS = 10_000;

/**
 * Creates the reader of the secrets.
 * @throws Error when a sandbox has a live key of the payment provider. If the secrets come from SSM, they are read
 * later, and reading fails for the same reason. Reading also fails when keys are missing, malformed or equal
 */
export function createSecretsReader(
  environment: Environment,
  openClient: typeof createSsmClient = createSsmClient,
): Secrets {
  const path = environment.SECRETS_PATH;
  if (!path) assertNoLiveKey(environment, environment.STRIPE_SECRET_KEY);
  if (!path) return createEnvironmentReader(environment);

  const names = requireVariable(environment, 'SECRETS').split(',');
  const client = openClient(environment);
  const values = createCachedReader(async () => {
    const read = await readSecureParameters(client, path, names);
    for (const value of read.values()) assertNoLiveKey(environment, value);
    validateKeys(read);
    return read;
  });

  return async (name, outdatedValue) => {
    const cachedValues = await values(MAX_AGE_MS);
    const isOutdated = outdatedValue !== undefined && cachedValues.get(name) === outdatedValue;
    const value = (isOutdated ? await values(MIN_READ_INTERVAL_MS) : cachedValues).get(name);
    if (!value) throw new Error(`The secret ${name} is not configured for this function.`);
    return value;
  };
}

/**
 * Rejects a live key in a sandbox. On request, a sandbox treats work as delivered and experts as reviewed, so it must
 * never move real money.
 */
function assertNoLiveKey(environment: Environment, key = ''): void {
  if (isLiveKey(key) && isSandbox(environment))
    throw new Error('A sandbox cannot start with a live key of the payment provider.');
}

/** Creates a reader for the local stack. The keys among the secrets in `SECRETS` are validated at the start. */
function createEnvironmentReader(environment: Environment): Secrets {
  const readVariable = (name: string) =>
    requireVariable(environment, name.replaceAll('-', '_').toUpperCase());
  const names = (environment.SECRETS ?? '').split(',').filter(isNameOfKeySecret);
  validateKeys(names.map(name => [name, readVariable(name)]));
  return async name => readVariable(name);
}

/**
 * Calls `read` immediately and caches its result. The returned function reads again if the last attempt is older than
 * `maxAgeMs`. If reading fails, it returns the previous result, or throws if there is none.
 */
function createCachedReader(read: () => Promise<Values>): (maxAgeMs: number) => Promise<Values> {
  let lastValues: Values | undefined;
  let lastAttemptAt = 0;
  let pendingRead: Promise<Values> | undefined;

  function readOnce(): Promise<Values> {
    pendingRead ??= read().finally(() => {
      lastAttemptAt = Date.now();
      pendingRead = undefined;
    });
    return pendingRead;
  }
  const storeValues = (values: Values) => {
    lastValues = values;
    return values;
  };
  readOnce().then(storeValues, () => {});

  return async maxAgeMs => {
    if (lastValues && Date.now() - lastAttemptAt < maxAgeMs) return lastValues;
    return readOnce().then(storeValues, error => {
      if (!lastValues) throw error;
      log.error({ event: 'secrets.refresh_failed', error });
      return lastValues;
    });
  };
}

/**
 * A key that is stored outside the table, so that a leaked table alone reveals neither passwords nor the secrets of
 * second factors. Several peppers may be in use.
 */
export interface Pepper {
  readonly version: string;
  readonly secret: string;
}

/** Reads the pepper of a version, by default the newest one. */
export type Peppers = (version?: string) => Promise<Pepper>;

/** Creates the reader of peppers. It reads the secret again if the requested version is not cached. */
export const createPeppers =
  (secrets: Secrets): Peppers =>
  async version => {
    const cachedPeppers = await secrets('password-peppers');
    let peppers: Record<string, string> = JSON.parse(cachedPeppers);
    if (version !== undefined && !Object.hasOwn(peppers, version))
      peppers = JSON.parse(await secrets('password-peppers', cachedPeppers));
    const chosen = version ?? String(Math.max(...Object.keys(peppers).map(Number)));
    const secret = peppers[chosen];
    if (!secret) throw new Error('The pepper of a stored secret is missing.');
    return { version: chosen, secret };
  };
