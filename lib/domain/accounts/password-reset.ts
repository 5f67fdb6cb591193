/**
 * Forgotten passwords (contract §2).
 *
 * A reset token names the address it was sent to, since when that was the user's, and the credential
 * epoch it was made in, so a new address or a new password voids it. Only its hash is kept.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../errors.ts';
import type { User } from '../model/account.ts';
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';
import { changeUser } from './change-user.ts';

export const RESET_MINUTES = 60;

/** The page of the frontend where a new password is chosen; the link is the only copy of the token. */
export async function makeResetLink(
  {
    id: userId,
    email,
    emailSince,
    credentialEpoch,
  }: Pick<User, 'id' | 'email' | 'emailSince' | 'credentialEpoch'>,
  needs: Pick<World, 'clock' | 'links' | 'random' | 'resets'>,
): Promise<string> {
  const token = needs.random.secret();
  const expiresAt = new Date(needs.clock.now().getTime() + RESET_MINUTES * 60_000);
  await needs.resets.add({ hash: hashOf(token), userId, email, emailSince, credentialEpoch, expiresAt });
  return `${needs.links.frontendUrl}/reset-password?token=${token}&email=${encodeURIComponent(email)}`;
}

/**
 * Sets the new password and revokes all tokens, once per reset token.
 * @throws Refusal `reset-failed` for a token that is wrong, used, void or expired
 */
export async function resetPassword(
  form: { readonly email: string; readonly token: string; readonly password: string },
  needs: Pick<World, 'accounts' | 'clock' | 'passwords' | 'random' | 'resets'>,
): Promise<void> {
  const reset = await needs.resets.find(hashOf(form.token));
  if (!reset || reset.email !== form.email || reset.expiresAt <= needs.clock.now())
    throw new Refusal('reset-failed');

  const passwordHash = await needs.passwords.hash(form.password);
  await changeUser(reset.userId, needs, user => {
    const isVoid = user.emailSince !== reset.emailSince || user.credentialEpoch !== reset.credentialEpoch;
    if (isVoid) throw new Refusal('reset-failed');
    return {
      after: { ...user, credentialEpoch: user.credentialEpoch + 1 },
      passwordHash,
      spentReset: reset,
      jobs: [newJob({ kind: 'mail', mail: 'password-changed', userId: user.id }, needs)],
    };
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
