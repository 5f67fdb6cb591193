/**
 * Accounts in the table: a user item, and one claim each on the e-mail address and the phone number
 * that make them unique. The claim on the address also holds what signs its owner in.
 */
import type { Credentials, User } from '../../domain/accounts.ts';
import type { Job } from '../../domain/jobs.ts';
import { type FieldReason, FieldRefusal } from '../../domain/refusal.ts';
import type { Token } from '../../domain/tokens.ts';
import type { Accounts, PasswordHash, Random } from '../../domain/world.ts';
import { jobItem } from './jobs.ts';
import { key } from './keys.ts';
import { isNew, readAll, type Table, withoutKeys, writeAll } from './table.ts';
import { tokenItem } from './tokens.ts';

export function dynamoAccounts(table: Table, random: Random): Accounts {
  const put = (item: Record<string, unknown>, condition: object = isNew) => ({
    Put: { TableName: table.name, Item: item, ...condition },
  });

  return {
    async find(userId) {
      const [item] = await readAll(table, [key.user(userId)]);
      return item && withoutKeys<User>(item);
    },

    async findCredentials(email) {
      const [item] = await readAll(table, [key.email(email)]);
      return item && withoutKeys<Credentials>(item);
    },

    async findTaken(email, phone) {
      const found = await readAll(table, [key.email(email), ...(phone ? [key.phone(phone)] : [])]);
      const keys = new Set(found.map(item => item.pk));
      return taken([keys.has(key.email(email).pk), phone !== null && keys.has(key.phone(phone).pk)]);
    },

    async open(user: User, passwordHash: PasswordHash, token: Token, jobs: readonly Job[]) {
      const { id: userId, credentialEpoch, email, phone } = user;
      const credentials: Credentials = { userId, passwordHash, credentialEpoch };
      const claims = [
        put({ ...key.email(email), ...credentials }),
        ...(phone ? [put({ ...key.phone(phone), userId })] : []),
      ];
      const rest = [put(userItem(user)), put(tokenItem(token)), ...jobs.map(job => put(jobItem(job)))];
      const failed = await writeAll(table, [...claims, ...rest], random.uuid());
      if (failed) throw new FieldRefusal(taken([failed[0] === true, phone !== null && failed[1] === true]));
    },

    async update(user, jobs) {
      const next = userItem({ ...user, version: user.version + 1 });
      const unchanged = {
        ConditionExpression: 'version = :read',
        ExpressionAttributeValues: { ':read': user.version },
      };
      const failed = await writeAll(
        table,
        [put(next, unchanged), ...jobs.map(job => put(jobItem(job)))],
        random.uuid(),
      );
      return failed === undefined;
    },
  };
}

function userItem(user: User): Record<string, unknown> {
  return { ...key.user(user.id), ...user };
}

function taken([email, phone]: readonly [boolean, boolean]): FieldReason[] {
  return [...(email ? (['email-taken'] as const) : []), ...(phone ? (['phone-taken'] as const) : [])];
}
