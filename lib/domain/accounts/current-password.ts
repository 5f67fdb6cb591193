/** Whoever changes what signs them in, or where money goes, proves to know the password (contract §2). */
import { FieldRefusal } from '../errors.ts';
import { countForUser } from '../limits.ts';
import type { Credentials, User } from '../model/account.ts';
import type { World } from '../ports/world.ts';

/** Five wrong ones a minute; a right one does not count. @throws FieldRefusal, LimitExceeded */
export async function proveIdentity(
  user: User,
  currentPassword: string | undefined,
  needs: Pick<World, 'accounts' | 'clock' | 'limiter' | 'passwords'>,
): Promise<Credentials> {
  const hit = await countForUser('current-passwords', user, needs);
  const credentials = await needs.accounts.findCredentials(user.email);
  const isRight = await needs.passwords.matches(currentPassword ?? '', credentials?.passwordHash);
  if (!credentials || !isRight || credentials.userId !== user.id) {
    throw new FieldRefusal({ currentPassword: ['wrong-password'] });
  }
  await needs.limiter.uncount(hit);
  return credentials;
}
