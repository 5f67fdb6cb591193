/** Storage key of the bearer token of this tab (infra/decisions/0020-console-token.md). */
const KEY = 'token';

export const readToken = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

export function storeToken(token: string | undefined): void {
  if (token) sessionStorage.setItem(KEY, token);
  else sessionStorage.removeItem(KEY);
}
