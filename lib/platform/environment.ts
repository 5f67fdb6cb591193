/**
 * The settings of a deployment, from the environment (infra/stages).
 *
 * Read when asked for, so that a function needs only the variables of the parts it uses; a missing
 * one stops the function at once, by name.
 */
export interface Environment {
  readonly [name: string]: string | undefined;
}

export function requireVariable(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

export function isEnabled(environment: Environment, name: string): boolean {
  return environment[name] === 'true';
}

/** One of the names in `choices`. */
export function readChoice<Name extends string>(
  environment: Environment,
  name: string,
  choices: Readonly<Record<Name, unknown>>,
): Name {
  const value = requireVariable(environment, name);
  if (!Object.hasOwn(choices, value))
    throw new Error(`The environment variable ${name} is none of ${Object.keys(choices).join(', ')}.`);
  return value as Name;
}

/**
 * Whether this is the sandbox, which approves experts by itself (infra/docs/api/conventions.md).
 * @throws Error in production, which must not start as one
 */
export function isSandbox(environment: Environment): boolean {
  const isSet = isEnabled(environment, 'SANDBOX');
  if (isSet && environment.STAGE === 'production')
    throw new Error('Production refuses to start with SANDBOX on.');
  return isSet;
}

/** A whole number of at least 1. */
export function readCount(environment: Environment, name: string): number {
  const value = Number(requireVariable(environment, name));
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`The environment variable ${name} is no whole number.`);
  return value;
}
