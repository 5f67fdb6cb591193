/**
 * The world of a running Lambda: each member of `World`, built from the environment.
 *
 * Functions import just the members they need. The `@__PURE__` marks let the bundler leave out the
 * others with all they would bring along, which is what keeps `me` free of S3 and SES.
 */
import type * as world from '../domain/world.ts';
import { dynamoAccounts } from './aws/accounts.ts';
import { lambdaApprovals } from './aws/approvals.ts';
import { dynamoAudit } from './aws/audit.ts';
import { dynamoCheckouts } from './aws/checkouts.ts';
import { s3Documents } from './aws/documents.ts';
import { dynamoJobs } from './aws/jobs.ts';
import { dynamoLimiter } from './aws/limiter.ts';
import { sesMailer } from './aws/mailer.ts';
import { s3ObjectLinks } from './aws/object-links.ts';
import { dynamoResets } from './aws/resets.ts';
import { s3Scans } from './aws/scans.ts';
import { openTable } from './aws/table.ts';
import { dynamoTestimonies } from './aws/testimonies.ts';
import { dynamoTokens } from './aws/tokens.ts';
import { s3UploadPermits } from './aws/upload-permits.ts';
import { s3Uploads } from './aws/uploads.ts';
import { signedLinks } from './links.ts';
import { resolverMailDns } from './mail-dns.ts';
import { bcryptPasswords } from './passwords.ts';
import { openSecrets } from './secrets.ts';
import { stripePayments } from './stripe.ts';
import { systemClock, systemRandom } from './system.ts';
import { turnstile } from './turnstile.ts';

const { env } = process;
const table = /* @__PURE__ */ openTable(env);
const secrets = /* @__PURE__ */ openSecrets(env);

export const clock: world.Clock = systemClock;
export const random: world.Random = systemRandom;
export const accounts: world.Accounts = /* @__PURE__ */ dynamoAccounts(table, random);
export const approvals: world.Approvals = /* @__PURE__ */ lambdaApprovals(env);
export const audit: world.Audit = /* @__PURE__ */ dynamoAudit(table);
export const botCheck: world.BotCheck = /* @__PURE__ */ turnstile(env, secrets);
export const checkouts: world.Checkouts = /* @__PURE__ */ dynamoCheckouts(table, random);
export const documents: world.Documents = /* @__PURE__ */ s3Documents(env);
export const jobs: world.Jobs = /* @__PURE__ */ dynamoJobs(table, clock);
export const limiter: world.Limiter = /* @__PURE__ */ dynamoLimiter(table, random, env);
export const links: world.Links = /* @__PURE__ */ signedLinks(env, secrets);
export const mailDns: world.MailDns = /* @__PURE__ */ resolverMailDns(env);
export const mailer: world.Mailer = /* @__PURE__ */ sesMailer(env);
export const objectLinks: world.ObjectLinks = /* @__PURE__ */ s3ObjectLinks(env);
export const passwords: world.Passwords = /* @__PURE__ */ bcryptPasswords(env, secrets);
export const payments: world.Payments = /* @__PURE__ */ stripePayments(env, secrets, clock);
export const resets: world.Resets = /* @__PURE__ */ dynamoResets(table);
export const scans: world.Scans = /* @__PURE__ */ s3Scans(env);
export const testimonies: world.Testimonies = /* @__PURE__ */ dynamoTestimonies(table, random);
export const tokens: world.Tokens = /* @__PURE__ */ dynamoTokens(table, random);
export const uploadPermits: world.UploadPermits = /* @__PURE__ */ s3UploadPermits(env, table);
export const uploads: world.Uploads = /* @__PURE__ */ s3Uploads(env, table);
