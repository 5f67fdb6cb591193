/**
 * Writes for changes of accounts and tokens. An account consists of a user item, a claim item for the e-mail address,
 * and a claim item for the phone number, if there is one. The claim items keep e-mail addresses and phone numbers
 * unique. The claim item of the e-mail address also holds the credentials.
 */

import type { IdentityReview, User } from '../../../domain/model/account.ts';
import type { ChangeOf } from '../../../domain/model/change.ts';
import type { Credentials } from '../../../domain/model/credentials.ts';
import { listSearchKeys } from '../accounts/search-keys.ts';
import { itemKey } from '../table/keys.ts';
import { withSchemaVersion } from '../table/schema-version.ts';
import { expirySeconds, type Key, type Table } from '../table/table.ts';
import {
  attributeEquals,
  CONFLICT_REJECTION,
  type ConditionalWrite,
  DOES_NOT_EXIST,
  deleteItem,
  EXISTS,
  putItem,
  putOrConflict,
  type WriteCondition,
  type Writers,
} from '../table/writes.ts';

const EMAIL_TAKEN = { reason: 'invalid-field', field: 'email', code: 'email-taken' } as const;
const EMAIL_NOT_RESTORABLE = {
  reason: 'invalid-field',
  field: 'email',
  code: 'email-not-restorable',
} as const;
const PHONE_TAKEN = { reason: 'invalid-field', field: 'phone', code: 'phone-taken' } as const;

type AccountKind =
  | 'account-created'
  | 'account-changed'
  | 'account-closed'
  | 'region-lists-changed'
  | 'party-joined'
  | 'token-issued'
  | 'token-renewed'
  | 'token-revoked'
  | 'reset-token-used';

