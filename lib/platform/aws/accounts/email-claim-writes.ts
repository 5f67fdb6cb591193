/**
 * Writes of the claim item of an account's e-mail address, which keeps the address unique and holds the credentials.
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

/** Claims an e-mail address that belongs to no account and is not reserved for another account. */
export function claimEmail(table: Table, claim: object, userId: string, now: string): ConditionalWrite {
  const isFree = {
    ConditionExpression: 'attribute_not_exists(pk) OR formerOf = :userId OR reservedUntil <= :now',
    ExpressionAttributeValues: { ':userId': userId, ':now': now },
  };
  const rejection = { reason: 'invalid-field', field: 'email', code: 'email-taken' } as const;
  return { write: createPut(table, claim, isFree), rejection };
}

function reclaimEmail(table: Table, claim: object, userId: string, now: string): ConditionalWrite {
  const isReserved = {
    ConditionExpression: 'formerOf = :userId AND reservedUntil > :now',
    ExpressionAttributeValues: { ':userId': userId, ':now': now },
  };
  const rejection = { reason: 'invalid-field', field: 'email', code: 'email-not-restorable' } as const;
  return { write: createPut(table, claim, isReserved), rejection };
}

/**
 * Builds the writes of an e-mail address's claim item. A new e-mail address moves the claim. If only the password, the
 * credential epoch, the lock or the second factor changes, the claim is updated in place. Without a new password, the
 * password hash is neither read nor replaced.
 */
export function createEmailWrites(table: Table, change: ChangeOf<'account-changed'>): ConditionalWrite[] {
  const { before, after, passwordHash, reservedUntil, isEmailRestored } = change;
  const unchanged = attributeEquals('credentialEpoch', before.credentialEpoch);
  const claim = {
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
      passwordHash === undefined ? updateClaim(table, after, unchanged) : createPut(table, claim, unchanged);
    return [orConflict(write)];
  }
  if (passwordHash === undefined) throw new Error('The e-mail address changes without a password hash.');
  const formerKey = itemKey.email(before.email, before.market);
  const former = reservedUntil
    ? createPut(table, { ...formerKey, ...createReservation(after.id, reservedUntil) }, unchanged)
    : createDelete(table, formerKey, unchanged);
  const createClaim = isEmailRestored ? reclaimEmail : claimEmail;
  return [orConflict(former), createClaim(table, claim, after.id, after.emailSince)];
}

function updateClaim(table: Table, { email, credentialEpoch, ...user }: User, condition: WriteCondition) {
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

/** Attributes of the claim item of a former e-mail address. DynamoDB deletes it some time after its end. */
const createReservation = (userId: string, reservedUntil: string) => ({
  formerOf: userId,
  reservedUntil,
  expiresAt: computeExpirySeconds(new Date(reservedUntil)),
});
