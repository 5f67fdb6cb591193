/**
 * Interfaces of all external systems, as the domain uses them.
 *
 * `lib/platform` implements them. Functions take a `Pick` of `Dependencies`, so their signature says which systems
 * they use. Unless a member is documented otherwise, its calls reject when the external system is unavailable, and
 * the API responds with 503.
 */

import type { AccountEraser } from './account-eraser.ts';
import type {
  AccountSearcher,
  Accounts,
  Approvals,
  AuditLog,
  PasswordHasher,
  ResetTokens,
  Tokens,
} from './accounts.ts';
import type { Books, MonthlyRecords } from './books.ts';
import type { Digests } from './digests.ts';
import type {
  DocumentInspector,
  DocumentStore,
  IdentityScans,
  ImageInspector,
  Journal,
  MalwareScans,
  ObjectLinks,
  ObjectStore,
  Retention,
  UploadPermits,
  UploadStore,
} from './files.ts';
import type { HealthProbes } from './health.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Checkouts, Payments, PayoutDelay, Pricing } from './payments.ts';
import type {
  ActivityLog,
  Alarms,
  BotCheck,
  Clock,
  JobLists,
  Jobs,
  LinkSigner,
  MailDns,
  Mailer,
  MailRecords,
  Random,
  RateLimiter,
  SecurityLog,
  Signer,
} from './services.ts';
import type { Testimonies } from './testimonies.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import type { WebhookDeliveries, WebhookSecrets, WebhookSender, WebhookStore } from './webhooks.ts';

export interface Dependencies {
  accounts: Accounts;
  accountSearcher: AccountSearcher;
  alarms: Alarms;
  healthProbes: HealthProbes;
  idempotency: IdempotencyStore;
  approvals: Approvals;
  audit: AuditLog;
  books: Books;
  botCheck: BotCheck;
  checkouts: Checkouts;
  clock: Clock;
  /** Signer of the cursors of lists. */
  cursors: Signer;
  digests: Digests;
  documents: DocumentStore;
  documentInspector: DocumentInspector;
  objects: ObjectStore;
  activityLog: ActivityLog;
  jobs: Jobs;
  jobLists: JobLists;
  journal: Journal;
  rateLimiter: RateLimiter;
  links: LinkSigner;
  mailDns: MailDns;
  mailer: Mailer;
  mails: MailRecords;
  malwareScans: MalwareScans;
  monthlyRecords: MonthlyRecords;
  objectLinks: ObjectLinks;
  passwordHasher: PasswordHasher;
  payments: Payments;
  payoutDelay: PayoutDelay;
  pricing: Pricing;
  random: Random;
  accountEraser: AccountEraser;
  resetTokens: ResetTokens;
  retention: Retention;
  identityScans: IdentityScans;
  imageInspector: ImageInspector;
  testimonies: Testimonies;
  tokens: Tokens;
  unitOfWork: UnitOfWork;
  securityLog: SecurityLog;
  uploadPermits: UploadPermits;
  uploads: UploadStore;
  webhooks: WebhookStore;
  webhookDeliveries: WebhookDeliveries;
  webhookSecrets: WebhookSecrets;
  webhookSender: WebhookSender;
}
