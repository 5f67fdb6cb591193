/**
 * Passwords and tokens of users. The password hash is stored with the claim on the e-mail address, never on the user
 * record. The database stores only hashes of tokens and passwords.
 */

import type { Affiliation } from '../partners/partner.ts';
import type { User } from './account.ts';

export interface Credentials {
  readonly userId: string;
  /** Absent after an operator has restored the e-mail address, until the owner resets the password. */
  readonly passwordHash?: PasswordHash;
  readonly credentialEpoch: number;
  /** Time at which an operator locked the account; absent while the account is not locked. */
  readonly lockedAt?: string;
  /** Whether a login requires a code of the second factor. Absent while it does not. */
  readonly hasSecondFactor?: boolean;
}

/** Salted slow hash of a password, and the version of the pepper used in it. */
export interface PasswordHash {
  readonly hash: string;
  readonly pepper: string;
}

/** Origin of a login or registration. */
export interface RequestOrigin extends Affiliation {
  /** IP address. */
  readonly source: string;
  readonly userAgent: string | undefined;
  readonly deviceName: string | null;
}

/** A bearer token. It is valid only while its credential epoch equals the credential epoch of its owner. */
export interface Token {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the secret, hex. */
  readonly secretHash: string;
  readonly credentialEpoch: number;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly userAgent: string | null;
  /** Name that the device got at the login. */
  readonly deviceName?: string;
}

/** An authenticated caller: a valid token and its owner. */
export interface Caller {
  readonly user: User;
  readonly token: Token;
}

/** Token for a password reset. It becomes invalid when the e-mail address or the password changes. */
export interface ResetToken {
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly userId: string;
  readonly emailSince: string;
  readonly credentialEpoch: number;
  readonly expiresAt: Date;
}