export function accountWriters(table: Table): Pick<Writers, AccountKind> {
  const claimPhone = (phone: string, userId: string): ConditionalWrite => ({
    write: putItem(table, { ...itemKey.phone(phone), userId }),
    rejection: PHONE_TAKEN,
  });
  const releasePhone = (phone: string): ConditionalWrite => ({
    write: deleteItem(table, itemKey.phone(phone), EXISTS),
    rejection: CONFLICT_REJECTION,
  });

  return {
    'account-created'({ user, passwordHash, list }) {
      const { id: userId, credentialEpoch, email, phone } = user;
      const credentials: Credentials = { userId, passwordHash, credentialEpoch };
      return [
        {
          write: putItem(
            table,
            { ...itemKey.email(email), ...credentials },
            isEmailFree(userId, user.createdAt),
          ),
          rejection: EMAIL_TAKEN,
        },
        ...(phone ? [claimPhone(phone, userId)] : []),
        putOrConflict(table, userItem(user, list)),
        ...moveSearchItems(table, undefined, user),
        putOrConflict(table, itemKey.created(user.createdAt, user.role, userId)),
      ];
    },

    'account-changed'(change) {
      const { before, after, list } = change;
      const next = { ...after, version: before.version + 1 };
      const isSamePhone = before.phone === after.phone;
      return [
        putOrConflict(table, userItem(next, list), attributeEquals('version', before.version)),
        ...emailWrites(table, change),
        ...(before.phone && !isSamePhone ? [releasePhone(before.phone)] : []),
        ...(after.phone && !isSamePhone ? [claimPhone(after.phone, after.id)] : []),
        ...moveSearchItems(table, before, after),
      ];
    },

    'account-closed'({ user, partyCount }) {
      const { id, version, email, phone, credentialEpoch } = user;
      return [
        {
          write: deleteItem(table, itemKey.user(id), attributeEquals('version', version)),
          rejection: CONFLICT_REJECTION,
        },
        {
          write: deleteItem(table, itemKey.email(email), attributeEquals('credentialEpoch', credentialEpoch)),
          rejection: CONFLICT_REJECTION,
        },
        ...(phone ? [releasePhone(phone)] : []),
        {
          write: deleteItem(
            table,
            itemKey.party(id),
            partyCount === 0 ? DOES_NOT_EXIST : attributeEquals('joined', partyCount),
          ),
          rejection: CONFLICT_REJECTION,
        },
        ...moveSearchItems(table, user, undefined),
      ];
    },

    'region-lists-changed': ({ expertId, version, listed, unlisted }) => {
      const { name: TableName } = table;
      const present = version === undefined ? DOES_NOT_EXIST : attributeEquals('version', version);
      const check = { ConditionCheck: { TableName, Key: { ...itemKey.user(expertId) }, ...present } };
      return [
        check,
        ...listed.map(region => ({
          Put: { TableName, Item: withSchemaVersion(itemKey.ofRegion(region, expertId)) },
        })),
        ...unlisted.map(region => ({
          Delete: { TableName, Key: { ...itemKey.ofRegion(region, expertId) } },
        })),
      ].map(write => ({ write, rejection: CONFLICT_REJECTION }));
    },

    'party-joined': ({ userId, version }) => [
      { write: checkUser(table, userId, version), rejection: CONFLICT_REJECTION },
      { write: incrementPartyCount(table, userId), rejection: CONFLICT_REJECTION },
    ],

    'token-issued'({ token, isLogin }) {
      const credentialsUnchanged = {
        TableName: table.name,
        Key: { ...itemKey.user(token.userId) },
        ...attributeEquals('credentialEpoch', token.credentialEpoch),
      };
      const rejection = { reason: 'not-allowed', code: 'wrong-credentials' } as const;
      return [
        putOrConflict(table, { ...itemKey.token(token.userId, token.id), ...token }),
        ...(isLogin ? [{ write: { ConditionCheck: credentialsUnchanged }, rejection }] : []),
      ];
    },

    // A put and not an update: the roles of functions allow updates of the time of last use only.
    'token-renewed': ({ token, credentialEpoch }) => [
      {
        write: putItem(
          table,
          { ...itemKey.token(token.userId, token.id), ...token, credentialEpoch },
          EXISTS,
        ),
        rejection: { reason: 'not-allowed', code: 'unauthenticated' },
      },
    ],

    'token-revoked': ({ token: { userId, id } }) => [
      {
        write: { Delete: { TableName: table.name, Key: { ...itemKey.token(userId, id) } } },
        rejection: CONFLICT_REJECTION,
      },
    ],

    'reset-token-used': ({ resetToken: { hash } }) => [
      {
        write: deleteItem(table, itemKey.reset(hash), EXISTS),
        rejection: { reason: 'not-allowed', code: 'reset-failed' },
      },
    ],
  };
}

/**
 * Builds the writes of an e-mail address's claim item. A new e-mail address moves the claim. If only the password, the
 * credential epoch or the lock changes, the claim stays in place. Without a new password, no write reads or replaces the
 * password hash.
 */
function emailWrites(table: Table, change: ChangeOf<'account-changed'>): ConditionalWrite[] {
  const { before, after, passwordHash, reservedUntil, isEmailRestored } = change;
  const unchanged = attributeEquals('credentialEpoch', before.credentialEpoch);
  const claim = {
    ...{ ...itemKey.email(after.email), userId: after.id, credentialEpoch: after.credentialEpoch },
    ...(passwordHash && { passwordHash }),
    ...(after.lockedAt && { lockedAt: after.lockedAt }),
  };
  if (before.email === after.email) {
    if (before.credentialEpoch === after.credentialEpoch && before.lockedAt === after.lockedAt) return [];
    const write =
      passwordHash === undefined ? updateClaim(table, after, unchanged) : putItem(table, claim, unchanged);
    return [{ write, rejection: CONFLICT_REJECTION }];
  }
  if (passwordHash === undefined) throw new Error('The e-mail address changes without a password hash.');
  const formerKey = itemKey.email(before.email);
  const former = reservedUntil
    ? putItem(table, { ...formerKey, ...createReservation(after.id, reservedUntil) }, unchanged)
    : deleteItem(table, formerKey, unchanged);
  const condition = isEmailRestored
    ? isEmailReserved(after.id, after.emailSince)
    : isEmailFree(after.id, after.emailSince);
  return [
    { write: former, rejection: CONFLICT_REJECTION },
    {
      write: putItem(table, claim, condition),
      rejection: isEmailRestored ? EMAIL_NOT_RESTORABLE : EMAIL_TAKEN,
    },
  ];
}

