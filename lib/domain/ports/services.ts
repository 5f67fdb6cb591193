/** What no subject has for itself: clock, chance, outbox, mail, links, counters, bot check, DNS. */
import type { ActivityEvent } from '../model/activity.ts';
import type { AuditEntry } from '../model/audit.ts';
import type { AlertName, Job } from '../model/job.ts';
import type { MailMessage } from '../model/mail.ts';
import type { MailRecord, RenderedMail } from '../model/mail-record.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { RateLimitHit, RateLimitResult } from '../model/rate-limit.ts';

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

export interface Alarms {
  /** Wakes the operators, whoever else rings at the same time. Never throws. */
  ring(alert: AlertName): void;
}

export interface Jobs {
  add(job: Job): Promise<void>;
  /** Does nothing when there is a job of this id. */
  addOnce(job: Job): Promise<void>;
  /** Takes the job for a while, counting the attempt; undefined when it is not due, taken or ended. */
  claim(jobId: string): Promise<Job | undefined>;
  /** @param mail what was mailed, kept in the same write */
  done(job: Job, mail?: MailRecord): Promise<void>;
  scheduleRetry(job: Job, when: Date): Promise<void>;
  /** Ends the job as failed; an operator decides what becomes of it. As `done` keeps a mail that was refused. */
  moveToDeadLetter(job: Job, mail?: MailRecord): Promise<void>;
  /** Open jobs that are due, oldest first. */
  listDue(): Promise<string[]>;
  listDead(pageRequest: PageRequest): Promise<Page<Job>>;
  find(jobId: string): Promise<Job | undefined>;
  /** Makes a dead job due again, which is on record with it. False when there is no such dead job. */
  requeue(jobId: string, audit: AuditEntry): Promise<boolean>;
  /** Ends a dead job for good, which is on record with it. False when there is no such dead job. */
  dismiss(job: Pick<Job, 'id' | 'task'>, audit: AuditEntry): Promise<boolean>;
  /** For the alarms: how many were given up, and for how long the one that is due longest has been due. */
  health(): Promise<{ dead: number; oldestOpenSeconds: number }>;
}

export interface Mailer {
  /** Words the message in Slovak. */
  render(message: MailMessage): RenderedMail;
  /**
   * Hands the mail to the provider, unless the sandbox mails nobody there.
   * @throws PermanentFailure when trying again cannot help
   */
  send(to: string, mail: RenderedMail): Promise<'sent' | 'held'>;
}

/** What happened to somebody in the last 30 days. */
export interface ActivityLog {
  /** Newest first. */
  list(userId: string, pageRequest: PageRequest): Promise<Page<ActivityEvent>>;
}

/** Mails of the last 30 days. */
export interface Mails {
  /** Newest first. */
  list(userId: string, pageRequest: PageRequest): Promise<Page<MailRecord>>;
  /** Oldest first. */
  all(userId: string): Promise<MailRecord[]>;
}

export interface Links {
  /** HMAC-SHA256 of `text` with the deployment's link key, base64url. */
  sign(text: string): Promise<string>;
  readonly apiUrl: string;
  readonly frontendUrl: string;
}

export interface RateLimiter {
  /**
   * Counts a hit, unless it is over its limit. When it cannot tell it passes, unless the limit guards a
   * password.
   * @throws DomainError `unavailable`
   */
  count(hit: RateLimitHit): Promise<RateLimitResult>;
  /** Whether the limit is used up already, so that the hit would not be counted. Counts nothing. */
  peek(hit: RateLimitHit): Promise<RateLimitResult>;
  /** Takes back a counted hit. Never rejects. */
  release(hit: RateLimitHit): Promise<void>;
}

export interface SecurityLog {
  /** Leaves a mark of where a refused request came from and whom it was about. Never rejects. */
  record(event: string, about: { readonly source?: string; readonly address?: string }): Promise<void>;
}

export interface BotCheck {
  /**
   * Lets everybody pass while bot protection is off.
   * @throws FieldError for a token that is missing or refused, DomainError when the challenge service is out of reach
   */
  verify(challengeToken: string | undefined, source: string): Promise<void>;
}

export interface MailDns {
  /** Whether mail for `domain` (ASCII) has somewhere to go. @throws DomainError when no resolver answers. */
  acceptsMail(domain: string): Promise<boolean>;
}
