/** Where accounts, tokens and the audit trail are kept; the work of password hashes; the sandbox's own approval. */
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
  /** Those of the users that exist, in no order. */
  findAll(userIds: readonly string[]): Promise<User[]>;
  /** By normalised e-mail address. */
  findCredentials(email: string): Promise<Credentials | undefined>;
  /** Replaces the hash of a password that stays. False when it has been replaced since it was read. */
  rehash(email: string, read: PasswordHash, renewed: PasswordHash): Promise<boolean>;
  /** Which of the two are in use already. A cheap look: only `open` and `save` decide. */
  findTaken(email: string | undefined, phone: string | undefined): Promise<FieldErrorCodes>;
  /**
   * User, claims on e-mail and phone, first token and jobs, all or nothing, counted with them.
   * @throws LimitExceeded, FieldError naming what is taken or used up, DomainError when the same request has opened
   *   it already; any other error leaves the outcome unknown
   */
  register(opening: NewAccount): Promise<void>;
  /**
   * Writes the change unless somebody wrote since `before` was read: then false. Claims follow the
   * address and the phone number.
   * @throws FieldError naming what is taken or used up, DomainError for a spent reset token
   */
  save(change: AccountChange): Promise<boolean>;
  /** Experts by the state of their identity review, the longest registered first. */
  listExperts(review: IdentityReview, pageRequest: PageRequest): Promise<Page<Expert>>;
}

/** A new account and all that is written with it. */
export interface NewAccount {
  readonly user: User;
  readonly passwordHash: PasswordHash;
  readonly token: Token;
  readonly jobs: readonly Job[];
  readonly uploads: readonly CheckedUpload[];
  /** What the opening counts as. */
  readonly counted: RateLimitHit;
  readonly kept?: IdempotencyRecord | undefined;
}

/** A changed account and all that is written with it. */
export interface AccountChange {
  readonly before: User;
  readonly after: User;
  readonly jobs?: readonly Job[];
  /** The hash that holds from now on; to be given when the address or the credential epoch changes. */
  readonly passwordHash?: PasswordHash;
  /** A token that survives a change of epoch. */
  readonly keptToken?: Token;
  /** Used up by the change. */
  readonly uploads?: readonly CheckedUpload[];
  readonly spentReset?: ResetToken;
  /** The provider's event that caused the change. */
  readonly eventId?: string;
  readonly audit?: AuditEntry;
}

export interface Tokens {
  /** The token and its owner, in one round trip. */
  find(userId: string, tokenId: string): Promise<{ token: Token; owner: User } | undefined>;
  /**
   * Adds a token of a login and gives its counted attempt back, in one write.
   * False when the owner's credentials changed since they were read.
   */
  add(token: Token, attempt: RateLimitHit): Promise<boolean>;
  /** False when there was none. */
  revoke(userId: string, tokenId: string): Promise<boolean>;
  /** All tokens of the user, revoked ones of an earlier epoch included. */
  list(userId: string): Promise<Token[]>;
  /** Notes that the token was used. Does nothing to a token that is gone. */
  touch(token: Token, when: Date): Promise<void>;
}

export interface Resets {
  add(reset: ResetToken): Promise<void>;
  find(tokenHash: string): Promise<ResetToken | undefined>;
  /** Keeps others from using the token until then. False when it is gone, or claimed by somebody else. */
  claim(tokenHash: string, now: Date, until: Date): Promise<boolean>;
  /** Ends the claim. Never rejects: it ends by itself. */
  release(tokenHash: string): Promise<void>;
}

export interface Passwords {
  hash(password: string): Promise<PasswordHash>;
  /** Does the same work when there is nothing to compare with. */
  matches(password: string, stored: PasswordHash | undefined): Promise<boolean>;
  /** Whether a new hash would be stronger, or of a newer pepper. */
  isOutdated(stored: PasswordHash): Promise<boolean>;
}

export interface Approvals {
  /** True in the sandbox, where registration approves. */
  readonly automatic: boolean;
  /** Has the approval function run now, where approval is automatic. Never rejects: the job makes up for it. */
  expertRegistered(expertId: string): Promise<void>;
}

export interface Audit {
  /** For what changes nothing else. */
  add(entry: AuditEntry): Promise<void>;
  /** All entries about a user or job, newest first. */
  list(subject: AuditSubject): Promise<AuditEntry[]>;
}
