/**
 * Writes of the item that reserves the e-mail address of an account. It keeps the address unique and holds the
 * credentials.
 */
import type { User } from '../../../domain/model/accounts/account.ts';
import type { ChangeOf } from '../../../domain/model/change.ts';
import { itemKey } from '../table/keys.ts';
import { computeExpirySeconds, type Table } from '../table/table.ts';
import {
  attributeEquals,
  type ConditionalWrite,
  createDelete,
  createPut,
  createUpdate,
  orConflict,
  type WriteCondition,
} from '../table/writes.ts';

/**
 * Reserves an e-mail address that belongs to no account and is not reserved as the former address of another account.
 */
export function reserveEmail(
  table: Table,
  reservation: object,
  userId: string,
  now: string,
): ConditionalWrite {
  const isFree = {
    ConditionExpression: 'attribute_not_exists(pk) OR formerOf = :userId OR reservedUntil <= :now',
    ExpressionAttributeValues: { ':userId': userId, ':now': now },
  };
  const rejection = { reason: 'invalid-field', field: 'email', code: 'email-taken' } as const;
  return { write: createPut(table, reservation, isFree), rejection };
}

function restoreReservedEmail(
  table: Table,
  reservation: object,
  userId: string,
  now: string,
): ConditionalWrite {
  const isReserved = {
    ConditionExpression: 'formerOf = :userId AND reservedUntil > :now',
    ExpressionAttributeValues: { ':userId': userId, ':now': now },
  };
  const rejection = { reason: 'invalid-field', field: 'email', code: 'email-not-restorable' } as const;
  return { write: createPut(table, reservation, isReserved), rejection };
}

/**
 * Builds the writes of the item that reserves an e-mail address. A new e-mail address moves the reservation. If only
 * the password, the credential epoch, the lock or the second factor changes, the item is updated in place. Without a
 * new password, the password hash is neither read nor replaced.
 */
export function createEmailWrites(table: Table, change: ChangeOf<'account-changed'>): ConditionalWrite[] {
  const { before, after, passwordHash, reservedUntil, isEmailRestored } = change;
  const unchanged = attributeEquals('credentialEpoch', before.credentialEpoch);
  const reservation = {
    ...itemKey.email(after.email, after.market),
    userId: after.id,
    credentialEpoch: after.credentialEpoch,
    ...(passwordHash && { passwordHash }),
    ...(after.lockedAt && { lockedAt: after.lockedAt }),
    ...(after.hasSecondFactor && { hasSecondFactor: true }),
  };
  if (before.email === after.email) {
    const isSame = (['credentialEpoch', 'lockedAt', 'hasSecondFactor'] as const).every(
      name => before[name] === after[name],
    );
    if (isSame) return [];
    const write =
      passwordHash === undefined
        ? updateReservation(table, after, unchanged)
        : createPut(table, reservation, unchanged);
    return [orConflict(write)];
  }
  if (passwordHash === undefined) throw new Error('The e-mail address changes without a password hash.');
  const formerKey = itemKey.email(before.email, before.market);
  const former = reservedUntil
    ? createPut(table, { ...formerKey, ...createFormerReservation(after.id, reservedUntil) }, unchanged)
    : createDelete(table, formerKey, unchanged);
  const reserve = isEmailRestored ? restoreReservedEmail : reserveEmail;
  return [orConflict(former), reserve(table, reservation, after.id, after.emailSince)];
}

function updateReservation(
  table: Table,
  { email, credentialEpoch, ...user }: User,
  condition: WriteCondition,
) {
  const { lockedAt, hasSecondFactor, market } = user;
  const members = Object.entries({ lockedAt, hasSecondFactor });
  const set = members.filter(([, value]) => value !== undefined);
  const removed = members.flatMap(([name, value]) => (value === undefined ? [name] : []));
  const change = [
    `SET ${['credentialEpoch = :epoch', ...set.map(([name]) => `${name} = :${name}`)].join(', ')}`,
    ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
  ].join(' ');
  const values = {
    ':epoch': credentialEpoch,
    ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  };
  return { Update: createUpdate(table, itemKey.email(email, market), change, values, condition) };
}

/** Attributes of the item that reserves a former e-mail address. DynamoDB deletes it some time after its end. */
const createFormerReservation = (userId: string, reservedUntil: string) => ({
  formerOf: userId,
  reservedUntil,
  expiresAt: computeExpirySeconds(new Date(reservedUntil)),
});
