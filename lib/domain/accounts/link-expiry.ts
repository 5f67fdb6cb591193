/**
 * Links that are mailed end after an hour; the sandbox may end at once all that were mailed so far (infra/docs/api/accounts.md).
 *
 * The account keeps until when they would have held. A link of later holds longer than that, by a second where
 * need be, since links count in seconds: so each is known by its own end for one of before or after.
 */
import type { User } from '../model/account.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { changeUser } from './change-user.ts';

export const LINK_MINUTES = 60;

/** Of a link that is mailed now. */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + LINK_MINUTES * 60_000);
}

/** The same in whole seconds since 1970. */
export function linkExpirySeconds({ linksEndedUntil }: Pick<User, 'linksEndedUntil'>, now: Date): number {
  const seconds = Math.floor(linkExpiry(now).getTime() / 1000);
  const ended = linksEndedUntil ? Math.floor(Date.parse(linksEndedUntil) / 1000) : 0;
  return Math.max(seconds, ended + 1);
}

/** Whether it was mailed before the sandbox ended all links. */
export function isLinkExpired({ linksEndedUntil }: Pick<User, 'linksEndedUntil'>, end: Date): boolean {
  return linksEndedUntil !== undefined && end.getTime() <= Date.parse(linksEndedUntil);
}

export async function expireLinks(
  userId: string,
  deps: Pick<Dependencies, 'accounts' | 'clock'>,
): Promise<void> {
  await changeUser(userId, deps, user => ({
    after: { ...user, linksEndedUntil: linkExpiry(deps.clock.now()).toISOString() },
  }));
}