/**
 * Builds the writes that move the index items of an account from its former name and numbers to the present ones. They
 * have no condition, because the version of the account decides about concurrent changes.
 */
function moveSearchItems(
  { name: TableName }: Table,
  before: User | undefined,
  after: User | undefined,
): ConditionalWrite[] {
  const [former, present] = [before ? listSearchKeys(before) : [], after ? listSearchKeys(after) : []];
  const missingIn = (keys: readonly Key[]) => (one: Key) =>
    !keys.some(({ pk, sk }) => pk === one.pk && sk === one.sk);
  return [
    ...former.filter(missingIn(present)).map(each => ({ Delete: { TableName, Key: { ...each } } })),
    ...present.filter(missingIn(former)).map(each => ({ Put: { TableName, Item: withSchemaVersion(each) } })),
  ].map(write => ({ write, rejection: CONFLICT_REJECTION }));
}

/** Builds the update of the credential epoch and the lock in the claim item. */
function updateClaim(
  { name: TableName }: Table,
  { email, credentialEpoch, lockedAt }: User,
  condition: WriteCondition,
): ConditionalWrite['write'] {
  const setEpoch = 'SET credentialEpoch = :epoch';
  return {
    Update: {
      TableName,
      Key: { ...itemKey.email(email) },
      ...condition,
      UpdateExpression: lockedAt ? `${setEpoch}, lockedAt = :lockedAt` : `${setEpoch} REMOVE lockedAt`,
      ExpressionAttributeValues: {
        ...condition.ExpressionAttributeValues,
        ':epoch': credentialEpoch,
        ...(lockedAt && { ':lockedAt': lockedAt }),
      },
    },
  };
}

/** Members of the claim item of a former e-mail address. DynamoDB deletes the item some time after the reservation. */
const createReservation = (userId: string, reservedUntil: string) => ({
  formerOf: userId,
  reservedUntil,
  expiresAt: expirySeconds(new Date(reservedUntil)),
});

/** Condition that no account has the e-mail address, and that it is not reserved for another account. */
const isEmailFree = (userId: string, now: string): WriteCondition => ({
  ConditionExpression: 'attribute_not_exists(pk) OR formerOf = :userId OR reservedUntil <= :now',
  ExpressionAttributeValues: { ':userId': userId, ':now': now },
});

/** Condition that the e-mail address is reserved for this account. */
const isEmailReserved = (userId: string, now: string): WriteCondition => ({
  ConditionExpression: 'formerOf = :userId AND reservedUntil > :now',
  ExpressionAttributeValues: { ':userId': userId, ':now': now },
});

/** Checks that a user exists and, if there is a version, has not changed since that version was read. */
function checkUser({ name }: Table, userId: string, version: number | undefined): ConditionalWrite['write'] {
  const condition = version === undefined ? EXISTS : attributeEquals('version', version);
  return { ConditionCheck: { TableName: name, Key: { ...itemKey.user(userId) }, ...condition } };
}

/**
 * Increments the number of testimonies that a user has become a party to. The number is an item of its own, so that
 * functions that settle payments need no permission to write accounts.
 */
function incrementPartyCount({ name }: Table, userId: string): ConditionalWrite['write'] {
  return {
    Update: {
      TableName: name,
      Key: { ...itemKey.party(userId) },
      UpdateExpression: 'ADD joined :one',
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}

/** Builds the item of a user. The index sorts listed experts by id, and so by time of registration. */
function userItem(user: User, list: IdentityReview | undefined): object {
  return { ...itemKey.user(user.id), ...user, ...(list && { gsi1pk: `EXPERTS#${list}`, gsi1sk: user.id }) };
}
