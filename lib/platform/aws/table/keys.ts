/** Keys of every kind of item in the table (infra/docs/data.md#the-table). */
import type { User } from '../../../domain/model/accounts/account.ts';
import {
  MIN_NAME_CHARACTERS,
  normalizeName,
  normalizeNumber,
} from '../../../domain/model/accounts/account-search.ts';
import type { MoneyListName, WaitingMoney } from '../../../domain/model/payments/money-list.ts';
import { getTestimonyNumber } from '../../../domain/model/testimonies/testimony.ts';
import type { Key } from './table.ts';

/**
 * Scopes a key to a market. The suffix is unambiguous: the local part of an e-mail address may contain `#`, but neither
 * a domain nor any other scoped value can.
 */
export const scopeToMarket = (key: string, market: string | undefined): string =>
  market === undefined ? key : `${key}#${market}`;

const own = (pk: string): Key => ({ pk, sk: pk });

export const itemKey = {
  user: (id: string): Key => ({ pk: `USER#${id}`, sk: 'USER' }),
  /** Bearer token. Tokens have their own partitions, so that a permission for them does not include the account. */
  token: (userId: string, id: string): Key => ({ pk: `TOKEN#${userId}`, sk: `TOKEN#${id}` }),
  /** Number of testimonies to which a user has become a party. */
  party: (userId: string): Key => own(`PARTY#${userId}`),
  secondFactor: (userId: string): Key => own(`FACTOR#${userId}`),
  audit: (about: string, id: string): Key => ({ pk: `AUDIT#${about}`, sk: `AUDIT#${id}` }),
  /**
   * Reason of an audit entry. It is a separate item, because account deletion may erase the reason but never the entry.
   */
  auditReason: (about: string, id: string): Key => ({
    pk: `REASON#${about}`,
    sk: `REASON#${id}`,
  }),
  partner: (id: string): Key => own(`PARTNER#${id}`),
  /**
   * Number of a partner's users. It has its own partition, so that registrations need no permission to write partners.
   */
  partnerUsers: (id: string): Key => own(`PARTNERUSERS#${id}`),
  email: (address: string, market: string | undefined): Key => own(scopeToMarket(`EMAIL#${address}`, market)),
  phone: (e164: string, market: string | undefined): Key => own(scopeToMarket(`PHONE#${e164}`, market)),
  /** Index item of an account's normalised name. The partition is a prefix of the name. */
  name: (partition: string, name: string, userId: string): Key => ({
    pk: `NAME#${partition}`,
    sk: `${name}#${userId}`,
  }),
  number: (number: string, userId: string): Key => ({ pk: `NUMBER#${number}`, sk: userId }),
  /** Item of an account or a testimony in the month of its creation, for statistics. */
  created: (createdAt: string, kind: 'client' | 'expert' | 'testimony', id: string): Key => ({
    pk: `CREATED#${createdAt.slice(0, 7)}`,
    sk: `${kind}#${id}`,
  }),
  /** Item of an approved expert in the list of a region, for digests of new testimonies. */
  ofRegion: (region: string, market: string | undefined, expertId: string): Key => ({
    pk: scopeToMarket(`REGION#${region}`, market),
    sk: expertId,
  }),
  digest: (expertId: string): Key => own(`DIGEST#${expertId}`),
  /** Item of a testimony that became visible after its creation, for the digests of its region. */
  revealedTestimony: (
    region: string,
    market: string | undefined,
    visibleSince: string,
    testimonyId: string,
  ): Key => ({
    pk: scopeToMarket(`DIGEST#${region}`, market),
    sk: `${visibleSince} ${testimonyId}`,
  }),
  job: (id: string): Key => ({ pk: `JOB#${id}`, sk: 'JOB' }),
  activity: (userId: string, id: string): Key => ({ pk: `ACTIVITY#${userId}`, sk: id }),
  /** Webhook of a partner. It shares its partition with the attempts of its deliveries. */
  webhook: (partnerId: string): Key => ({ pk: `WEBHOOK#${partnerId}`, sk: 'WEBHOOK' }),
  /** Past attempt to deliver an event to a webhook endpoint. */
  deliveryAttempt: (partnerId: string, endpointId: string, id: string): Key => ({
    pk: `WEBHOOK#${partnerId}`,
    sk: `ATTEMPT#${endpointId}#${id}`,
  }),
  /** Webhook delivery that has not ended. Deliveries that must be sent in order share a partition. */
  delivery: (id: string): Key => ({ pk: `DELIVERY#${id.slice(id.indexOf('#') + 1)}`, sk: id }),
  mail: (userId: string, sentAt: string, id: string): Key => ({
    pk: `MAIL#${userId}`,
    sk: `${sentAt}#${id}`,
  }),
  window: (limit: string, hashedKey: string, start: number): Key =>
    own(`LIMIT#${limit}#${hashedKey}#${start}`),
  /** Payment pages that a client may have open. */
  openPages: (clientId: string): Key => own(`LIMIT#pages#${clientId}`),
  /** Cents sent to an expert on a Slovak day, except in payouts that an operator released. */
  sentOnDay: (expertId: string, day: string): Key => own(`LIMIT#payouts#${expertId}#${day}`),
  reset: (hash: string): Key => own(`RESET#${hash}`),
  upload: (objectKey: string): Key => own(`UPLOAD#${objectKey}`),
  testimony: (id: string): Key => ({ pk: `TESTIMONY#${id}`, sk: 'TESTIMONY' }),
  offer: (testimonyId: string, id: string): Key => ({ pk: `TESTIMONY#${testimonyId}`, sk: `OFFER#${id}` }),
  money: (testimonyId: string, id: string): Key => ({ pk: `TESTIMONY#${testimonyId}`, sk: `MONEY#${id}` }),
  offerPointer: (id: string): Key => own(`OFFER#${id}`),
  ofClient: (clientId: string, testimonyId: string): Key => ({ pk: `CLIENT#${clientId}`, sk: testimonyId }),
  ofExpert: (expertId: string, testimonyId: string): Key => ({ pk: `EXPERT#${expertId}`, sk: testimonyId }),
  checkout: (sessionId: string): Key => own(`CHECKOUT#${sessionId}`),
  /** Pointer from the testimony's partition to one of its checkouts, so that all buyers can be found. */
  checkoutPointer: (testimonyId: string, sessionId: string): Key => ({
    pk: `TESTIMONY#${testimonyId}`,
    sk: `CHECKOUT#${sessionId}`,
  }),
  paying: (offerId: string): Key => own(`PAYING#${offerId}`),
  payment: (paymentId: string): Key => own(`PAYMENT#${paymentId}`),
  /**
   * Idempotency record in the partition of its user. A guest's record has its own partition, and a pointer to it is in
   * the partition of the user that the request created.
   */
  idempotencyRecord: (userId: string, id: string): Key => ({
    pk: `IDEMPOTENCY#${userId}`,
    sk: `RECORD#${id}`,
  }),
  difference: (id: string): Key => own(`DIFFERENCE#${id}`),
};

