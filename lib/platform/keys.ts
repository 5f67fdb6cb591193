/**
 * Format of the keys that this service creates itself: for signatures of links and cursors, for stored responses, for
 * hashes in the log, and for secrets of webhook endpoints. Each use has a separate secret with one or two values,
 * `current` or `current,previous` (infra/docs/deployment.md#rotating-a-key).
 */

const MIN_LENGTH = 32;

/**
 * Reads the value of a secret with keys.
 * @returns the current key and, during a rotation, the previous one
 * @throws Error when there are more than two keys, a key is too short, or both are equal
 */
export function parseKeys(name: string, value: string): [current: string, previous?: string] {
  const [current = '', previous, ...others] = value.split(',').map(key => key.trim());
  const keys = previous === undefined ? [current] : [current, previous];
  if (others.length > 0) throw new Error(`The secret ${name} has more than two keys.`);
  if (keys.some(key => key.length < MIN_LENGTH))
    throw new Error(`The secret ${name} has a key with fewer than ${MIN_LENGTH} characters.`);
  if (current === previous) throw new Error(`The secret ${name} contains the same key twice.`);
  return previous === undefined ? [current] : [current, previous];
}

/**
 * Checks all secrets with keys that a function reads.
 * @throws Error when a secret is malformed, or two secrets contain the same key
 */
export function validateKeys(values: Iterable<readonly [name: string, value: string]>): void {
  const owners = new Map<string, string>();
  for (const [name, value] of values) {
    if (!isNameOfKeySecret(name)) continue;
    for (const key of parseKeys(name, value)) {
      const owner = key && owners.get(key);
      if (owner)
        throw new Error(`The secrets ${owner} and ${name} contain the same key. Each needs its own.`);
      if (key) owners.set(key, name);
    }
  }
}

export const isNameOfKeySecret = (name: string): boolean => name.endsWith('-keys');
