/**
 * Secrets: from SSM where `SECRETS_PATH` is set (AWS), from the environment elsewhere.
 *
 * Each function is told by `SECRETS` which it may read. They are read as the Lambda starts, and again when
 * they may have been replaced: after five minutes, and as soon as one turns out not to work any more. What was
 * read before goes on to be used while SSM is out of reach.
 */
import { log } from '../log.ts';
import { createSsmClient } from './aws/clients.ts';
import { readParameters } from './aws/parameters.ts';
import { type Environment, requireVariable } from './environment.ts';

export type SecretName =
  | 'password-peppers'
  | 'link-key'
  | 'turnstile-secret'
  | 'stripe-secret-key'
  | 'stripe-webhook-secrets';

/** @param outdated a value that does not work any more: it is read again unless there is another by now */
export type Secrets = (name: SecretName, outdated?: string) => Promise<string>;

type Values = ReadonlyMap<string, string>;

const KEPT_MS = 5 * 60_000;
/** A secret that is wrong in SSM, too, must not have every request read it. */
const AT_MOST_EVERY_MS = 10_000;

export function openSecrets(environment: Environment): Secrets {
  const path = environment.SECRETS_PATH;
  if (!path) return async name => requireVariable(environment, name.replaceAll('-', '_').toUpperCase());

  const names = requireVariable(environment, 'SECRETS').split(',');
  const client = createSsmClient(environment);
  const values = renewed(() => readParameters(client, path, names));

  return async (name, outdated) => {
    const found = await values(KEPT_MS);
    const isOutdated = outdated !== undefined && found.get(name) === outdated;
    const value = (isOutdated ? await values(AT_MOST_EVERY_MS) : found).get(name);
    if (!value) throw new Error(`The secret ${name} is not among those of this function.`);
    return value;
  };
}

/** What `read` gives, not older than asked for; what it gave before, when it fails. Begins at once. */
function renewed(read: () => Promise<Values>): (maxAgeMs: number) => Promise<Values> {
  let last: Values | undefined;
  let triedAt = 0;
  let reading: Promise<Values> | undefined;

  function readOnce(): Promise<Values> {
    reading ??= read().finally(() => {
      triedAt = Date.now();
      reading = undefined;
    });
    return reading;
  }
  const keep = (values: Values) => {
    last = values;
    return values;
  };
  readOnce().then(keep, () => {});

  return async maxAgeMs => {
    if (last && Date.now() - triedAt < maxAgeMs) return last;
    return readOnce().then(keep, error => {
      if (!last) throw error;
      log.error({ event: 'secrets.refresh_failed', error });
      return last;
    });
  };
}
