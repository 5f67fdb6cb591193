/** Stores of accounts, tokens and audit entries; password hashing; automatic approval in the sandbox. */
import type { FieldErrorCodes } from '../errors.ts';
import type { Credentials, Expert, PasswordHash, ResetToken, Token, User } from '../model/account.ts';
import type { AuditEntry, AuditSubject } from '../model/audit.ts';
import type { CheckedUpload } from '../model/file.ts';
import type { IdempotencyRecord } from '../model/idempotency.ts';
import type { IdentityReview } from '../model/identity.ts';
import type { Job } from '../model/job.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { RateLimitHit } from '../model/rate-limit.ts';

export interface Accounts {
  find(userId: string): Promise<User | undefined>;
  /** Returns the users that exist, in no particular order. */
  findAll(userIds: readonly string[]): Promise<User[]>;
  /** Finds credentials by normalised e-mail address. */
  findCredentials(email: string): Promise<Credentials | undefined>;
  /**
   * Upgrades the stored hash of an unchanged password.
   * @returns false when the hash has been replaced since it was read
   */
  rehash(email: string, read: PasswordHash, renewed: PasswordHash): Promise<boolean>;
  /** Checks which of the two values are taken. Advisory only: `register` and `save` decide. */
  findTaken(email: string | undefined, phone: string | undefined): Promise<FieldErrorCodes>;
  /**
   * Creates the user, the claims on e-mail address and phone number, the first token and the jobs in one transaction,
   * which also counts against the rate limit. After an error that is not listed here, the outcome is unknown.
   * @throws LimitExceeded when the rate limit is used up
   * @throws FieldError naming the values that are taken and the uploads that are used up
   * @throws DomainError when the same request has already created the account
   */
  register(opening: NewAccount): Promise<void>;
  /**
   * Writes the change, and moves the claims on e-mail address and phone number if these have changed.
   * @returns false when the account has changed since `before` was read
   * @throws FieldError naming the values that are taken and the uploads that are used up
   * @throws DomainError when the reset token is already used
   */
  save(change: AccountChange): Promise<boolean>;
  /** Lists the experts with this state of the identity review, in the order of registration. */
  listExperts(review: IdentityReview, pageRequest: PageRequest): Promise<Page<Expert>>;
}

/** A new account and all that is written with it. */
export interface NewAccount {
  readonly user: User;
  readonly passwordHash: PasswordHash;
  readonly token: Token;
  readonly jobs: readonly Job[];
  readonly uploads: readonly CheckedUpload[];
  /** The rate limit that the registration counts against. */
  readonly rateLimitHit: RateLimitHit;
  readonly idempotencyRecord?: IdempotencyRecord | undefined;
}

/** A changed account and all that is written with it. */
export interface AccountChange {
  readonly before: User;
  readonly after: User;
  readonly jobs?: readonly Job[];
  /** The password hash after the change; required when the address or the credential epoch changes. */
  readonly passwordHash?: PasswordHash;
  /** A token that stays valid when the credential epoch changes. */
  readonly keptToken?: Token;
  /** Uploads that the change uses up. */
  readonly uploads?: readonly CheckedUpload[];
  readonly usedReset?: ResetToken;
  /** Id of the payment provider's event that caused the change. */
  readonly eventId?: string;
  readonly audit?: AuditEntry;
}

export interface Tokens {
  /** Finds a token and its owner in one round trip. */
  find(userId: string, tokenId: string): Promise<{ token: Token; owner: User } | undefined>;
  /**
   * Adds the token of a login and releases the counted login attempt, in one write.
   * @returns false when the owner's credentials have changed since they were read
   */
  add(token: Token, attempt: RateLimitHit): Promise<boolean>;
  /** Revokes a token. Resolves to false when there was none. */
  revoke(userId: string, tokenId: string): Promise<boolean>;
  /** Lists all tokens of the user, including those revoked by a change of the credential epoch. */
  list(userId: string): Promise<Token[]>;
  /** Records that the token was used. Does nothing when the token is gone. */
  touch(token: Token, when: Date): Promise<void>;
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
  /** Compares a password with a hash. Takes the same time without a hash, so timing does not reveal accounts. */
  matches(password: string, stored: PasswordHash | undefined): Promise<boolean>;
  /** Returns whether a new hash would be stronger or use a newer pepper. */
  isOutdated(stored: PasswordHash): Promise<boolean>;
}

export interface Approvals {
  /** Whether registration approves experts automatically; true in the sandbox only. */
  readonly isAutomatic: boolean;
  /**
   * Invokes the approval function at once if approval is automatic. Never rejects, because a job approves the expert
   * otherwise.
   */
  approveAutomatically(expertId: string): Promise<void>;
}

export interface Audit {
  /** Adds an entry for an action that writes nothing else. */
  add(entry: AuditEntry): Promise<void>;
  /** Lists all entries about the subject, newest first. */
  list(subject: AuditSubject): Promise<AuditEntry[]>;
}
