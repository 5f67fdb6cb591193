/**
 * Former e-mail addresses (infra/docs/api/accounts.md#changing-the-account). After a change, the former address stays
 * reserved for the account for 72 hours, so that operators can restore it when somebody else has taken over the
 * account.
 */
import type { User } from '../model/account.ts';

const RESERVATION_HOURS = 72;

/** Maximum number of former addresses that an account remembers. Later ones are dropped, so the owner's stays. */
const MAX_FORMER_EMAILS = 20;

/** A change of the e-mail address, with the reservation of the former one. */
interface EmailChange {
  readonly after: User;
  /** Undefined when the address stays, or when the former address is not reserved. */
  readonly reservedUntil: string | undefined;
}

/**
 * Reserves the former e-mail address.
 *
 * An address that was never verified is not reserved. Otherwise, anybody could block the addresses of other people. An
 * address that the account has left and taken again keeps its reservation, although it is unverified then. Otherwise,
 * whoever has taken over the account could free the owner's address by moving back to it and away again.
 */
export function reserveFormerEmail(before: User, after: User): EmailChange {
  if (before.email === after.email) return { after, reservedUntil: undefined };
  const { email, emailVerified } = before;
  const { formerEmails: earlier = [], ...moved } = after;
  const current = earlier.filter(({ reservedUntil }) => reservedUntil > after.emailSince);
  const reservedUntil = emailVerified
    ? addHours(after.emailSince, RESERVATION_HOURS)
    : current.find(former => former.email === email)?.reservedUntil;
  const others = current.filter(former => former.email !== email);
  const formerEmails = reservedUntil ? [...others, { email, reservedUntil }] : others;
  const remembered = formerEmails
    .toSorted((one, other) => (one.reservedUntil < other.reservedUntil ? -1 : 1))
    .slice(0, MAX_FORMER_EMAILS);
  return { after: { ...moved, ...(remembered.length > 0 && { formerEmails: remembered }) }, reservedUntil };
}

const addHours = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * 3600_000).toISOString();
