/**
 * Passwords and tokens of users. The password hash is stored in the item that reserves the e-mail address, never in the
 * user record. The database stores only hashes of tokens and passwords.
 */

import * as v from 'valibot';
import type { Affiliation } from '../partners/partner.ts';
import {
  nullableTextSchema,
  numberSchema,
  optionalFlagSchema,
  optionalTextSchema,
  type Stored,
  textSchema,
} from '../schemas/record-schema.ts';
import type { User } from './account.ts';

const createPasswordHashSchema = () => v.object({ hash: textSchema, pepper: textSchema });

export const createCredentialsSchema = () =>
  v.object({
    userId: textSchema,
    /** Absent after an operator has restored the e-mail address, until the owner resets the password. */
    passwordHash: v.exactOptional(createPasswordHashSchema()),
    credentialEpoch: numberSchema,
    /** Time at which an operator locked the account; absent while the account is not locked. */
    lockedAt: optionalTextSchema,
    /** Whether a login requires a code of the second factor. Absent while it does not. */
    hasSecondFactor: optionalFlagSchema,
  });

export type Credentials = Stored<typeof createCredentialsSchema>;

/** Salted slow hash of a password, and the version of the pepper used in it. */
export type PasswordHash = Stored<typeof createPasswordHashSchema>;

/** Origin of a login or registration. */
export interface RequestOrigin extends Affiliation {
  /** IP address. */
  readonly source: string;
  readonly userAgent: string | undefined;
  readonly deviceName: string | null;
}

export const createTokenSchema = () =>
  v.object({
    id: textSchema,
    userId: textSchema,
    /** SHA-256 of the secret, hex. */
    secretHash: textSchema,
    credentialEpoch: numberSchema,
    createdAt: textSchema,
    lastUsedAt: textSchema,
    userAgent: nullableTextSchema,
    /** Name that the device got at the login. */
    deviceName: optionalTextSchema,
  });

/** A bearer token. It is valid only while its credential epoch equals the credential epoch of its owner. */
export type Token = Stored<typeof createTokenSchema>;

/** An authenticated caller: a valid token and its owner. */
export interface Caller {
  readonly user: User;
  readonly token: Token;
}

export const createResetTokenSchema = () =>
  v.object({
    /** SHA-256 of the token, hex. */
    hash: textSchema,
    userId: textSchema,
    emailSince: textSchema,
    credentialEpoch: numberSchema,
    validUntil: textSchema,
  });

/** Token for a password reset. It becomes invalid when the e-mail address or the password changes. */
export type ResetToken = Stored<typeof createResetTokenSchema>;
