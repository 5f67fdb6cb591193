/**
 * Every outside thing the service talks to, as the house rules see it.
 *
 * `lib/platform` implements the members; stories take a `Pick` of them, so their signature says
 * what they can touch. Unless a member says otherwise its calls reject when the outside thing is
 * out of reach, and the caller of the API then reads 503.
 */
import type { Credentials, Expert, IdentityReview, User } from './accounts.ts';
import type { AuditEntry, Subject } from './audit.ts';
import type { Checkout, PaidSession, SessionOrder } from './checkouts.ts';
import type { ScanFile, ScanMove, StoredScan } from './identity-documents.ts';
import type { Job } from './jobs.ts';
import type { Letter } from './letters.ts';
import type { Hit, Verdict } from './limits.ts';
import type { MoneyMovement } from './money.ts';
import type { Page, Turn } from './pages.ts';
import type { ResetToken } from './password-reset.ts';
import type { PaymentAccount, PaymentEvent } from './payments.ts';
import type { FieldReasons } from './refusal.ts';
import type { Acceptance } from './settlement.ts';
import type { Offer, Testimony } from './testimonies.ts';
import type { Token } from './tokens.ts';
import type { CheckedUpload, Upload, UploadForm } from './uploads.ts';

export interface World {
  accounts: Accounts;
  approvals: Approvals;
  audit: Audit;
  botCheck: BotCheck;
  checkouts: Checkouts;
  clock: Clock;
  documents: Documents;
  jobs: Jobs;
  limiter: Limiter;
  links: Links;
  mailDns: MailDns;
  mailer: Mailer;
  objectLinks: ObjectLinks;
  passwords: Passwords;
  payments: Payments;
  random: Random;
  resets: Resets;
  scans: Scans;
  testimonies: Testimonies;
  tokens: Tokens;
  uploadPermits: UploadPermits;
  uploads: Uploads;
}

export interface Clock {
  now(): Date;
}

export interface Random {
  /** A UUIDv7. */
  uuid(): string;
  /** 256 random bits as 43 base64url characters. */
  secret(): string;
  /** 128 random bits in hex. */
  hex128(): string;
}

