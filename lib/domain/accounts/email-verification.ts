/**
 * Verification of e-mail addresses by signed links (infra/docs/api/accounts.md#verifying-the-e-mail-address). The path
 * of a link contains a hash of the e-mail address, so the link stops working when the user changes the address.
 */
import { createHash } from 'node:crypto';
import { decideFlagChange, tasksAdded } from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import type { User } from '../model/accounts/account.ts';
import type { Change, Decision } from '../model/change.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { computeLinkExpirySeconds, isLinkExpired } from './link-expiry.ts';

export interface VerificationLink {
  readonly userId: string;
  readonly hash: string;
  /** Unix time in seconds, exactly as it appears in the link. */
  readonly expires: string;
  readonly signature: string;
}

/**
 * Checks the signature and the expiry of a link.
 * @returns the user that the link was mailed to
 * @throws FieldError on `signature` when the signature is wrong, the link has expired, the user does not exist or
 *   the account is locked
 */
export async function checkVerificationLink(
  link: VerificationLink,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'linkSigner'>,
): Promise<User> {
  if (!(await isGenuine(link, deps))) throw new FieldError({ signature: ['bad-link'] });
  const user = await deps.accounts.find(link.userId);
  if (!user || user.lockedAt || isLinkExpired(user, new Date(Number(link.expires) * 1000)))
    throw new FieldError({ signature: ['bad-link'] });
  return user;
}

/**
 * Verifies the e-mail address of a user.
 * @throws FieldError on `signature` when the link was sent to another e-mail address
 * @throws DomainError `already-verified`
 */
export function verifyEmail(
  user: User,
  { hash }: Pick<VerificationLink, 'hash'>,
  deps: DecisionDependencies,
): Decision<User> {
  if (hashEmail(user.email) !== hash) throw new FieldError({ signature: ['bad-link'] });
  if (user.emailVerified) throw new DomainError('already-verified');
  return decideFlagChange(user, 'emailVerified', true, createAnnouncementJobs(user, deps));
}

/** Adds the job that announces the testimonies of a client whose address has just been verified. */
export function createAnnouncementJobs({ id: userId, role }: User, deps: DecisionDependencies): Change[] {
  return role === 'client' ? tasksAdded([{ kind: 'announce-client', userId }], deps) : [];
}

async function isGenuine(
  { userId, hash, expires, signature }: VerificationLink,
  deps: Pick<Dependencies, 'clock' | 'linkSigner'>,
): Promise<boolean> {
  const text = createSignedText(createVerificationPath(userId, hash), expires);
  const isOurs = await deps.linkSigner.verify(text, signature);
  return isOurs && deps.clock.now().getTime() < Number(expires) * 1000;
}

/** Creates the path of the frontend's page that calls the signed URL of the API, for a verification mail. */
export async function createVerificationLink(
  user: Pick<User, 'id' | 'email' | 'linksEndedUntil'>,
  deps: Pick<Dependencies, 'clock' | 'linkSigner'>,
): Promise<string> {
  const path = createVerificationPath(user.id, hashEmail(user.email));
  const expires = String(computeLinkExpirySeconds(user, deps.clock.now()));
  const signature = await deps.linkSigner.sign(createSignedText(path, expires));
  const url = `${deps.linkSigner.apiUrl}${path}?expires=${expires}&signature=${signature}`;
  return `/verify-email?url=${encodeURIComponent(url)}`;
}

function createVerificationPath(userId: string, hash: string): string {
  return `/api/v1/auth/email/verify/${userId}/${hash}`;
}

function createSignedText(path: string, expires: string): string {
  return `GET\n${path}\n${expires}`;
}

export function hashEmail(email: string): string {
  return createHash('sha256').update(email).digest('hex');
}
