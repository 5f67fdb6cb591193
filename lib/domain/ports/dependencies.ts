/**
 * Interfaces of all external systems, as the domain uses them.
 *
 * `lib/platform` implements them. Functions take a `Pick` of `Dependencies`, so their signature says which systems
 * they use. Unless a member is documented otherwise, its calls reject when the external system is unavailable, and
 * the API responds with 503.
 */
import type { AccountEraser } from './account-eraser.ts';
import type * as accounts from './accounts.ts';
import type * as books from './books.ts';
import type { Digests } from './digests.ts';
import type * as files from './files.ts';
import type { HealthProbes } from './health.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Partners } from './partners.ts';
import type * as payments from './payments.ts';
import type * as services from './services.ts';
import type { Testimonies } from './testimonies.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import type * as webhooks from './webhooks.ts';

export interface Dependencies {
  accounts: accounts.Accounts;
  accountSearcher: accounts.AccountSearcher;
  alarms: services.Alarms;
  healthProbes: HealthProbes;
  idempotency: IdempotencyStore;
  automaticApproval: accounts.AutomaticApproval;
  audit: accounts.AuditLog;
  books: books.Books;
  botCheck: services.BotCheck;
  checkouts: payments.Checkouts;
  clock: services.Clock;
  cursors: services.Signer;
  digests: Digests;
  documents: files.DocumentStore;
  documentInspector: files.DocumentInspector;
  fileChecks: files.FileChecks;
  objects: files.ObjectStore;
  activityLog: services.ActivityLog;
  jobs: services.Jobs;
  jobLists: services.JobLists;
  journal: files.Journal;
  rateLimiter: services.RateLimiter;
  failureLimiter: services.FailureLimiter;
  linkSigner: services.LinkSigner;
  mailDns: services.MailDns;
  mailer: services.Mailer;
  mails: services.MailRecords;
  malwareChecks: files.MalwareChecks;
  monthlyRecords: books.MonthlyRecords;
  objectLinks: files.ObjectLinks;
  partners: Partners;
  passwordHasher: accounts.PasswordHasher;
  payments: payments.Payments;
  paymentEvents: payments.PaymentEvents;
  payoutDelay: payments.PayoutDelay;
  payoutLimits: payments.PayoutLimits;
  pricing: payments.CommissionSettings;
  random: services.Random;
  accountEraser: AccountEraser;
  resetTokens: accounts.ResetTokens;
  retention: files.Retention;
  secondFactors: accounts.SecondFactors;
  identityScans: files.IdentityScans;
  imageInspector: files.ImageInspector;
  testimonies: Testimonies;
  tokens: accounts.Tokens;
  unitOfWork: UnitOfWork;
  securityLog: services.SecurityLog;
  uploadPermits: files.UploadPermits;
  uploads: files.UploadStore;
  webhooks: webhooks.WebhookStore;
  webhookDeliveries: webhooks.WebhookDeliveries;
  webhookSecrets: webhooks.WebhookSecrets;
  webhookSender: webhooks.WebhookSender;
}

/** Clock and random ids, which the constructors of jobs and audit entries need. */
export type DecisionDependencies = Pick<Dependencies, 'clock' | 'random'>;