/** A new account and all that is written with it. */
export interface Opening {
  readonly user: User;
  readonly passwordHash: PasswordHash;
  readonly token: Token;
  readonly jobs: readonly Job[];
  readonly uploads: readonly CheckedUpload[];
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

export interface Accounts {
  find(userId: string): Promise<User | undefined>;
  /** Those of the users that exist, in no order. */
  findAll(userIds: readonly string[]): Promise<User[]>;
  /** By normalised e-mail address. */
  findCredentials(email: string): Promise<Credentials | undefined>;
  /** Which of the two are in use already. A cheap look: only `open` and `save` decide. */
  findTaken(email: string | undefined, phone: string | undefined): Promise<FieldReasons>;
  /**
   * User, claims on e-mail and phone, first token and jobs, all or nothing.
   * @throws FieldRefusal naming what is taken or used up; any other error leaves the outcome unknown
   */
  open(opening: Opening): Promise<void>;
  /**
   * Writes the change unless somebody wrote since `before` was read: then false. Claims follow the
   * address and the phone number.
   * @throws FieldRefusal naming what is taken or used up, Refusal for a spent reset token
   */
  save(change: AccountChange): Promise<boolean>;
  /** Experts by the state of their identity review, the longest registered first. */
  listExperts(review: IdentityReview, turn: Turn): Promise<Page<Expert>>;
}

export interface Audit {
  /** For what changes nothing else. */
  add(entry: AuditEntry): Promise<void>;
  /** All entries about a user or job, newest first. */
  list(subject: Subject): Promise<AuditEntry[]>;
}

export interface Approvals {
  /** True in the sandbox, where registration approves. */
  readonly automatic: boolean;
  /** Has the approval function run now, where approval is automatic. Never rejects: the job makes up for it. */
  expertRegistered(expertId: string): Promise<void>;
}

export interface BotCheck {
  /**
   * Lets everybody pass while bot protection is off.
   * @throws FieldRefusal for a token that is missing or refused, Refusal when the challenge service is out of reach
   */
  pass(challengeToken: string | undefined, source: string): Promise<void>;
}

export interface MailDns {
  /** Whether mail for `domain` (ASCII) has somewhere to go. @throws Refusal when no resolver answers. */
  acceptsMail(domain: string): Promise<boolean>;
}

/** A salted slow hash and the version of the pepper that went into it. */
export interface PasswordHash {
  readonly hash: string;
  readonly pepper: string;
}

export interface Passwords {
  hash(password: string): Promise<PasswordHash>;
  /** Does the same work when there is nothing to compare with. */
  matches(password: string, stored: PasswordHash | undefined): Promise<boolean>;
}

export interface Scans {
  /** Both or none: when one cannot be stored the other is deleted again. */
  receive(files: readonly [ScanFile, ScanFile]): Promise<[StoredScan, StoredScan]>;
  /** Never rejects: what stays behind expires after a day. */
  discard(scans: readonly StoredScan[]): Promise<void>;
  /** Deletes scans that others have replaced. */
  remove(keys: readonly string[]): Promise<void>;
  /** Moves the very version that was checked to its lasting place. Safe to repeat. */
  keep(move: ScanMove): Promise<void>;
}

export interface ObjectLinks {
  /** A link that shows the first of these objects that exists to whoever has it. */
  show(keys: readonly [string, ...string[]], seconds: number): Promise<string>;
  /** A link that saves the stored PDF under this name. */
  download(key: string, fileName: string, seconds: number): Promise<string>;
}

export interface Documents {
  /** Puts a finished testimony at its lasting place. */
  store(place: string, fileName: string, file: ScanFile): Promise<void>;
  /** Never rejects. */
  discard(place: string): Promise<void>;
}

export interface TestimonyChange {
  readonly before: Testimony;
  readonly after: Testimony;
  readonly jobs: readonly Job[];
  readonly uploads?: readonly CheckedUpload[];
}

export interface Testimonies {
  add(testimony: Testimony): Promise<void>;
  find(id: string): Promise<Testimony | undefined>;
  /** Newest first. */
  listOfClient(clientId: string, turn: Turn): Promise<Page<Testimony>>;
  /** Those the expert has offered on, newest first. */
  listOfExpert(expertId: string, turn: Turn): Promise<Page<Testimony>>;
  /** Open ones in these regions, newest first, without those the expert has offered on. */
  listOfferable(regions: readonly string[], expertId: string, turn: Turn): Promise<Page<Testimony>>;
  /** Writes the change unless somebody wrote since `before` was read: then false. */
  save(change: TestimonyChange): Promise<boolean>;
  /** All offers of a testimony, the oldest first. */
  offers(testimonyId: string): Promise<Offer[]>;
  /** The expert's offers on these testimonies, a page of them at most. */
  offersBy(expertId: string, testimonyIds: readonly string[]): Promise<Offer[]>;
  findOffer(offerId: string): Promise<Offer | undefined>;
  /** @throws Refusal `already-offered`, `wrong-state` when the testimony is no longer open */
  addOffer(offer: Offer, jobs: readonly Job[]): Promise<void>;
  /** False when the offer or its testimony is no longer open. */
  withdrawOffer(offer: Offer): Promise<boolean>;
}

export interface Checkouts {
  add(checkout: Checkout): Promise<void>;
  find(sessionId: string): Promise<Checkout | undefined>;
  /** All of it, unless anything that was read has changed since: then false. */
  accept(acceptance: Acceptance): Promise<boolean>;
  /** Marks an open checkout for its refund. False when it is not open any more. */
  giveBack(
    checkout: Checkout,
    payment: MoneyMovement,
    eventId: string | undefined,
    jobs: readonly Job[],
  ): Promise<boolean>;
  /** Marks it refunded, once. */
  refunded(checkout: Checkout, refund: MoneyMovement, jobs: readonly Job[]): Promise<void>;
}

export interface UploadPermits {
  /** Records the permission and says where the file goes. */
  give(upload: Upload): Promise<UploadForm>;
}

export interface Uploads {
  find(key: string): Promise<Upload | undefined>;
  /** What was uploaded; undefined when there is nothing, null when it is larger than `most` bytes. */
  read(key: string, most: number): Promise<Buffer | null | undefined>;
}

export interface Resets {
  add(reset: ResetToken): Promise<void>;
  find(tokenHash: string): Promise<ResetToken | undefined>;
}

export interface Payments {
  /** Opens the expert's account at the provider; asking twice opens one. @returns its id */
  openAccount(expert: Expert): Promise<string>;
  /** The provider's page where the expert proves who they are. */
  onboardingPage(accountId: string): Promise<string>;
  /** The account as it is now. */
  findAccount(accountId: string): Promise<PaymentAccount | undefined>;
  readonly commissionPercent: number;
  /** A page where the offer is paid. `attempt` makes asking twice for one attempt open one session. */
  openSession(order: SessionOrder): Promise<{ id: string; url: string }>;
  findSession(sessionId: string): Promise<PaidSession | undefined>;
  /**
   * Gives all of it back; asking twice gives back once. The provider repeats its answer to an attempt,
   * so one that failed needs another number.
   */
  refund(checkout: Checkout, paymentId: string | null, attempt: number): Promise<void>;
  /** @throws Refusal `bad-signature` unless one of our secrets signed `payload` within 300 s of now */
  readEvent(payload: Buffer, signature: string | undefined): Promise<PaymentEvent>;
}

export interface Tokens {
  /** The token and its owner, in one round trip. */
  find(userId: string, tokenId: string): Promise<{ token: Token; owner: User } | undefined>;
  /**
   * Adds a token of a login and gives its counted attempt back, in one write.
   * False when the owner's credentials changed since they were read.
   */
  add(token: Token, giveBack: Hit): Promise<boolean>;
  /** False when there was none. */
  revoke(userId: string, tokenId: string): Promise<boolean>;
  /** All tokens of the user, revoked ones of an earlier epoch included. */
  list(userId: string): Promise<Token[]>;
  /** Notes that the token was used. Does nothing to a token that is gone. */
  touch(token: Token, when: Date): Promise<void>;
}

export interface Jobs {
  /** Takes the job for a while, counting the attempt; undefined when it is not due, taken or ended. */
  claim(jobId: string): Promise<Job | undefined>;
  done(job: Job): Promise<void>;
  retryAt(job: Job, when: Date): Promise<void>;
  /** Ends the job as failed; an operator decides what becomes of it. */
  bury(job: Job): Promise<void>;
  /** Open jobs that are due, oldest first. */
  due(): Promise<string[]>;
  listDead(turn: Turn): Promise<Page<Job>>;
  find(jobId: string): Promise<Job | undefined>;
  /** Makes a dead job due again. False when there is no such dead job. */
  revive(jobId: string): Promise<boolean>;
  add(job: Job): Promise<void>;
  /** Does nothing when there is a job of this id. */
  addOnce(job: Job): Promise<void>;
  /** For the alarms. */
  health(): Promise<{ dead: number; oldestOpenSeconds: number }>;
}

export interface Limiter {
  /** Counts all hits or, when one is over its limit, none. Passes when it cannot tell. */
  count(hits: readonly Hit[]): Promise<Verdict>;
  /** Takes back a counted hit. Never rejects. */
  giveBack(hit: Hit): Promise<void>;
}

export interface Links {
  /** HMAC-SHA256 of `text` with the deployment's link key, base64url. */
  sign(text: string): Promise<string>;
  readonly apiUrl: string;
  readonly frontendUrl: string;
}

export interface Mailer {
  /** Words the letter in Slovak and hands it to the provider. @throws PermanentFailure when trying again cannot help. */
  send(to: string, letter: Letter): Promise<void>;
}
