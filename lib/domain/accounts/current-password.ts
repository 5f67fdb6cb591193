/** Whoever changes what signs them in, or where money goes, proves to know the password (infra/docs/api/accounts.md). */
import { FieldError } from '../errors.ts';
import type { Credentials, User } from '../model/account.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { enforceUserLimit } from '../rate-limits.ts';

/** Five wrong ones a minute; a right one does not count. @throws FieldError, LimitExceeded */
export async function requireCurrentPassword(
  user: User,
  currentPassword: string | undefined,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'rateLimiter' | 'passwords'>,
): Promise<Credentials> {
  const hit = await enforceUserLimit('current-passwords', user, deps);
  const credentials = await deps.accounts.findCredentials(user.email);
  const isRight = await deps.passwords.matches(currentPassword ?? '', credentials?.passwordHash);
  if (!credentials || !isRight || credentials.userId !== user.id) {
    throw new FieldError({ currentPassword: ['wrong-password'] });
  }
  await deps.rateLimiter.release(hit);
  return credentials;
}
