/**
 * The dependencies of a running Lambda function: each member of `Dependencies`, created from the environment.
 *
 * Functions import only the members that they need. The `@__PURE__` annotations let the bundler remove the others with
 * their imports. Members that need a whole SDK are in separate files (wiring-*.ts), which the bundler does not even
 * read for functions that do not use them.
 */
import { refuseUnattendedMoney } from '../domain/money/invariants.ts';
import { metricAlarms } from './alarms.ts';
import { dynamoAccountEraser } from './aws/accounts/account-eraser.ts';
import { dynamoAccountSearcher } from './aws/accounts/account-searcher.ts';
import { dynamoAccounts } from './aws/accounts/accounts.ts';
import { dynamoResetTokens } from './aws/accounts/resets.ts';
import { dynamoSecondFactors } from './aws/accounts/second-factors.ts';
import { dynamoTokens } from './aws/accounts/tokens.ts';
import { dynamoActivityLog } from './aws/activity/activity.ts';
import { dynamoAuditLog } from './aws/activity/audit.ts';
import { createAutomaticApproval, readAutomaticApproval } from './aws/experts/automatic-approval.ts';
import { s3Documents } from './aws/files/documents.ts';
import { s3Journal } from './aws/files/journal.ts';
import { s3MalwareVerdicts } from './aws/files/malware-verdicts.ts';
import { s3ObjectLinks } from './aws/files/object-links.ts';
import { s3ObjectStore } from './aws/files/objects.ts';
import { s3IdentityScans } from './aws/files/scans.ts';
import { s3UploadPermits, s3Uploads } from './aws/files/uploads.ts';
import { dynamoIdempotencyStore } from './aws/idempotency/store.ts';
import { dynamoJobLists } from './aws/jobs/job-lists.ts';
import { dynamoJobs } from './aws/jobs/jobs.ts';
import { dynamoFailureLimiter } from './aws/limits/failure-limiter.ts';
import { dynamoRateLimiter } from './aws/limits/rate-limiter.ts';
import { dynamoDigests } from './aws/mails/digests.ts';
import { dynamoMails } from './aws/mails/mails.ts';
import { dynamoPartners } from './aws/partners/partners.ts';
import { dynamoBooks, dynamoMonthlyRecords } from './aws/payments/books.ts';
import { dynamoCheckouts } from './aws/payments/checkouts.ts';
import { createLinkSigner, createSigner } from './aws/secrets/signer.ts';
import { dynamoTestimonies } from './aws/testimonies/testimonies.ts';
import { dynamoUnitOfWork } from './aws/unit-of-work/unit-of-work.ts';
import { dynamoWebhookStore } from './aws/webhooks/webhook-store.ts';
import { readCommissionSettings, readPayoutDelay, readPayoutLimits, readRetention } from './environment.ts';
import { resolverMailDns } from './mail-dns.ts';
import { bcryptPasswordHasher } from './passwords.ts';
import { bucket, env, secrets, table } from './resources.ts';
import { createSecurityLog } from './security-log.ts';
import { systemClock, systemRandom } from './system.ts';
import { turnstileBotCheck } from './turnstile.ts';

export const clock = systemClock;
export const random = systemRandom;
export const alarms = metricAlarms;
export const accounts = /* @__PURE__ */ dynamoAccounts(table);
export const accountSearcher = /* @__PURE__ */ dynamoAccountSearcher(table, accounts);
export const idempotency = /* @__PURE__ */ dynamoIdempotencyStore(table, clock, secrets);
export const automaticApproval = /* @__PURE__ */ createAutomaticApproval(env);
export const audit = /* @__PURE__ */ dynamoAuditLog(table);
export const books = /* @__PURE__ */ dynamoBooks(table);
const botCheck = /* @__PURE__ */ turnstileBotCheck(env, secrets);
/**
 * Tells whether approval is automatic, for functions that never invoke the approval function. Throws if `SANDBOX` is on
 * in production.
 */
