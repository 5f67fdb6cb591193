/**
 * Reset of forgotten passwords (infra/docs/api/accounts.md#resetting-the-password). A new e-mail address or a new
 * password invalidates a reset token.
 */
import { createHash } from 'node:crypto';
import { accountChanged, createCredentialChangeJob, createJob, jobsAdded } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { User } from '../model/accounts/account.ts';
import type { PasswordHash, ResetToken } from '../model/accounts/credentials.ts';
import type { Decision } from '../model/change.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { computeLinkExpiry, isLinkExpired } from './link-expiry.ts';
import { recordRemoval, withoutSecondFactor } from './second-factor.ts';

/** Creates the path of the frontend's page for a new password. The path contains the only copy of the token. */
export async function createResetLink(
  {
    id: userId,
    email,
    emailSince,
    credentialEpoch,
  }: Pick<User, 'id' | 'email' | 'emailSince' | 'credentialEpoch'>,
  deps: Pick<Dependencies, 'clock' | 'random' | 'resetTokens'>,
): Promise<string> {
  const token = deps.random.secret();
  const validUntil = computeLinkExpiry(deps.clock.now()).toISOString();
  await deps.resetTokens.add({ hash: hashOf(token), userId, emailSince, credentialEpoch, validUntil });
  return `/reset-password?token=${token}&email=${encodeURIComponent(email)}`;
}

/**
 * Duration of a claim. It exceeds the time of the slowest hash and write. If the function dies, the token can be used
 * again after this time.
 */
const CLAIMED_SECONDS = 30;

/**
 * Claims a reset token, so that only one of several concurrent requests computes the slow hash. The caller releases the
 * claim when the new password cannot be set.
 * @throws DomainError `reset-failed` when the token is unknown, used, claimed, invalidated or expired, or the e-mail
 * address in this market is not the user's
 */
export async function claimResetToken(
  {
    email,
    market,
    token,
  }: Readonly<Record<'email' | 'token', string>> & { readonly market: string | undefined },
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'resetTokens'>,
): Promise<{ resetToken: ResetToken; owner: User }> {
  const resetToken = await deps.resetTokens.find(hashOf(token));
  const now = deps.clock.now();
  if (!resetToken || resetToken.validUntil <= now.toISOString()) throw new DomainError('reset-failed');
  const owner = await deps.accounts.find(resetToken.userId);
  const isTheirs = owner?.email === email && owner.market === market;
  if (!isTheirs || isLinkExpired(owner, new Date(resetToken.validUntil)))
    throw new DomainError('reset-failed');
  const until = new Date(now.getTime() + CLAIMED_SECONDS * 1000);
  if (!(await deps.resetTokens.claim(resetToken.hash, now, until))) throw new DomainError('reset-failed');
  return { resetToken, owner };
}

/**
 * Sets a new password and revokes all bearer tokens. A reset token works only once. If the e-mail address is
 * unverified, the reset also switches the second factor off, because somebody who moved the account to this address
 * could lock out the owner of the address with the second factor.
 * @throws DomainError `reset-failed` when the e-mail address or the password has changed since the token was mailed, or
 * the account is locked
 */
export function resetPassword(
  user: User,
  resetToken: ResetToken,
  passwordHash: PasswordHash,
  deps: DecisionDependencies,
): Decision<User> {
  const isVoid =
    user.lockedAt !== undefined ||
    user.emailSince !== resetToken.emailSince ||
    user.credentialEpoch !== resetToken.credentialEpoch;
  if (isVoid) throw new DomainError('reset-failed');
  const { id: userId, email: to, emailVerified: isVerified, hasSecondFactor } = user;
  const isFactorDropped = hasSecondFactor && !isVerified;
  const kept = isFactorDropped ? withoutSecondFactor(user) : user;
  const after = { ...kept, credentialEpoch: user.credentialEpoch + 1 };
  return {
    result: after,
    changes: [
      ...accountChanged(user, after, { passwordHash }),
      { kind: 'reset-token-used', resetToken },
      ...(isFactorDropped ? recordRemoval(user, { who: 'owner', why: null }, deps) : []),
      ...jobsAdded([
        createJob({ kind: 'mail', mail: 'password-changed', userId, to, isVerified }, deps),
        createCredentialChangeJob(after, deps),
      ]),
    ],
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
