/**
 * Every outside thing the service talks to, as the house rules see it.
 *
 * `lib/platform` implements the members; stories take a `Pick` of them, so their signature says
 * what they can touch. Unless a member says otherwise its calls reject when the outside thing is
 * out of reach, and the caller of the API then reads 503.
 */
import type { Credentials, User } from './accounts.ts';
import type { ReceivedScans, ScanFile, ScanMove } from './identity-documents.ts';
import type { Job } from './jobs.ts';
import type { Letter } from './letters.ts';
import type { Hit, Verdict } from './limits.ts';
import type { FieldReason } from './refusal.ts';
import type { Token } from './tokens.ts';

export interface World {
  accounts: Accounts;
  approvals: Approvals;
  botCheck: BotCheck;
  clock: Clock;
  jobs: Jobs;
  limiter: Limiter;
  links: Links;
  mailDns: MailDns;
  mailer: Mailer;
  passwords: Passwords;
  random: Random;
  scans: Scans;
  tokens: Tokens;
}

export interface Clock {
  now(): Date;
}

export interface Random {
  /** A UUIDv7. */
  uuid(): string;
  /** 256 random bits as 43 base64url characters. */
  secret(): string;
}

export interface Accounts {
  find(userId: string): Promise<User | undefined>;
  /** By normalised e-mail address. */
  findCredentials(email: string): Promise<Credentials | undefined>;
  /** Which of the two are in use already. A cheap look: only `open` decides. */
  findTaken(email: string, phone: string | null): Promise<FieldReason[]>;
  /**
   * User, claims on e-mail and phone, first token and jobs, all or nothing.
   * @throws FieldRefusal naming each taken field; any other error leaves the outcome unknown.
   */
  open(user: User, passwordHash: PasswordHash, token: Token, jobs: readonly Job[]): Promise<void>;
  /** Writes `user` with its jobs unless somebody wrote since `user.version` was read: then false. */
  update(user: User, jobs: readonly Job[]): Promise<boolean>;
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
  receive(front: ScanFile, back: ScanFile): Promise<ReceivedScans>;
  /** Never rejects: what stays behind expires after a day. */
  discard(scans: ReceivedScans): Promise<void>;
  /** Moves the very version that was checked to its lasting place. Safe to repeat. */
  keep(move: ScanMove): Promise<void>;
}

export interface Tokens {
  /** The token and its owner, in one round trip. */
  find(userId: string, tokenId: string): Promise<{ token: Token; owner: User } | undefined>;
  /**
   * Adds a token of a login and gives its counted attempt back, in one write.
   * False when the owner's credentials changed since they were read.
   */
  add(token: Token, giveBack: Hit): Promise<boolean>;
  revoke(userId: string, tokenId: string): Promise<void>;
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
  /** For the alarms. */
  health(): Promise<{ dead: number; oldestOpenSeconds: number }>;
}

export interface Limiter {
  /** Counts all hits or, when one is over its limit, none. Passes when it cannot tell. */
  count(hits: readonly Hit[]): Promise<Verdict>;
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
