/**
 * The dependencies of a running Lambda: each member of `Dependencies`, built from the environment.
 *
 * Functions import only the members that they need. The `@__PURE__` annotations let the bundler remove the others with
 * their imports. Members that need a whole SDK have files of their own (wiring-*.ts), which the bundler does not even
 * read for functions that do not use them.
 */
import type { Dependencies } from '../domain/ports/dependencies.ts';
import { metricAlarms } from './alarms.ts';
import { dynamoAccountEraser } from './aws/accounts/account-eraser.ts';
import { dynamoAccountSearcher } from './aws/accounts/account-searcher.ts';
import { dynamoAccounts } from './aws/accounts/accounts.ts';
import { lambdaApprovals, sandboxApprovals } from './aws/accounts/approvals.ts';
import { dynamoAuditLog } from './aws/accounts/audit.ts';
import { dynamoDigests } from './aws/accounts/digests.ts';
import { dynamoRateLimiter } from './aws/accounts/rate-limiter.ts';
import { dynamoResetTokens } from './aws/accounts/resets.ts';
import { dynamoTokens } from './aws/accounts/tokens.ts';
import { s3Documents } from './aws/files/documents.ts';
import { s3Journal } from './aws/files/journal.ts';
import { s3MalwareChecks } from './aws/files/malware-scans.ts';
import { s3ObjectLinks } from './aws/files/object-links.ts';
import { s3ObjectStore } from './aws/files/objects.ts';
import { s3IdentityScans } from './aws/files/scans.ts';
import { s3UploadPermits } from './aws/files/upload-permits.ts';
import { s3Uploads } from './aws/files/uploads.ts';
import { dynamoIdempotencyStore } from './aws/idempotency/store.ts';
import { dynamoJobLists } from './aws/jobs/job-lists.ts';
import { dynamoJobs } from './aws/jobs/jobs.ts';
import { dynamoMails } from './aws/jobs/mails.ts';
import { dynamoActivityLog } from './aws/table/activity.ts';
import { dynamoBooks } from './aws/testimonies/books.ts';
import { dynamoCheckouts } from './aws/testimonies/checkouts.ts';
import { dynamoMonthlyRecords } from './aws/testimonies/monthly-records.ts';
import { dynamoTestimonies } from './aws/testimonies/testimonies.ts';
import { dynamoUnitOfWork } from './aws/unit-of-work/unit-of-work.ts';
import { dynamoWebhookStore } from './aws/webhooks/webhook-store.ts';
import { createLinkSigner } from './links.ts';
import { resolverMailDns } from './mail-dns.ts';
import { bcryptPasswordHasher } from './passwords.ts';
import { readPayoutDelay } from './payout-delay.ts';
import { readPricing } from './pricing.ts';
import { bucket, env, secrets, table } from './resources.ts';
import { readRetention } from './retention.ts';
import { createSecurityLog } from './security-log.ts';
import { createSigner } from './signer.ts';
import { systemClock, systemRandom } from './system.ts';
import { turnstileBotCheck } from './turnstile.ts';

export const clock: Dependencies['clock'] = systemClock;
export const random: Dependencies['random'] = systemRandom;
export const alarms: Dependencies['alarms'] = metricAlarms;
export const accounts: Dependencies['accounts'] = /* @__PURE__ */ dynamoAccounts(table);
export const accountSearcher: Dependencies['accountSearcher'] = /* @__PURE__ */ dynamoAccountSearcher(
  table,
  accounts,
);
export const idempotency: Dependencies['idempotency'] = /* @__PURE__ */ dynamoIdempotencyStore(
  table,
  clock,
  secrets,
);
export const approvals: Dependencies['approvals'] = /* @__PURE__ */ lambdaApprovals(env);
export const audit: Dependencies['audit'] = /* @__PURE__ */ dynamoAuditLog(table);
export const books: Dependencies['books'] = /* @__PURE__ */ dynamoBooks(table);
const botCheck: Dependencies['botCheck'] = /* @__PURE__ */ turnstileBotCheck(env, secrets);
/**
 * Check whether approval is automatic, for functions that never invoke the approval function. Throws if `SANDBOX` is on
 * in production.
 */
