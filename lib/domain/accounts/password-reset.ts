/**
 * Reset of forgotten passwords (infra/docs/api/accounts.md#resetting-the-password).
 *
 * A reset token is stored with the `emailSince` and the credential epoch of its user, so a new e-mail address or a new
 * password invalidates the token. The record contains only a hash of the token, and no e-mail address.
 */
import { createHash } from 'node:crypto';
import { addJobs, changeAccount } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { ResetToken, User } from '../model/account.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';
import { changeUser } from './change-user.ts';
import { isLinkExpired, linkExpiry } from './link-expiry.ts';

/** Creates a link to the frontend's page for a new password. The link contains the only copy of the token. */
export async function createResetLink(
  {
    id: userId,
    email,
    emailSince,
    credentialEpoch,
  }: Pick<User, 'id' | 'email' | 'emailSince' | 'credentialEpoch'>,
  deps: Pick<Dependencies, 'clock' | 'links' | 'random' | 'resetTokens'>,
): Promise<string> {
  const token = deps.random.secret();
  const expiresAt = linkExpiry(deps.clock.now());
  await deps.resetTokens.add({ hash: hashOf(token), userId, emailSince, credentialEpoch, expiresAt });
  return `${deps.links.frontendUrl}/reset-password?token=${token}&email=${encodeURIComponent(email)}`;
}

/** Duration of a claim. It exceeds the slowest hash and write. If the function dies, the claim ends after this time. */
const CLAIMED_SECONDS = 30;

/**
 * Sets a new password and revokes all bearer tokens, once per reset token.
 *
 * The reset token is claimed before the slow hash is computed, so concurrent requests with the same token compute one
 * hash.
 * @throws DomainError `reset-failed` when the token is unknown, used, claimed, invalidated or expired, or the e-mail
 *   address is not the user's
 */
export async function resetPassword(
  form: { readonly email: string; readonly token: string; readonly password: string },
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'passwordHasher' | 'random' | 'resetTokens' | 'unitOfWork'>,
): Promise<void> {
  const reset = await deps.resetTokens.find(hashOf(form.token));
  const now = deps.clock.now();
  if (!reset || reset.expiresAt <= now) throw new DomainError('reset-failed');
  const user = await deps.accounts.find(reset.userId);
  if (user?.email !== form.email || isLinkExpired(user, reset.expiresAt))
    throw new DomainError('reset-failed');
  const until = new Date(now.getTime() + CLAIMED_SECONDS * 1000);
  if (!(await deps.resetTokens.claim(reset.hash, now, until))) throw new DomainError('reset-failed');

  await replacePassword(reset, form.password, deps).catch(async error => {
    await deps.resetTokens.release(reset.hash);
    throw error;
  });
}

async function replacePassword(
  reset: ResetToken,
  password: string,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'passwordHasher' | 'random' | 'unitOfWork'>,
): Promise<void> {
  const passwordHash = await deps.passwordHasher.hash(password);
  await changeUser(reset.userId, deps, user => {
    const isVoid = user.emailSince !== reset.emailSince || user.credentialEpoch !== reset.credentialEpoch;
    if (isVoid) throw new DomainError('reset-failed');
    const after = { ...user, credentialEpoch: user.credentialEpoch + 1 };
    const { id: userId, email: to, emailVerified: isVerified } = user;
    const mail = { kind: 'mail', mail: 'password-changed', userId, to, isVerified } as const;
    return {
      result: after,
      changes: [
        ...changeAccount(user, after, { passwordHash }),
        { kind: 'reset-token-used', resetToken: reset },
        ...addJobs([createJob(mail, deps)]),
      ],
    };
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
