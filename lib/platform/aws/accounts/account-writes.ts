/**
 * Writes for changes of accounts and tokens. An account consists of a user item, a reservation of the e-mail address,
 * and a reservation of the phone number, if there is one. The reservations keep e-mail addresses and phone numbers
 * unique. The reservation of the e-mail address also holds the credentials.
 */

import type { IdentityReview, User } from '../../../domain/model/accounts/account.ts';
import type { AccountChanges } from '../../../domain/model/accounts/account-changes.ts';
import type { Credentials } from '../../../domain/model/accounts/credentials.ts';
import type { ChangeOf } from '../../../domain/model/change.ts';
import { itemKey, listSearchKeys } from '../table/keys.ts';
import { computeExpirySeconds, type Key, type Table } from '../table/table.ts';
import {
  attributeEquals,
  type ChangeWriters,
  type ConditionalWrite,
  createDelete,
  createPut,
  createPutOrConflict,
  createUpdate,
  DOES_NOT_EXIST,
  EXISTS,
  orConflict,
  type WriteCondition,
} from '../table/writes.ts';

export function accountWriters(table: Table) {
  const reservePhone = (phone: string, { id: userId, market }: User): ConditionalWrite => ({
    write: createPut(table, { ...itemKey.phone(phone, market), userId }),
    rejection: { reason: 'invalid-field', field: 'phone', code: 'phone-taken' },
  });
  const deleteOrConflict = (key: Key, condition?: WriteCondition) =>
    orConflict(createDelete(table, key, condition));
  const releasePhone = (phone: string, { market }: User) =>
    deleteOrConflict(itemKey.phone(phone, market), EXISTS);
  const countUsers = ({ partner }: User, change: 1 | -1) =>
    partner
      ? [
          orConflict({
            Update: createUpdate(table, itemKey.partnerUsers(partner.id), 'ADD members :change', {
              ':change': change,
            }),
          }),
        ]
      : [];

  return {
    'account-created'({ user, passwordHash, list }) {
      const { id: userId, credentialEpoch, email, phone, market } = user;
      const credentials: Credentials = { userId, passwordHash, credentialEpoch };
      return [
        reserveEmail(table, { ...itemKey.email(email, market), ...credentials }, userId, user.createdAt),
        ...(phone ? [reservePhone(phone, user)] : []),
        createPutOrConflict(table, userItem(user, list)),
        ...moveSearchItems(table, undefined, user),
        createPutOrConflict(table, itemKey.created(user.createdAt, user.role, userId)),
        ...countUsers(user, 1),
      ];
    },

    'account-changed'(change) {
      const { before, after, list } = change;
      const next = { ...after, version: before.version + 1 };
      const isSamePhone = before.phone === after.phone;
      return [
        createPutOrConflict(table, userItem(next, list), attributeEquals('version', before.version)),
        ...createEmailWrites(table, change),
        ...(before.phone && !isSamePhone ? [releasePhone(before.phone, before)] : []),
        ...(after.phone && !isSamePhone ? [reservePhone(after.phone, after)] : []),
        ...moveSearchItems(table, before, after),
      ];
    },

    'account-flag-changed': ({ before: { id, version }, flag, value }) => [
      orConflict({
        Update: createUpdate(
          table,
          itemKey.user(id),
          `SET ${flag} = :value, #attribute = :next`,
          { ':value': value, ':next': version + 1 },
          attributeEquals('version', version),
        ),
      }),
    ],

    'account-closed'({ user, partyCount }) {
      const { id, version, email, phone, credentialEpoch, market } = user;
      return [
        deleteOrConflict(itemKey.user(id), attributeEquals('version', version)),
        deleteOrConflict(itemKey.email(email, market), attributeEquals('credentialEpoch', credentialEpoch)),
        ...(phone ? [releasePhone(phone, user)] : []),
        deleteOrConflict(itemKey.party(id), joinedCountEquals(partyCount)),
        ...moveSearchItems(table, user, undefined),
        ...countUsers(user, -1),
      ];
    },

    'region-lists-changed': ({ expertId, market, version, listed, unlisted }) => [
      orConflict(
        checkUser(
          table,
          expertId,
          version === undefined ? DOES_NOT_EXIST : attributeEquals('version', version),
        ),
      ),
      ...moveItems(
        table,
        unlisted.map(region => itemKey.ofRegion(region, market, expertId)),
        listed.map(region => itemKey.ofRegion(region, market, expertId)),
      ),
    ],

    /**
     * The number of a user's testimonies is a separate item, so that functions that accept payments need no permission
     * to write accounts.
     */
    'party-joined': ({ userId, version }) => [
      orConflict(
        checkUser(table, userId, version === undefined ? EXISTS : attributeEquals('version', version)),
      ),
      orConflict({ Update: createUpdate(table, itemKey.party(userId), 'ADD joined :one', { ':one': 1 }) }),
    ],

    'token-issued'({ token, isLogin }) {
      const { userId, id, credentialEpoch } = token;
      const check = checkUser(table, userId, attributeEquals('credentialEpoch', credentialEpoch));
      const rejection = { reason: 'not-allowed', code: 'wrong-credentials' } as const;
      return [
        createPutOrConflict(table, { ...itemKey.token(userId, id), ...token }),
        ...(isLogin ? [{ write: check, rejection }] : []),
      ];
    },

    // The token is written with a put, because the roles of functions allow updates only of the time of its last use.
    'token-renewed': ({ token, credentialEpoch }) => [
      {
        write: createPut(
          table,
          { ...itemKey.token(token.userId, token.id), ...token, credentialEpoch },
          EXISTS,
        ),
        rejection: { reason: 'not-allowed', code: 'unauthenticated' },
      },
    ],

    'token-revoked': ({ token: { userId, id } }) => [deleteOrConflict(itemKey.token(userId, id))],

    'second-factor-stored': ({ before, after }) => [
      createPutOrConflict(
        table,
        { ...itemKey.secondFactor(after.userId), ...after },
        before && attributeEquals('version', before.version),
      ),
    ],

    'second-factor-removed': ({ userId, before }) => [
      deleteOrConflict(itemKey.secondFactor(userId), before && attributeEquals('version', before.version)),
    ],

    'reset-token-used': ({ resetToken: { hash } }) => [
      {
        write: createDelete(table, itemKey.reset(hash), EXISTS),
        rejection: { reason: 'not-allowed', code: 'reset-failed' },
      },
    ],
  } satisfies ChangeWriters<AccountChanges>;
}

