/**
 * Secrets: from SSM where `SECRETS_PATH` is set (AWS), from the environment elsewhere.
 *
 * Each function is told by `SECRETS` which it may read. They are read once, from the moment the
 * Lambda starts; a failed read is tried again when next asked for.
 */
import { readParameters } from './aws/parameters.ts';
import { type Environment, required } from './environment.ts';

export type SecretName =
  | 'password-peppers'
  | 'link-key'
  | 'turnstile-secret'
  | 'stripe-secret-key'
  | 'stripe-webhook-secrets';
export type Secrets = (name: SecretName) => Promise<string>;

export function openSecrets(environment: Environment): Secrets {
  const path = environment.SECRETS_PATH;
  if (!path) return async name => required(environment, name.replaceAll('-', '_').toUpperCase());

  const names = required(environment, 'SECRETS').split(',');
  const read = () => readParameters(path, names);
  let values: ReturnType<typeof read> | undefined = read();
  values.catch(() => {});

  return async name => {
    values ??= read();
    const found = await values.catch(error => {
      values = undefined;
      throw error;
    });
    const value = found.get(name);
    if (!value) throw new Error(`The secret ${name} is not among those of this function.`);
    return value;
  };
}
