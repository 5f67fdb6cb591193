/** Names of the fields that are masked on the screen. */
const SECRET_NAME =
  /^(password|passwordConfirmation|currentPassword|code|secret|uri|recoveryCodes|token|authorization)$/i;

export function maskSecrets<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(maskSecrets) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_NAME.test(name) ? '•••' : maskSecrets(member),
    ]),
  ) as T;
}
