/** What it takes to write an account with all that belongs to it: the parts of one transaction. */
import type { Credentials, User } from '../../domain/accounts.ts';
import type { Job } from '../../domain/jobs.ts';
import type { AccountChange, Opening } from '../../domain/world.ts';
import { auditItem } from './audit.ts';
import { jobItem } from './jobs.ts';
import { key } from './keys.ts';
import { isNew, type Key, type Named, type Table, ttl } from './table.ts';
import { tokenItem } from './tokens.ts';
import { uploadUse } from './uploads.ts';

const EVENT_KEPT_SECONDS = 90 * 24 * 3600;

type Condition = Pick<
  NonNullable<Named[1]['Put']>,
  'ConditionExpression' | 'ExpressionAttributeValues' | 'ExpressionAttributeNames'
>;

export function openingWrites(table: Table, { user, passwordHash, token, jobs, uploads }: Opening): Named[] {
  const { id: userId, credentialEpoch, email, phone } = user;
  return [
    [
      'email',
      put(table, {
        ...key.email(email),
        ...({ userId, passwordHash, credentialEpoch } satisfies Credentials),
      }),
    ],
    ...(phone ? [['phone', put(table, { ...key.phone(phone), userId })] as const] : []),
    ['user', put(table, userItem(user))],
    ['token', put(table, tokenItem(token))],
    ...uploads.map(upload => uploadUse(table, upload)),
    ...jobWrites(table, jobs),
  ];
}

export function changeWrites(table: Table, change: AccountChange): Named[] {
  const { before, after, jobs = [], uploads = [], keptToken, spentReset, eventId, audit } = change;
  const newEpoch = after.credentialEpoch !== before.credentialEpoch;
  return [
    [
      'user',
      put(table, userItem({ ...after, version: before.version + 1 }), equals('version', before.version)),
    ],
    ...emailWrites(table, change, newEpoch),
    ...phoneWrites(table, before, after),
    ...(keptToken && newEpoch ? [['token', restamp(table, keptToken, after.credentialEpoch)] as const] : []),
    ...(spentReset ? [['reset', remove(table, key.reset(spentReset.hash), EXISTS)] as const] : []),
    ...uploads.map(upload => uploadUse(table, upload)),
    ...(eventId ? [['event', put(table, eventItem(eventId))] as const] : []),
    ...(audit ? [['audit', put(table, auditItem(audit))] as const] : []),
    ...jobWrites(table, jobs),
  ];
}

/** The claim follows the address; a new password is written to it. */
function emailWrites(
  table: Table,
  { before, after, passwordHash }: AccountChange,
  newEpoch: boolean,
): Named[] {
  const moved = before.email !== after.email;
  if (!moved && !newEpoch) return [];
  if (!passwordHash) throw new Error('an address or epoch cannot change without its password hash');
  const credentials: Credentials = { userId: after.id, passwordHash, credentialEpoch: after.credentialEpoch };
  const claim = { ...key.email(after.email), ...credentials };
  const unchanged = equals('credentialEpoch', before.credentialEpoch);
  if (!moved) return [['former claim', put(table, claim, unchanged)]];
  return [
    ['former claim', remove(table, key.email(before.email), unchanged)],
    ['email', put(table, claim)],
  ];
}

function phoneWrites(table: Table, before: User, after: User): Named[] {
  if (before.phone === after.phone) return [];
  return [
    ...(before.phone ? [['former claim', remove(table, key.phone(before.phone), EXISTS)] as const] : []),
    ...(after.phone ? [['phone', put(table, { ...key.phone(after.phone), userId: after.id })] as const] : []),
  ];
}

const EXISTS: Condition = { ConditionExpression: 'attribute_exists(pk)' };

function equals(attribute: string, value: number): Condition {
  return {
    ConditionExpression: '#attribute = :read',
    ExpressionAttributeNames: { '#attribute': attribute },
    ExpressionAttributeValues: { ':read': value },
  };
}

function put({ name }: Table, item: object, condition: Condition = isNew): Named[1] {
  return { Put: { TableName: name, Item: { ...item }, ...condition } };
}

function remove({ name }: Table, item: Key, condition: Condition): Named[1] {
  return { Delete: { TableName: name, Key: { ...item }, ...condition } };
}

function restamp({ name }: Table, { userId, id }: { userId: string; id: string }, epoch: number): Named[1] {
  return {
    Update: {
      TableName: name,
      Key: { ...key.token(userId, id) },
      ...EXISTS,
      UpdateExpression: 'SET credentialEpoch = :epoch',
      ExpressionAttributeValues: { ':epoch': epoch },
    },
  };
}

function jobWrites(table: Table, jobs: readonly Job[]): Named[] {
  return jobs.map(job => ['job', put(table, jobItem(job))]);
}

/** Experts are listed by the state of their identity review, in the order of their ids, which is that of time. */
function userItem(user: User): object {
  const listed = user.role === 'expert' && { gsi1pk: `EXPERTS#${user.identityReview}`, gsi1sk: user.id };
  return { ...key.user(user.id), ...user, ...listed };
}

function eventItem(id: string): object {
  return { ...key.event(id), expiresAt: ttl(new Date(), EVENT_KEPT_SECONDS) };
}
