/**
 * Expiry of mailed links, an hour after the mail. When the sandbox expires the links of a user, it stores the latest
 * expiry that these links can have in `linksEndedUntil`. Links that are mailed later get a later expiry, so they stay
 * valid.
 */
import { MINUTE } from '../../durations.ts';
import { decideAccountChange } from '../changes.ts';
import type { User } from '../model/accounts/account.ts';
import type { Decision } from '../model/change.ts';
import type { Dependencies } from '../ports/dependencies.ts';

export const LINK_MINUTES = 60;

export function computeLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + LINK_MINUTES * MINUTE);
}

/** Returns the expiry of a link that is mailed now, in Unix seconds. It is always later than `linksEndedUntil`. */
export function computeLinkExpirySeconds(
  { linksEndedUntil }: Pick<User, 'linksEndedUntil'>,
  now: Date,
): number {
  const seconds = Math.floor(computeLinkExpiry(now).getTime() / 1000);
  const ended = linksEndedUntil ? Math.floor(Date.parse(linksEndedUntil) / 1000) : 0;
  return Math.max(seconds, ended + 1);
}

/** Returns whether the link with this expiry was mailed before the sandbox expired all links. */
export function isLinkExpired({ linksEndedUntil }: Pick<User, 'linksEndedUntil'>, end: Date): boolean {
  return linksEndedUntil !== undefined && end.getTime() <= Date.parse(linksEndedUntil);
}

/** Expires all links that have been mailed to the user. */
export function expireLinks(user: User, { clock }: Pick<Dependencies, 'clock'>): Decision<User> {
  return decideAccountChange(user, {
    ...user,
    linksEndedUntil: computeLinkExpiry(clock.now()).toISOString(),
  });
}
