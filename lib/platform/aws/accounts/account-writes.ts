/** Writes that make up the transactions for registering and changing an account. */
import { accountActivity, registrationActivity } from '../../../domain/activity/account-activity.ts';
import type { Credentials, User } from '../../../domain/model/account.ts';
import type { AccountChange, NewAccount } from '../../../domain/ports/accounts.ts';
import { uploadUseWrite } from '../files/uploads.ts';
import { jobWrites } from '../jobs/job-writes.ts';
import { activityWrites } from '../table/activity.ts';
import { itemKey } from '../table/keys.ts';
import type { NamedWrite, Table } from '../table/table.ts';
import { auditItem, deleteItem, EXISTS, equals, eventWrites, putItem } from '../table/writes.ts';
import { tokenItem } from './tokens.ts';

export function registrationWrites(
  table: Table,
  { user, passwordHash, token, jobs, uploads }: NewAccount,
): NamedWrite[] {
  const { id: userId, credentialEpoch, email, phone } = user;
  return [
    [
      'email',
      putItem(table, {
        ...itemKey.email(email),
        ...({ userId, passwordHash, credentialEpoch } satisfies Credentials),
      }),
    ],
    ...(phone ? [['phone', putItem(table, { ...itemKey.phone(phone), userId })] as const] : []),
    ['user', putItem(table, userItem(user))],
    ['token', putItem(table, tokenItem(token))],
    ...uploads.map(upload => uploadUseWrite(table, upload)),
    ...jobWrites(table, jobs),
    ...activityWrites(table, registrationActivity(user)),
  ];
}

export function accountChangeWrites(table: Table, change: AccountChange): NamedWrite[] {
  const { before, after, jobs = [], uploads = [], keptToken, usedReset, eventId, audit } = change;
  const newEpoch = after.credentialEpoch !== before.credentialEpoch;
  return [
    [
      'user',
      putItem(table, userItem({ ...after, version: before.version + 1 }), equals('version', before.version)),
    ],
    ...emailWrites(table, change, newEpoch),
    ...phoneWrites(table, before, after),
    ...(keptToken && newEpoch ? [['token', restamp(table, keptToken, after.credentialEpoch)] as const] : []),
    ...(usedReset ? [['reset', deleteItem(table, itemKey.reset(usedReset.hash), EXISTS)] as const] : []),
    ...uploads.map(upload => uploadUseWrite(table, upload)),
    ...eventWrites(table, eventId),
    ...(audit ? [['audit', putItem(table, auditItem(audit))] as const] : []),
    ...jobWrites(table, jobs),
    ...activityWrites(table, accountActivity(before, after)),
  ];
}

/**
 * Builds the writes to the e-mail claim, which holds the credentials. A changed address moves the claim; a changed
 * credential epoch alone replaces it in place.
 */
function emailWrites(
  table: Table,
  { before, after, passwordHash }: AccountChange,
  newEpoch: boolean,
): NamedWrite[] {
  const moved = before.email !== after.email;
  if (!moved && !newEpoch) return [];
  if (!passwordHash)
    throw new Error('A change of the e-mail address or credential epoch requires the password hash.');
  const credentials: Credentials = { userId: after.id, passwordHash, credentialEpoch: after.credentialEpoch };
  const claim = { ...itemKey.email(after.email), ...credentials };
  const unchanged = equals('credentialEpoch', before.credentialEpoch);
  if (!moved) return [['former claim', putItem(table, claim, unchanged)]];
  return [
    ['former claim', deleteItem(table, itemKey.email(before.email), unchanged)],
    ['email', putItem(table, claim)],
  ];
}

function phoneWrites(table: Table, before: User, after: User): NamedWrite[] {
  if (before.phone === after.phone) return [];
  return [
    ...(before.phone
      ? [['former claim', deleteItem(table, itemKey.phone(before.phone), EXISTS)] as const]
      : []),
    ...(after.phone
      ? [['phone', putItem(table, { ...itemKey.phone(after.phone), userId: after.id })] as const]
      : []),
  ];
}

function restamp(
  { name }: Table,
  { userId, id }: { userId: string; id: string },
  epoch: number,
): NamedWrite[1] {
  return {
    Update: {
      TableName: name,
      Key: { ...itemKey.token(userId, id) },
      ...EXISTS,
      UpdateExpression: 'SET credentialEpoch = :epoch',
      ExpressionAttributeValues: { ':epoch': epoch },
    },
  };
}

/** Builds the item of a user. The index lists experts by state of identity review, sorted by id and so by time. */
function userItem(user: User): object {
  const listed = user.role === 'expert' && { gsi1pk: `EXPERTS#${user.identityReview}`, gsi1sk: user.id };
  return { ...itemKey.user(user.id), ...user, ...listed };
}
