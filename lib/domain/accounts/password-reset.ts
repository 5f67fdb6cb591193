/**
 * Forgotten passwords (contract §2).
 *
 * A reset token names since when its user had the address that it was sent to, and the credential epoch it
 * was made in, so a new address or a new password voids it. Only its hash is kept, and no address.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../errors.ts';
import type { ResetToken, User } from '../model/account.ts';
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';
import { changeUser } from './change-user.ts';
import { isEnded, linkEnd } from './link-expiry.ts';

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
  const expiresAt = linkEnd(needs.clock.now());
  await needs.resets.add({ hash: hashOf(token), userId, emailSince, credentialEpoch, expiresAt });
  return `${needs.links.frontendUrl}/reset-password?token=${token}&email=${encodeURIComponent(email)}`;
}

/** Long enough for the slowest hash and write; whoever died of them does not cost the token. */
const CLAIMED_SECONDS = 30;

/**
 * Sets the new password and revokes all tokens, once per reset token. The token is claimed before the
 * slow hash is made, so that one token used many times at once costs one hash.
 * @throws Refusal `reset-failed` for a token that is wrong, used, in use, void or expired
 */
export async function resetPassword(
  form: { readonly email: string; readonly token: string; readonly password: string },
  needs: Pick<World, 'accounts' | 'clock' | 'passwords' | 'random' | 'resets'>,
): Promise<void> {
  const reset = await needs.resets.find(hashOf(form.token));
  const now = needs.clock.now();
  if (!reset || reset.expiresAt <= now) throw new Refusal('reset-failed');
  const user = await needs.accounts.find(reset.userId);
  if (user?.email !== form.email || isEnded(user, reset.expiresAt)) throw new Refusal('reset-failed');
  const until = new Date(now.getTime() + CLAIMED_SECONDS * 1000);
  if (!(await needs.resets.claim(reset.hash, now, until))) throw new Refusal('reset-failed');

  await replacePassword(reset, form.password, needs).catch(async error => {
    await needs.resets.release(reset.hash);
    throw error;
  });
}

async function replacePassword(
  reset: ResetToken,
  password: string,
  needs: Pick<World, 'accounts' | 'clock' | 'passwords' | 'random'>,
): Promise<void> {
  const passwordHash = await needs.passwords.hash(password);
  await changeUser(reset.userId, needs, user => {
    const isVoid = user.emailSince !== reset.emailSince || user.credentialEpoch !== reset.credentialEpoch;
    if (isVoid) throw new Refusal('reset-failed');
    return {
      after: { ...user, credentialEpoch: user.credentialEpoch + 1 },
      passwordHash,
      spentReset: reset,
      jobs: [newJob({ kind: 'mail', mail: 'password-changed', userId: user.id, to: user.email }, needs)],
    };
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
