/**
 * Expiry of mailed links. A link expires after an hour; the sandbox can also expire all links that were mailed so far.
 *
 * When the sandbox does so, the account records the latest expiry that an earlier link can have (`linksEndedUntil`).
 * Verification links that are mailed later expire at least one second after it, so the expiry of a link shows whether
 * it was mailed before or after.
 */

import { decideAccountChange } from '../changes.ts';
import type { User } from '../model/account.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { changeUser } from './change-user.ts';

export const LINK_MINUTES = 60;

/** Returns the expiry of a link that is mailed now. */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + LINK_MINUTES * 60_000);
}

/** Returns the expiry of a link that is mailed now, in Unix seconds, and always later than `linksEndedUntil`. */
export function linkExpirySeconds({ linksEndedUntil }: Pick<User, 'linksEndedUntil'>, now: Date): number {
  const seconds = Math.floor(linkExpiry(now).getTime() / 1000);
  const ended = linksEndedUntil ? Math.floor(Date.parse(linksEndedUntil) / 1000) : 0;
  return Math.max(seconds, ended + 1);
}

/** Returns whether the link with this expiry was mailed before the sandbox expired all links. */
export function isLinkExpired({ linksEndedUntil }: Pick<User, 'linksEndedUntil'>, end: Date): boolean {
  return linksEndedUntil !== undefined && end.getTime() <= Date.parse(linksEndedUntil);
}

/** Expires all links that were mailed to the user so far. */
export async function expireLinks(
  userId: string,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'unitOfWork'>,
): Promise<void> {
  await changeUser(userId, deps, user =>
    decideAccountChange(user, { ...user, linksEndedUntil: linkExpiry(deps.clock.now()).toISOString() }),
  );
}
