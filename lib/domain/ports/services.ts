/** General services: clock, random values, alarms, jobs, mails, links, rate limits, bot check and DNS. */
import type { User } from '../model/accounts/account.ts';
import type { ActivityEvent, ActivityFilter } from '../model/activity/activity.ts';
import type { AlertName, FileVerdict, Job, JobClass } from '../model/jobs/job.ts';
import type { RateLimitHit, RateLimitResult } from '../model/limits/rate-limit.ts';
import type { MailMessage } from '../model/mails/mail.ts';
import type { MailRecord, RenderedMail } from '../model/mails/mail-record.ts';
import type { Page, PageRequest } from '../model/page.ts';

export interface Clock {
  now(): Date;
}

export interface Random {
  /** Generates a UUIDv7. */
  uuid(): string;
  secret(): string;
  hex128(): string;
}

export interface AlertFacts {
  readonly testimonyId?: string;
  readonly expertId?: string;
  readonly respondBy?: string;
}

export interface Alarms {
  /** Logs an alert and emits the metric that alerts the operators. Each call adds one to the metric. Never throws. */
  raise(alert: AlertName, facts?: AlertFacts): void;
}

export interface Jobs {
  add(job: Job): Promise<void>;
  /**
   * Claims a job for the duration of a lease, and counts an attempt.
   * @returns undefined when the job is not due, claimed by another process, or ended
   */
  claim(jobId: string): Promise<Job | undefined>;
  /** Marks a claimed job as done. Does nothing when another run has claimed the job. */
  complete(job: Job): Promise<void>;
  /**
   * Schedules a retry of a claimed job that has failed.
   * @param when time at which the job is due
   * @param error the last error, which is stored as redacted text
   */
  scheduleRetry(job: Job, when: Date, error?: unknown): Promise<void>;
  /**
   * Sets the verdict of a claimed check of files. The job is then due at once, and its attempts are counted from zero
   * again. Does nothing when another run has claimed the job.
   */
  setVerdict(job: Job, verdict: FileVerdict): Promise<void>;
  /**
   * Moves a claimed job that failed to the dead letters, where the job waits for an operator's decision.
   * @param error the last error, which is stored as redacted text; undefined when the process has died
   */
  moveToDeadLetter(job: Job, error?: unknown): Promise<void>;
  /**
   * Lists open jobs that are due now or within `aheadMs` milliseconds, longest due first. Jobs that are due now and do
   * not match their schema become dead.
   */
  listDue(aheadMs?: number): Promise<Job[]>;
  listDead(pageRequest: PageRequest): Promise<Page<Job>>;
  find(jobId: string): Promise<Job | undefined>;
  /** Returns metrics for the alarms: the number of dead jobs, and how long the oldest open job has been due. */
  health(): Promise<{ dead: number; oldestOpenSeconds: number }>;
  /**
   * Returns for each class how many seconds ago the first attempt at one of its open jobs was started, or 0 if there is
   * no such job. These jobs have failed, or are in their first attempt.
   */
  measurePostponed(): Promise<Record<JobClass, number>>;
}

export interface JobLists {
  /** Lists open jobs that have been due for at least two minutes, longest due first. */
  listLate(pageRequest: PageRequest): Promise<Page<Job>>;
  /** Lists open jobs that have been attempted, ordered by due time. Pages have no link to the previous one. */
  listPostponed(pageRequest: PageRequest): Promise<Page<Job>>;
  /** Lists the open and dead mail jobs of a user that are due within three hours. */
  listUnsentMails(user: Pick<User, 'id' | 'email' | 'market'>): Promise<Job[]>;
  find(jobId: string): Promise<Job | undefined>;
}

export interface Mailer {
  /** @param frontendUrl base URL of the pages to which the mail links */
  render(message: MailMessage, frontendUrl: string): RenderedMail;
  /**
   * Sends the mail through the provider.
   * @param unsubscribeUrl link that stops unsolicited mails such as digests, which have a separate sender address
   * @returns `held` when the sandbox does not send mail to this e-mail address
   * @throws PermanentFailure when a retry cannot succeed
   */
  send(to: string, mail: RenderedMail, unsubscribeUrl?: string): Promise<'sent' | 'held'>;
}

/** Activity events of the last 30 days. */
export interface ActivityLog {
  /**
   * Lists the events of a user, newest first. With a filter, a page may have fewer events than requested although more
   * follow, because a request examines only a limited number of events.
   */
  list(userId: string, pageRequest: PageRequest, filter?: ActivityFilter): Promise<Page<ActivityEvent>>;
  /** Lists the events of all users of a partner, in the same way as `list`. */
  listOfPartner(
    partnerId: string,
    pageRequest: PageRequest,
    filter?: ActivityFilter,
  ): Promise<Page<ActivityEvent>>;
}

export interface MailRecords {
  /** Lists the mails of a user, newest first. */
  list(userId: string, pageRequest: PageRequest): Promise<Page<MailRecord>>;
  /**
   * Lists the mails to a partner and its users, newest first, in a sandbox only. With an address, a page may have fewer
   * mails than requested although more follow.
   */
  listOfPartner(
    partnerId: string,
    to: string | undefined,
    pageRequest: PageRequest,
  ): Promise<Page<MailRecord>>;
  /** Returns all mails of a user, oldest first. */
  all(userId: string): Promise<MailRecord[]>;
}

export interface Signer {
  /** Computes the signature of `text` with the current key. */
  sign(text: string): Promise<string>;
  /** Returns whether the current or the previous key has signed `text`. The comparison takes constant time. */
  verify(text: string, signature: string): Promise<boolean>;
}

/** Base URLs of the API and of the stage's own frontend, and the signer of links. */
export interface LinkSigner extends Signer {
  readonly apiUrl: string;
  readonly frontendUrl: string;
}

export interface RateLimiter {
  /**
   * Counts a hit, unless the limit is used up. If the counter is unavailable, the hit passes uncounted, except for
   * limits that guard a password.
   * @throws DomainError `unavailable` when the counter of a limit that guards a password is unavailable
   */
  count(hit: RateLimitHit): Promise<RateLimitResult>;
  peek(hit: RateLimitHit): Promise<RateLimitResult>;
  /** Releases a counted hit. Never rejects. */
  release(hit: RateLimitHit): Promise<void>;
}

export interface FailureLimiter {
  /** Counts an invalid link, token or signature for the network of its sender. */
  count(source: string, at: Date): Promise<RateLimitResult>;
}

export interface SecurityLog {
  /**
   * Logs a rejected request or a successful login with hashes of the caller's IP address and of the e-mail address
   * concerned. Never rejects.
   */
  record(
    event: string,
    about: { readonly source?: string; readonly address?: string },
    level?: 'info' | 'warn',
  ): Promise<void>;
}

/** Action that a visitor confirms by solving a challenge. The frontend passes it to the widget. */
export type ChallengeAction = 'login' | 'registration' | 'mail';

export interface BotCheck {
  readonly isEnabled: boolean;
  /**
   * Verifies a challenge token. Accepts every request while bot protection is off.
   * @throws FieldError when the token is missing or invalid, or was issued for another action or another site
   * @throws DomainError when the challenge service is unavailable
   */
  verify(challengeToken: string | undefined, source: string, action: ChallengeAction): Promise<void>;
}

export interface MailDns {
  /**
   * Returns whether the domain (in ASCII) can receive mail.
   * @throws DomainError when no resolver responds
   */
  acceptsMail(domain: string): Promise<boolean>;
}
