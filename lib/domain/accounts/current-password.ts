/** Check of the current password before a sensitive change (infra/docs/api/accounts.md#changing-the-account). */
import { FieldError } from '../errors.ts';
import { enforceUserLimit } from '../limits/rate-limits.ts';
import type { User } from '../model/accounts/account.ts';
import type { Credentials } from '../model/accounts/credentials.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { type CodeDependencies, type CodeUse, checkCode } from './second-factor.ts';

/** Proof that the sender of a sensitive change owns the account, in addition to the token. */
export interface PasswordProof {
  readonly currentPassword?: string | undefined;
  /** Code of the second factor; required if the second factor is on. */
  readonly code?: string | undefined;
}

interface CheckedProof {
  readonly credentials: Credentials;
  /** Returns the changes that use up the code; undefined while the second factor is off. */
  readonly useCode: CodeUse | undefined;
}

/**
 * Checks the user's current password and, if the second factor is on, its code. A user has five wrong attempts a minute
 * and twenty an hour, so that the thief of a bearer token cannot guess the password. Attempts with the correct password
 * are not counted.
 * @throws FieldError `wrong-password` on `currentPassword`; `code-missing` or `wrong-code` on `code`
 * @throws LimitExceeded after too many wrong attempts
 */
export async function requireCurrentPassword(
  user: User,
  { currentPassword = '', code }: PasswordProof,
  deps: Pick<Dependencies, 'accounts' | 'passwordHasher'> & CodeDependencies,
): Promise<CheckedProof> {
  const hits = [
    await enforceUserLimit('current-passwords', user, deps),
    await enforceUserLimit('current-password-failures', user, deps),
  ];
  const credentials = await deps.accounts.findCredentials(user.email, user.market);
  const isRight = await deps.passwordHasher.matches(currentPassword, credentials?.passwordHash);
  if (!credentials || !isRight || credentials.userId !== user.id) {
    throw new FieldError({ currentPassword: ['wrong-password'] });
  }
  await Promise.all(hits.map(hit => deps.rateLimiter.release(hit)));
  const useCode = credentials.hasSecondFactor ? await checkCode(user, code, deps) : undefined;
  return { credentials, useCode };
}
