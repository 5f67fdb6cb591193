/** Changes of accounts, their tokens and their second factors, as parts of a decision (`model/change.ts`). */
import type { IdentityReview, User } from './account.ts';
import type { PasswordHash, ResetToken, Token } from './credentials.ts';
import type { SecondFactor } from './second-factor.ts';

/** Flags of accounts that callers without a token can change by a signed link. */
export type AccountFlag = 'emailVerified' | 'notifyNewTestimonies';

export interface AccountChanges {
  /** A new account. The e-mail address and the phone number become unavailable to others. */
  'account-created': {
    readonly user: User;
    readonly passwordHash: PasswordHash;
    /** Identity review state under which operators list the expert; undefined for clients. */
    readonly list: IdentityReview | undefined;
  };
  /** A changed account. The change is rejected when the account has changed since `before` was read. */
  'account-changed': {
    readonly before: User;
    readonly after: User;
    /**
     * The password hash after the change; undefined when the password does not change, null when only a reset can set a
     * new one. Required when the e-mail address changes.
     */
    readonly passwordHash: PasswordHash | null | undefined;
    /** Time until which no other account can use the former e-mail address; undefined when it is not reserved. */
    readonly reservedUntil: string | undefined;
    /** Whether the new e-mail address must be a former one that is still reserved for this account. */
    readonly isEmailRestored: boolean;
    readonly list: IdentityReview | undefined;
  };
  /**
   * A single changed flag of an account, which is written without replacing the account
   * (infra/decisions/0030-write-permissions.md). The change is rejected when the account has changed since it was read.
   */
  'account-flag-changed': {
    readonly before: User;
    readonly flag: AccountFlag;
    readonly value: boolean;
  };
  /** A closed account. Its e-mail address and phone number become available. */
  'account-closed': {
    readonly user: User;
    /** Number of testimonies that the user had joined as a party when the decision was made. */
    readonly partyCount: number;
  };
  /**
   * An expert joins and leaves the digest lists of regions. The change is rejected when the account has changed since
   * it was read.
   */
  'region-lists-changed': {
    readonly expertId: string;
    readonly market: string | undefined;
    /** Version of the account; undefined when it is closed. */
    readonly version: number | undefined;
    readonly listed: readonly string[];
    readonly unlisted: readonly string[];
  };
  /**
   * A user becomes a party to an accepted testimony. The change raises the party count of the user, so a concurrent
   * deletion of the account is rejected.
   */
  'party-joined': {
    readonly userId: string;
    /** Version of the user record that the decision relies on; undefined if only the existence of the user matters. */
    readonly version: number | undefined;
  };
  'token-issued': {
    readonly token: Token;
    /**
     * Whether a login issues the token. If so, the change is rejected when the credentials have changed since they were
     * read.
     */
    readonly isLogin: boolean;
  };
  /**
   * A bearer token that stays valid when the credential epoch of its owner changes. The change is rejected when the
   * token no longer exists.
   */
  'token-renewed': {
    readonly token: Token;
    readonly credentialEpoch: number;
  };
  /**
   * A bearer token that a login revokes because its owner has too many. The change is not rejected if the token no
   * longer exists.
   */
  'token-revoked': { readonly token: Token };
  /** A new or changed second factor. The change is rejected when the factor has changed since `before` was read. */
  'second-factor-stored': {
    readonly before: SecondFactor | undefined;
    readonly after: SecondFactor;
  };
  /**
   * A removed second factor. With `before`, the change is rejected when the factor has changed since `before` was read.
   */
  'second-factor-removed': {
    readonly userId: string;
    readonly before?: SecondFactor | undefined;
  };
  'reset-token-used': { readonly resetToken: ResetToken };
}
