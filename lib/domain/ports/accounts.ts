/** Stores of accounts, tokens, second factors and audit entries; password hashes; approval in the sandbox. */
import type { FieldErrorCodes } from '../errors.ts';
import type { Expert, IdentityReview, User } from '../model/accounts/account.ts';
import type { AccountSearch } from '../model/accounts/account-search.ts';
import type { Credentials, PasswordHash, ResetToken, Token } from '../model/accounts/credentials.ts';
import type { SecondFactor } from '../model/accounts/second-factor.ts';
import type { AuditEntry } from '../model/activity/audit.ts';
import type { RateLimitResult } from '../model/limits/rate-limit.ts';
import type { Page, PageRequest } from '../model/page.ts';

export interface Accounts {
  find(userId: string): Promise<User | undefined>;
  /** Finds a user, together with the number of testimonies to which the user is a party. */
  findWithPartyCount(userId: string): Promise<{ user: User; partyCount: number } | undefined>;
  /** Returns the users that exist, in no particular order. */
  findAll(userIds: readonly string[]): Promise<User[]>;
  findCredentials(email: string, market: string | undefined): Promise<Credentials | undefined>;
  /** Upgrades the stored hash of an unchanged password. Does nothing when the hash was replaced since it was read. */
  rehash(email: string, market: string | undefined, read: PasswordHash, renewed: PasswordHash): Promise<void>;
  /**
   * Checks which of the two values are taken in the market. The check is advisory: the commit can still be rejected.
   * @param owner the market, and the user who wants the values; a former e-mail address of this user is not taken
   */
  findTakenFields(
    contact: { readonly email: string | undefined; readonly phone: string | undefined },
    owner: ContactOwner,
    now: Date,
  ): Promise<FieldErrorCodes>;
  /** Lists the experts with this state of the identity review, in the order of registration. */
  listExperts(review: IdentityReview, pageRequest: PageRequest): Promise<Page<Expert>>;
}

/**
 * Market in which an e-mail address or a phone number belongs to only one account, and the id of the user who wants it;
 * the id is absent at a registration.
 */
export interface ContactOwner {
  readonly id?: string;
  readonly market?: string | undefined;
}

export interface AccountSearcher {
  /**
   * Finds accounts: at most one by id, or by address or phone number in a market; any number of them by name or number,
   * in pages.
   */
  search(search: AccountSearch, pageRequest: PageRequest): Promise<Page<User>>;
}

export interface Tokens {
  find(userId: string, tokenId: string): Promise<{ token: Token; owner: User } | undefined>;
  /** Counts a request with an unknown token for the network of its caller. */
  countUnknown(source: string, at: Date): Promise<RateLimitResult>;
  /** Revokes a token. Resolves to false when the token does not exist. */
  revoke(userId: string, tokenId: string): Promise<boolean>;
  /** Lists all tokens of the user, including those revoked by a change of the credential epoch. */
  list(userId: string): Promise<Token[]>;
  /** Records that the token was used. Does nothing when the token is gone. */
  recordUse(token: Token, when: Date): Promise<void>;
}

export interface ResetTokens {
  add(reset: ResetToken): Promise<void>;
  find(tokenHash: string): Promise<ResetToken | undefined>;
  /**
   * Claims the token until `until`, so that concurrent requests cannot use it.
   * @returns false when the token is gone or already claimed
   */
  claim(tokenHash: string, now: Date, until: Date): Promise<boolean>;
  /** Releases the claim. Never rejects, because the claim also expires by itself. */
  release(tokenHash: string): Promise<void>;
}

export interface PasswordHasher {
  hash(password: string): Promise<PasswordHash>;
  /**
   * Compares a password with a hash. A comparison without a hash takes the same time, so that timing does not reveal
   * whether an account exists.
   */
  matches(password: string, stored: PasswordHash | undefined): Promise<boolean>;
  /** Returns whether a new hash of the same password would be stronger or use a newer pepper. */
  isOutdated(stored: PasswordHash): Promise<boolean>;
}

export interface SecondFactors {
  find(userId: string): Promise<SecondFactor | undefined>;
  /** Creates a random secret, and returns it both in base32 and encrypted. */
  createSecret(
    userId: string,
  ): Promise<{ readonly secret: string } & Pick<SecondFactor, 'sealedSecret' | 'pepper'>>;
  open(factor: SecondFactor): Promise<SecondFactorSecret>;
}

export interface SecondFactorSecret {
  /** Finds the time step of a code, at most one step before or after the given time. */
  findStep(code: string, at: Date): number | undefined;
  /** Computes the stored form of a recovery code, which must be without hyphens. */
  hashRecoveryCode(code: string): string;
  /** Creates ten random recovery codes. */
  createRecoveryCodes(): string[];
}

export interface AutomaticApproval {
  /** Whether registration approves experts automatically; true in the sandbox only. */
  readonly isEnabled: boolean;
  /**
   * Invokes the approval function at once if approval is automatic. Never rejects: if the invocation fails, a job
   * approves the expert.
   */
  approve(expertId: string): Promise<void>;
}

export interface AuditLog {
  /** Adds an entry for an action that makes no other change and has no reason. */
  add(entry: Omit<AuditEntry, 'why'>): Promise<void>;
  /** Lists all entries about the subject, newest first. */
  list(subjectId: string): Promise<AuditEntry[]>;
}