export const sandbox: Pick<Dependencies['approvals'], 'isAutomatic'> = /* @__PURE__ */ sandboxApprovals(env);
export const cursors: Dependencies['cursors'] = /* @__PURE__ */ createSigner('cursor-keys', secrets);
export const checkouts: Dependencies['checkouts'] = /* @__PURE__ */ dynamoCheckouts(table);
export const digests: Dependencies['digests'] = /* @__PURE__ */ dynamoDigests(table, env);
export const documents: Dependencies['documents'] = /* @__PURE__ */ s3Documents(bucket);
export const activityLog: Dependencies['activityLog'] = /* @__PURE__ */ dynamoActivityLog(table, clock);
export const jobs: Dependencies['jobs'] = /* @__PURE__ */ dynamoJobs(table, clock);
export const jobLists: Dependencies['jobLists'] = /* @__PURE__ */ dynamoJobLists(table, clock);
export const journal: Dependencies['journal'] = /* @__PURE__ */ s3Journal(bucket);
export const rateLimiter: Dependencies['rateLimiter'] = /* @__PURE__ */ dynamoRateLimiter(table, env);
export const links: Dependencies['links'] = /* @__PURE__ */ createLinkSigner(env, secrets);
export const mailDns: Dependencies['mailDns'] = /* @__PURE__ */ resolverMailDns(env);
export const mails: Dependencies['mails'] = /* @__PURE__ */ dynamoMails(table, clock);
export const malwareChecks: Dependencies['malwareChecks'] = /* @__PURE__ */ s3MalwareChecks(bucket, env);
export const monthlyRecords: Dependencies['monthlyRecords'] = /* @__PURE__ */ dynamoMonthlyRecords(table);
export const objectLinks: Dependencies['objectLinks'] = /* @__PURE__ */ s3ObjectLinks(bucket);
export const objects: Dependencies['objects'] = /* @__PURE__ */ s3ObjectStore(bucket);
export const passwordHasher: Dependencies['passwordHasher'] = /* @__PURE__ */ bcryptPasswordHasher(
  env,
  secrets,
);
export const payoutDelay: Dependencies['payoutDelay'] = /* @__PURE__ */ readPayoutDelay(env);
export const pricing: Dependencies['pricing'] = /* @__PURE__ */ readPricing(env);
export const accountEraser: Dependencies['accountEraser'] = /* @__PURE__ */ dynamoAccountEraser(
  table,
  clock,
  random,
);
export const resetTokens: Dependencies['resetTokens'] = /* @__PURE__ */ dynamoResetTokens(table);
export const retention: Dependencies['retention'] = /* @__PURE__ */ readRetention(env);
export const identityScans: Dependencies['identityScans'] = /* @__PURE__ */ s3IdentityScans(bucket);
export const testimonies: Dependencies['testimonies'] = /* @__PURE__ */ dynamoTestimonies(table);
export const tokens: Dependencies['tokens'] = /* @__PURE__ */ dynamoTokens(table, env);
export const securityLog: Dependencies['securityLog'] = /* @__PURE__ */ createSecurityLog(secrets);
export const uploadPermits: Dependencies['uploadPermits'] = /* @__PURE__ */ s3UploadPermits(bucket, table);
export const uploads: Dependencies['uploads'] = /* @__PURE__ */ s3Uploads(bucket, table);
export const webhooks: Dependencies['webhooks'] = /* @__PURE__ */ dynamoWebhookStore(table);
export const unitOfWork: Dependencies['unitOfWork'] = /* @__PURE__ */ dynamoUnitOfWork(table, random, env);

/** Dependencies of every operation that commits a unit of work. */
export const writeServices = { clock, random, unitOfWork };

/** Dependencies of the endpoints that are open to guests, with a bot challenge and a limit per IP address. */
export const guestServices = { botCheck, rateLimiter, securityLog };