export const automaticApprovalSetting = /* @__PURE__ */ readAutomaticApproval(env);
export const cursors = /* @__PURE__ */ createSigner('cursor-keys', secrets);
export const checkouts = /* @__PURE__ */ dynamoCheckouts(table);
export const digests = /* @__PURE__ */ dynamoDigests(table, env);
export const documents = /* @__PURE__ */ s3Documents(bucket);
export const activityLog = /* @__PURE__ */ dynamoActivityLog(table, clock);
export const jobs = /* @__PURE__ */ dynamoJobs(table, clock);
export const jobLists = /* @__PURE__ */ dynamoJobLists(table, clock);
export const journal = /* @__PURE__ */ s3Journal(bucket);
export const failureLimiter = /* @__PURE__ */ dynamoFailureLimiter(table, env);
export const rateLimiter = /* @__PURE__ */ dynamoRateLimiter(table, env);
export const linkSigner = /* @__PURE__ */ createLinkSigner(env, secrets);
export const mailDns = /* @__PURE__ */ resolverMailDns(env);
export const mails = /* @__PURE__ */ dynamoMails(table, clock);
export const malwareChecks = /* @__PURE__ */ s3MalwareVerdicts(bucket, env);
export const monthlyRecords = /* @__PURE__ */ dynamoMonthlyRecords(table);
export const objectLinks = /* @__PURE__ */ s3ObjectLinks(bucket);
export const objects = /* @__PURE__ */ s3ObjectStore(bucket);
export const partners = /* @__PURE__ */ dynamoPartners(table);
export const passwordHasher = /* @__PURE__ */ bcryptPasswordHasher(env, secrets);
export const payoutDelay = /* @__PURE__ */ readPayoutDelay(env);
export const payoutLimits = /* @__PURE__ */ readPayoutLimits(env);
export const pricing = /* @__PURE__ */ readCommissionSettings(env);
export const accountEraser = /* @__PURE__ */ dynamoAccountEraser(table, clock, random);
export const resetTokens = /* @__PURE__ */ dynamoResetTokens(table);
export const retention = /* @__PURE__ */ readRetention(env);
export const secondFactors = /* @__PURE__ */ dynamoSecondFactors(table, secrets);
export const identityScans = /* @__PURE__ */ s3IdentityScans(bucket);
export const testimonies = /* @__PURE__ */ dynamoTestimonies(table);
export const tokens = /* @__PURE__ */ dynamoTokens(table, env);
export const securityLog = /* @__PURE__ */ createSecurityLog(secrets);
export const uploadPermits = /* @__PURE__ */ s3UploadPermits(bucket, table);
export const uploads = /* @__PURE__ */ s3Uploads(bucket, table);
export const webhooks = /* @__PURE__ */ dynamoWebhookStore(table);
const uncheckedUnitOfWork = /* @__PURE__ */ dynamoUnitOfWork(table, random, env);
export const unitOfWork = /* @__PURE__ */ refuseUnattendedMoney(uncheckedUnitOfWork, alarms);

/** Dependencies of every operation that commits a unit of work. */
export const writeServices = { clock, random, unitOfWork };

/**
 * Dependencies of operations whose role cannot write testimonies or checkouts. Their unit of work does not check for
 * unattended money, so their bundles leave out the rules about money.
 */
export const accountWriteServices = { clock, random, unitOfWork: uncheckedUnitOfWork };

export const operatorServices = { clock, random, unitOfWork, idempotency };

/**
 * Dependencies of operations that require the current password and, if the account has a second factor, a code. The
 * object names its members, because the bundler would keep an unused object that spreads another one.
 */
export const passwordServices = {
  clock,
  random,
  unitOfWork,
  accounts,
  passwordHasher,
  rateLimiter,
  secondFactors,
  tokens,
};

/** Dependencies of the endpoints that are open to guests, with a bot challenge and a limit per IP address. */
export const guestServices = { botCheck, rateLimiter, securityLog };
