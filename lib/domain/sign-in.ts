/**
 * Signing in with e-mail and password (contract §2).
 */
import type { Hit } from './limits.ts';
import { Refusal } from './refusal.ts';
import { mintToken } from './tokens.ts';
import type { World } from './world.ts';

/**
 * @returns the user's id and the new token's text
 * @throws Refusal `unauthenticated`, after the same work whether or not the address is known
 */
export async function signIn(
  { email, password }: { readonly email: string; readonly password: string },
  attempt: Hit,
  userAgent: string | undefined,
  needs: Pick<World, 'accounts' | 'clock' | 'passwords' | 'random' | 'tokens'>,
): Promise<{ userId: string; token: string }> {
  const credentials = await needs.accounts.findCredentials(email);
  const right = await needs.passwords.matches(password, credentials?.passwordHash);
  if (!credentials || !right) throw new Refusal('unauthenticated');

  const { userId, credentialEpoch } = credentials;
  const { token, plaintext } = mintToken({ id: userId, credentialEpoch }, userAgent, needs);
  const added = await needs.tokens.add(token, attempt);
  if (!added) throw new Refusal('unauthenticated');
  return { userId, token: plaintext };
}
