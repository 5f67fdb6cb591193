/**
 * Interfaces of all external systems, as the domain uses them.
 *
 * `lib/platform` implements them. Functions take a `Pick` of `Dependencies`, so their signature says which systems
 * they use. Unless a member is documented otherwise, its calls reject when the external system is unavailable, and
 * the API responds with 503.
 */

import type { AccountEraser } from './account-eraser.ts';
import type { Accounts, Approvals, Audit, PasswordHasher, ResetTokens, Tokens } from './accounts.ts';
import type {
  Documents,
  IdentityScans,
  ObjectLinks,
  Objects,
  Retention,
  UploadPermits,
  Uploads,
} from './files.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Checkouts, Payments, Testimonies } from './market.ts';
import type {
  ActivityLog,
  Alarms,
  BotCheck,
  Clock,
  Jobs,
  Links,
  MailDns,
  Mailer,
  Mails,
  Random,
  RateLimiter,
  SecurityLog,
} from './services.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export interface Dependencies {
  accounts: Accounts;
  alarms: Alarms;
  idempotency: IdempotencyStore;
  approvals: Approvals;
  audit: Audit;
  botCheck: BotCheck;
  checkouts: Checkouts;
  clock: Clock;
  documents: Documents;
  objects: Objects;
  activityLog: ActivityLog;
  jobs: Jobs;
  rateLimiter: RateLimiter;
  links: Links;
  mailDns: MailDns;
  mailer: Mailer;
  mails: Mails;
  objectLinks: ObjectLinks;
  passwordHasher: PasswordHasher;
  payments: Payments;
  random: Random;
  accountEraser: AccountEraser;
  resetTokens: ResetTokens;
  retention: Retention;
  identityScans: IdentityScans;
  testimonies: Testimonies;
  tokens: Tokens;
  unitOfWork: UnitOfWork;
  securityLog: SecurityLog;
  uploadPermits: UploadPermits;
  uploads: Uploads;
}
