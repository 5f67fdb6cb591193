/**
 * Former e-mail addresses (infra/docs/api/accounts.md#changing-the-account). After a change, the former address stays
 * reserved for the account for 72 hours, so that operators can restore it when somebody else has taken over the
 * account.
 */
import { HOUR } from '../../../durations.ts';
import { FORMER_EMAIL_HOURS } from '../../input-limits.ts';
import type { User } from './account.ts';

/**
 * Maximum number of former addresses that are stored for an account. Later ones are dropped, so that the original
 * owner's address is kept.
 */
const MAX_FORMER_EMAILS = 20;

/** A change of the e-mail address, and whether the former address is reserved. */
interface EmailChange {
  readonly after: User;
  /** End of the reservation; undefined when the address does not change, or when the former address is not reserved. */
  readonly reservedUntil: string | undefined;
}

/**
 * Reserves the former e-mail address.
 *
 * An address that was never verified is not reserved. Otherwise, anybody could block the addresses of other people. If
 * the account returns to a reserved address and leaves it again, the address keeps its reservation, even if it was not
 * verified again. Otherwise, an attacker who has taken over the account could release the owner's address in this way.
 */
export function reserveFormerEmail(before: User, after: User): EmailChange {
  if (before.email === after.email) return { after, reservedUntil: undefined };
  const { email, emailVerified } = before;
  const { formerEmails: earlier = [], ...moved } = after;
  const current = earlier.filter(({ reservedUntil }) => reservedUntil > after.emailSince);
  const reservedUntil = emailVerified
    ? addHours(after.emailSince, FORMER_EMAIL_HOURS)
    : current.find(former => former.email === email)?.reservedUntil;
  const others = current.filter(former => former.email !== email);
  const formerEmails = reservedUntil ? [...others, { email, reservedUntil }] : others;
  const remembered = formerEmails
    .toSorted((one, other) => (one.reservedUntil < other.reservedUntil ? -1 : 1))
    .slice(0, MAX_FORMER_EMAILS);
  return { after: { ...moved, ...(remembered.length > 0 && { formerEmails: remembered }) }, reservedUntil };
}

/** Returns whether operators can still restore a former address of the account. */
export const hasReservedEmail = ({ email, formerEmails = [] }: User, now: Date): boolean =>
  formerEmails.some(former => former.email !== email && former.reservedUntil > now.toISOString());

const addHours = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * HOUR).toISOString();
