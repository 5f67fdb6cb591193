/**
 * Former e-mail addresses (infra/docs/api/accounts.md#changing-the-account). After a change, the former address stays
 * reserved for the account for 72 hours, so that operators can restore it when somebody else has taken over the account.
 */
import type { User } from '../model/account.ts';

export const RESERVATION_HOURS = 72;

/**
 * Returns the time until which the former e-mail address stays reserved.
 *
 * An address that was never verified is not reserved. Otherwise, anybody could block the addresses of other people.
 * @returns undefined when the address stays, or when the former address was not verified
 */
export function getReservationEnd(before: User, after: User): string | undefined {
  if (before.email === after.email || !before.emailVerified) return undefined;
  return new Date(Date.parse(after.emailSince) + RESERVATION_HOURS * 3600_000).toISOString();
}