const joinedCountEquals = (count: number): WriteCondition =>
  count === 0 ? DOES_NOT_EXIST : attributeEquals('joined', count);

/** Builds the writes that move the index items of an account from its former to its new name and numbers. */
function moveSearchItems(table: Table, before: User | undefined, after: User | undefined) {
  const [former, present] = [before ? listSearchKeys(before) : [], after ? listSearchKeys(after) : []];
  const missingIn = (keys: readonly Key[]) => (one: Key) =>
    !keys.some(({ pk, sk }) => pk === one.pk && sk === one.sk);
  return moveItems(table, former.filter(missingIn(present)), present.filter(missingIn(former)));
}

/**
 * Builds the writes that delete and create items that consist only of a key. They have no condition, because concurrent
 * changes are detected by the version of the account.
 */
const moveItems = (table: Table, deleted: readonly Key[], created: readonly Key[]): ConditionalWrite[] =>
  [
    ...deleted.map(key => createDelete(table, key)),
    ...created.map(key => ({ Put: { TableName: table.name, Item: key } })),
  ].map(orConflict);

const checkUser = ({ name: TableName }: Table, userId: string, condition: WriteCondition) => ({
  ConditionCheck: { TableName, Key: { ...itemKey.user(userId) }, ...condition },
});

/** Builds the item of a user. In the index, listed experts are sorted by id and therefore by time of registration. */
function userItem(user: User, list: IdentityReview | undefined): object {
  return { ...itemKey.user(user.id), ...user, ...(list && { gsi1pk: `EXPERTS#${list}`, gsi1sk: user.id }) };
}

/**
 * Reserves an e-mail address that belongs to no account and is not reserved as the former address of another account.
 */
function reserveEmail(table: Table, reservation: object, userId: string, now: string): ConditionalWrite {
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
function createEmailWrites(table: Table, change: ChangeOf<'account-changed'>): ConditionalWrite[] {
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

/**
 * Attributes of the item that reserves a former e-mail address. DynamoDB deletes the item some time after the
 * reservation has ended.
 */
const createFormerReservation = (userId: string, reservedUntil: string) => ({
  formerOf: userId,
  reservedUntil,
  expiresAt: computeExpirySeconds(new Date(reservedUntil)),
});
