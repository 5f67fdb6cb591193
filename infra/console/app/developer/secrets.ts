/** Passwords and tokens are shown to whoever asks for them, and only then. */
const SECRET = /^(password|passwordConfirmation|currentPassword|token|authorization)$/i;

const MASK = '•••';

export function maskSecrets<T>(value: T, shown: boolean): T {
  if (shown || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(each => maskSecrets(each, shown)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET.test(name) ? hidden(name) : maskSecrets(member, shown),
    ]),
  ) as T;
}

const hidden = (name: string): string => (/^authorization$/i.test(name) ? `Bearer ${MASK}` : MASK);
