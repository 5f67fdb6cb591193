/** Names of the fields that are masked until the user chooses to show secrets. */
const SECRET_NAME =
  /^(password|passwordConfirmation|currentPassword|code|secret|uri|recoveryCodes|token|authorization)$/i;

const MASK = '•••';

export function maskSecrets<T>(value: T, showSecrets: boolean): T {
  if (showSecrets || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => maskSecrets(item, showSecrets)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_NAME.test(name) ? getMask(name) : maskSecrets(member, showSecrets),
    ]),
  ) as T;
}

const getMask = (name: string): string => (/^authorization$/i.test(name) ? `Bearer ${MASK}` : MASK);