/** Returns the partition of the index with the open testimonies of a region. */
export const getOpenPartition = (region: string, market: string | undefined): string =>
  scopeToMarket(`OPEN#${region}`, market);

/** Returns the partition of the index with the mails of a partner's users. */
export const getPartnerMailsPartition = (partnerId: string): string => `MAILS#${partnerId}`;

/** Returns the partition of the index with the events of a partner's users. */
export const getPartnerEventsPartition = (partnerId: string): string => `EVENTS#${partnerId}`;

export const getMoneyListPartition = (list: MoneyListName): string => `MONEY#${list}`;

/**
 * Returns the index keys that put a record with a waiting amount into a list of operators; undefined if no amount
 * waits.
 */
export const createMoneyListKeys = (waiting: WaitingMoney | undefined, id: string) =>
  waiting && { gsi1pk: getMoneyListPartition(waiting.list), gsi1sk: `${waiting.since} ${id}` };

export const getTestimonyNumberPartition = (testimonyId: string): string =>
  `TESTIMONIES#number#${getTestimonyNumber(testimonyId)}`;

/**
 * Returns the key of the index item for a normalised name. Its partition is the beginning of the name.
 * @returns undefined when the name is too short to be searched for
 */
export function createNameKey(name: string, userId: string): Key | undefined {
  const start = [...name].slice(0, MIN_NAME_CHARACTERS);
  return start.length < MIN_NAME_CHARACTERS ? undefined : itemKey.name(start.join(''), name, userId);
}

/**
 * Lists the keys of the index items by which operators find an account: its last name with the first name, and its
 * numbers. Each item consists only of its key.
 */
export function listSearchKeys(user: User): Key[] {
  const name = normalizeName([user.lastName, user.firstName].filter(Boolean).join(' '));
  const numbers = [user.role === 'expert' ? user.registrationNumber : null, user.company?.businessId];
  const normalized = new Set(numbers.map(number => normalizeNumber(number ?? '')).filter(Boolean));
  return [
    createNameKey(name, user.id) ?? [],
    ...[...normalized].map(number => itemKey.number(number, user.id)),
  ].flat();
}
