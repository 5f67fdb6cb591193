/**
 * Forgotten passwords (infra/docs/api/accounts.md).
 *
 * A reset token names since when its user had the address that it was sent to, and the credential epoch it
 * was made in, so a new address or a new password voids it. Only its hash is kept, and no address.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '../errors.ts';
import type { ResetToken, User } from '../model/account.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';
import { changeUser } from './change-user.ts';
import { isLinkExpired, linkExpiry } from './link-expiry.ts';

/** The page of the frontend where a new password is chosen; the link is the only copy of the token. */
export async function createResetLink(
  {
    id: userId,
    email,
    emailSince,
    credentialEpoch,
  }: Pick<User, 'id' | 'email' | 'emailSince' | 'credentialEpoch'>,
  deps: Pick<Dependencies, 'clock' | 'links' | 'random' | 'resets'>,
): Promise<string> {
  const token = deps.random.secret();
  const expiresAt = linkExpiry(deps.clock.now());
  await deps.resets.add({ hash: hashOf(token), userId, emailSince, credentialEpoch, expiresAt });
  return `${deps.links.frontendUrl}/reset-password?token=${token}&email=${encodeURIComponent(email)}`;
}

/** Long enough for the slowest hash and write; whoever died of them does not cost the token. */
const CLAIMED_SECONDS = 30;

/**
 * Sets the new password and revokes all tokens, once per reset token. The token is claimed before the
 * slow hash is made, so that one token used many times at once costs one hash.
 * @throws DomainError `reset-failed` for a token that is wrong, used, in use, void or expired
 */
export async function resetPassword(
  form: { readonly email: string; readonly token: string; readonly password: string },
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'passwords' | 'random' | 'resets'>,
): Promise<void> {
  const reset = await deps.resets.find(hashOf(form.token));
  const now = deps.clock.now();
  if (!reset || reset.expiresAt <= now) throw new DomainError('reset-failed');
  const user = await deps.accounts.find(reset.userId);
  if (user?.email !== form.email || isLinkExpired(user, reset.expiresAt))
    throw new DomainError('reset-failed');
  const until = new Date(now.getTime() + CLAIMED_SECONDS * 1000);
  if (!(await deps.resets.claim(reset.hash, now, until))) throw new DomainError('reset-failed');

  await replacePassword(reset, form.password, deps).catch(async error => {
    await deps.resets.release(reset.hash);
    throw error;
  });
}

async function replacePassword(
  reset: ResetToken,
  password: string,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'passwords' | 'random'>,
): Promise<void> {
  const passwordHash = await deps.passwords.hash(password);
  await changeUser(reset.userId, deps, user => {
    const isVoid = user.emailSince !== reset.emailSince || user.credentialEpoch !== reset.credentialEpoch;
    if (isVoid) throw new DomainError('reset-failed');
    return {
      after: { ...user, credentialEpoch: user.credentialEpoch + 1 },
      passwordHash,
      spentReset: reset,
      jobs: [createJob({ kind: 'mail', mail: 'password-changed', userId: user.id, to: user.email }, deps)],
    };
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
