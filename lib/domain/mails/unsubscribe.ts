/**
 * Unsubscription from digests by a signed link, without a login (RFC 8058,
 * infra/docs/api/mails.md#digest-of-new-testimonies). The link can only switch digests off.
 */
import { decideNoChange } from '../accounts/change-user.ts';
import { createRegionListsJobs } from '../accounts/region-lists.ts';
import { decideFlagChange, jobsAdded } from '../changes.ts';
import { FieldError } from '../errors.ts';
import type { User } from '../model/accounts/account.ts';
import type { Decision } from '../model/change.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';

const createPath = (userId: string): string => `/api/v1/digests/unsubscribe/${userId}`;

/** Creates the link for the header of a digest. It has no expiry, because a reader may unsubscribe weeks later. */
export async function createUnsubscribeLink(
  { id }: Pick<User, 'id'>,
  { linkSigner }: Pick<Dependencies, 'linkSigner'>,
): Promise<string> {
  return `${linkSigner.apiUrl}${createPath(id)}?signature=${await linkSigner.sign(`POST\n${createPath(id)}`)}`;
}

/**
 * Checks the signature of a link.
 * @returns undefined when the account is closed
 * @throws FieldError on `signature` when the signature is wrong
 */
export async function checkUnsubscribeLink(
  { userId, signature }: { readonly userId: string; readonly signature: string },
  { accounts, linkSigner }: Pick<Dependencies, 'accounts' | 'linkSigner'>,
): Promise<User | undefined> {
  const isOurs = await linkSigner.verify(`POST\n${createPath(userId)}`, signature);
  if (!isOurs) throw new FieldError({ signature: ['bad-link'] });
  return accounts.find(userId);
}

/** Switches the digests off for an expert. For a client, nothing changes, because clients get none. */
export function switchDigestsOff(user: User, deps: DecisionDependencies): Decision<User> {
  if (user.role !== 'expert' || !user.notifyNewTestimonies) return decideNoChange<User>(user);
  const after = { ...user, notifyNewTestimonies: false };
  return decideFlagChange(
    user,
    'notifyNewTestimonies',
    false,
    jobsAdded(createRegionListsJobs(user, after, deps)),
  );
}
