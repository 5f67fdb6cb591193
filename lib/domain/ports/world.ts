/**
 * Every outside thing the service talks to, as the rules see it.
 *
 * `lib/platform` implements the members; stories take a `Pick` of them, so their signature says
 * what they can touch. Unless a member says otherwise its calls reject when the outside thing is
 * out of reach, and the caller of the API then reads 503.
 */
import type { Accounts, Approvals, Audit, Passwords, Resets, Tokens } from './accounts.ts';
import type { Answers } from './answers.ts';
import type { Documents, ObjectLinks, Objects, Retention, Scans, UploadPermits, Uploads } from './files.ts';
import type { Checkouts, Payments, Testimonies } from './market.ts';
import type {
  Alarms,
  BotCheck,
  Clock,
  History,
  Jobs,
  Limiter,
  Links,
  MailDns,
  Mailer,
  Mails,
  Random,
  Traces,
} from './outside.ts';
import type { Remains } from './remains.ts';

export interface World {
  accounts: Accounts;
  alarms: Alarms;
  answers: Answers;
  approvals: Approvals;
  audit: Audit;
  botCheck: BotCheck;
  checkouts: Checkouts;
  clock: Clock;
  documents: Documents;
  objects: Objects;
  history: History;
  jobs: Jobs;
  limiter: Limiter;
  links: Links;
  mailDns: MailDns;
  mailer: Mailer;
  mails: Mails;
  objectLinks: ObjectLinks;
  passwords: Passwords;
  payments: Payments;
  random: Random;
  remains: Remains;
  resets: Resets;
  retention: Retention;
  scans: Scans;
  testimonies: Testimonies;
  tokens: Tokens;
  traces: Traces;
  uploadPermits: UploadPermits;
  uploads: Uploads;
}
