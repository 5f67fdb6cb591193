/**
 * DynamoDB implementation of the account store. An account is a user item and one claim item each for the e-mail
 * address and the phone number, which keep these unique. The claim of the address also holds the credentials.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  DomainError,
  FieldError,
  type FieldErrorCode,
  type FieldErrorCodes,
} from '../../../domain/errors.ts';
import type { Credentials, Expert, User } from '../../../domain/model/account.ts';
import type { Accounts } from '../../../domain/ports/accounts.ts';
import type { Random } from '../../../domain/ports/services.ts';
import { LimitExceeded } from '../../../domain/rate-limits.ts';
import type { Environment } from '../../environment.ts';
import { writeWithIdempotencyRecord } from '../idempotency/record-writes.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage } from '../table/lists.ts';
import {
  ifConditionMet,
  readBatch,
  readItems,
  readOne,
  type Table,
  withoutKeys,
  writeAll,
} from '../table/table.ts';
import { accountChangeWrites, registrationWrites } from './account-writes.ts';
import { createIncrement, readLimitFactor, toExceededLimit } from './rate-limiter.ts';

export function dynamoAccounts(table: Table, random: Random, environment: Environment): Accounts {
  return {
    find: userId => readOne<User>(table, itemKey.user(userId)),

    async findAll(userIds) {
      const items = await readItems(table, [...new Set(userIds)].map(itemKey.user));
      return items.map(withoutKeys<User>);
    },

    findCredentials: email => readOne<Credentials>(table, itemKey.email(email)),

    async rehash(email, read, renewed) {
      const change = new UpdateCommand({
        TableName: table.name,
        Key: itemKey.email(email),
        ConditionExpression: 'passwordHash = :read',
        UpdateExpression: 'SET passwordHash = :renewed',
        ExpressionAttributeValues: { ':read': read, ':renewed': renewed },
      });
      return (await ifConditionMet(table.client.send(change))) !== undefined;
    },

    async findTaken(email, phone) {
      const claims = {
        ...(email && { email: itemKey.email(email) }),
        ...(phone && { phone: itemKey.phone(phone) }),
      };
      if (Object.keys(claims).length === 0) return {};
      const found = new Set((await readBatch(table, Object.values(claims))).map(({ pk }) => pk));
      return toFieldErrors(
        new Set(Object.entries(claims).flatMap(([name, { pk }]) => (found.has(pk) ? [name] : []))),
      );
    },

    async register(opening) {
      const factor = readLimitFactor(environment);
      const counted = { Update: createIncrement(table, factor)(opening.rateLimitHit) };
      const writes = [...registrationWrites(table, opening), ['counted', counted] as const];
      const recordOfRequest = { record: opening.idempotencyRecord, newUserId: opening.user.id };
      const failed = await writeWithIdempotencyRecord(table, writes, recordOfRequest, random.uuid());
      if (failed.has('counted')) throw new LimitExceeded(toExceededLimit(opening.rateLimitHit, factor));
      if (failed.size > 0) throw new FieldError(toFieldErrors(failed));
    },

    async save(change) {
      const failed = await writeAll(table, accountChangeWrites(table, change), random.uuid());
      if (failed.size === 0 || failed.has('event')) return true;
      if (failed.has('user') || failed.has('former claim')) return false;
      if (failed.has('reset')) throw new DomainError('reset-failed');
      if (failed.has('token')) throw new DomainError('unauthenticated');
      throw new FieldError(toFieldErrors(failed));
    },

    listExperts: (review, pageRequest) =>
      queryPage(table, { index: 'gsi1', pk: `EXPERTS#${review}` }, pageRequest, withoutKeys<Expert>),
  };
}

const TAKEN: Record<string, FieldErrorCode> = { email: 'email-taken', phone: 'phone-taken' };

/** Maps names of failed writes to field errors. Writes of claims and uploads are named after their field. */
function toFieldErrors(names: ReadonlySet<string>): FieldErrorCodes {
  return Object.fromEntries([...names].map(name => [name, [TAKEN[name] ?? 'upload-unusable']]));
}
