/** DynamoDB implementation of the account store. The reservation of an e-mail address also holds the credentials. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Expert } from '../../../domain/model/accounts/account.ts';
import type { Accounts } from '../../../domain/ports/accounts.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage } from '../table/lists.ts';
import { readValid, toCredentials, toUser } from '../table/records.ts';
import {
  type Item,
  ignoreFailedCondition,
  readBatch,
  readItem,
  readItems,
  readRecord,
  type Table,
} from '../table/table.ts';
import { createUpdate } from '../table/writes.ts';

export function dynamoAccounts(table: Table): Accounts {
  return {
    find: userId => readRecord(table, itemKey.user(userId), toUser),

    async findWithPartyCount(userId) {
      const items = await readBatch(table, [itemKey.user(userId), itemKey.party(userId)]);
      const user = items.find(({ sk }) => sk === 'USER');
      const party = items.find(({ sk }) => sk !== 'USER');
      return user && { user: toUser(user), partyCount: Number(party?.joined ?? 0) };
    },

    async findAll(userIds) {
      const items = await readItems(table, [...new Set(userIds)].map(itemKey.user));
      return readValid(items, toUser);
    },

    async findCredentials(email, market) {
      const reservation = await readItem(table, itemKey.email(email, market));
      return reservation && reservation.formerOf === undefined ? toCredentials(reservation) : undefined;
    },

    async rehash(email, market, read, renewed) {
      const values = { ':read': read, ':renewed': renewed };
      const change = 'SET passwordHash = :renewed';
      const update = createUpdate(
        table,
        itemKey.email(email, market),
        change,
        values,
        'passwordHash = :read',
      );
      await ignoreFailedCondition(table.client.send(new UpdateCommand(update)));
    },

    async findTakenFields({ email, phone }, { id: userId, market }, now) {
      const reservations = {
        ...(email && { email: itemKey.email(email, market) }),
        ...(phone && { phone: itemKey.phone(phone, market) }),
      };
      if (Object.keys(reservations).length === 0) return {};
      const items = await readBatch(table, Object.values(reservations));
      const taken = items.filter(item => !isReservationFor(item, userId, now));
      const found = new Set(taken.map(({ pk }) => pk));
      return {
        ...(reservations.email && found.has(reservations.email.pk) && { email: ['email-taken'] }),
        ...(reservations.phone && found.has(reservations.phone.pk) && { phone: ['phone-taken'] }),
      };
    },

    listExperts: (review, pageRequest) =>
      queryPage(table, { index: 'gsi1', pk: `EXPERTS#${review}` }, pageRequest, toExpert),
  };
}

/** Converts an item of the index of experts, which contains no clients. */
const toExpert = (item: Item): Expert => toUser(item) as Expert;

/**
 * Returns whether the item is a reservation that does not prevent this user from taking the address: it reserves a
 * former e-mail address, and has expired or belongs to this user.
 */
const isReservationFor = (item: Item, userId: string | undefined, now: Date): boolean =>
  item.formerOf !== undefined &&
  (item.formerOf === userId || String(item.reservedUntil) <= now.toISOString());
