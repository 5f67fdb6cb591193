/**
 * The world of a running Lambda: each member of `World`, built from the environment.
 *
 * Functions import just the members they need. The `@__PURE__` marks let the bundler leave out the
 * others with all they would bring along. What would bring a whole SDK has a file of its own, wiring-*.ts: the
 * bundler need not even read it for the functions that do without.
 */
import type { World } from '../domain/ports/world.ts';
import { dynamoAccounts } from './aws/accounts/accounts.ts';
import { lambdaApprovals, sandboxOf } from './aws/accounts/approvals.ts';
import { dynamoAudit } from './aws/accounts/audit.ts';
import { dynamoLimiter } from './aws/accounts/limiter.ts';
import { dynamoRemains } from './aws/accounts/remains.ts';
import { dynamoResets } from './aws/accounts/resets.ts';
import { dynamoTokens } from './aws/accounts/tokens.ts';
import { dynamoAnswers } from './aws/answers/answers.ts';
import { s3Documents } from './aws/files/documents.ts';
import { s3ObjectLinks } from './aws/files/object-links.ts';
import { s3Scans } from './aws/files/scans.ts';
import { s3UploadPermits } from './aws/files/upload-permits.ts';
import { s3Uploads } from './aws/files/uploads.ts';
import { s3Objects } from './aws/files/versions.ts';
import { dynamoJobs } from './aws/jobs/jobs.ts';
import { dynamoMails } from './aws/jobs/mails.ts';
import { dynamoCheckouts } from './aws/market/checkouts.ts';
import { dynamoTestimonies } from './aws/market/testimonies.ts';
import { dynamoHistory } from './aws/table/activity.ts';
import { signedLinks } from './links.ts';
import { resolverMailDns } from './mail-dns.ts';
import { bucket, env, secrets, table } from './opened.ts';
import { bcryptPasswords } from './passwords.ts';
import { retentionOf } from './retention.ts';
import { systemClock, systemRandom } from './system.ts';
import { keyedTraces } from './traces.ts';
import { turnstile } from './turnstile.ts';

export const clock: World['clock'] = systemClock;
export const random: World['random'] = systemRandom;
export const accounts: World['accounts'] = /* @__PURE__ */ dynamoAccounts(table, random, env);
export const answers: World['answers'] = /* @__PURE__ */ dynamoAnswers(table, clock, secrets);
export const approvals: World['approvals'] = /* @__PURE__ */ lambdaApprovals(env);
export const audit: World['audit'] = /* @__PURE__ */ dynamoAudit(table);
export const botCheck: World['botCheck'] = /* @__PURE__ */ turnstile(env, secrets);
/** What is known of approvals without the means to invoke them. Stops production from starting as a sandbox. */
export const sandbox: Pick<World['approvals'], 'automatic'> = /* @__PURE__ */ sandboxOf(env);
export const checkouts: World['checkouts'] = /* @__PURE__ */ dynamoCheckouts(table, random);
export const documents: World['documents'] = /* @__PURE__ */ s3Documents(bucket);
export const history: World['history'] = /* @__PURE__ */ dynamoHistory(table, clock);
export const jobs: World['jobs'] = /* @__PURE__ */ dynamoJobs(table, clock, random);
export const limiter: World['limiter'] = /* @__PURE__ */ dynamoLimiter(table, env);
export const links: World['links'] = /* @__PURE__ */ signedLinks(env, secrets);
export const mailDns: World['mailDns'] = /* @__PURE__ */ resolverMailDns(env);
export const mails: World['mails'] = /* @__PURE__ */ dynamoMails(table, clock);
export const objectLinks: World['objectLinks'] = /* @__PURE__ */ s3ObjectLinks(bucket);
export const objects: World['objects'] = /* @__PURE__ */ s3Objects(bucket);
export const passwords: World['passwords'] = /* @__PURE__ */ bcryptPasswords(env, secrets);
export const remains: World['remains'] = /* @__PURE__ */ dynamoRemains(table, clock, random);
export const resets: World['resets'] = /* @__PURE__ */ dynamoResets(table);
export const retention: World['retention'] = /* @__PURE__ */ retentionOf(env);
export const scans: World['scans'] = /* @__PURE__ */ s3Scans(bucket);
export const testimonies: World['testimonies'] = /* @__PURE__ */ dynamoTestimonies(table, random);
export const tokens: World['tokens'] = /* @__PURE__ */ dynamoTokens(table, random);
export const traces: World['traces'] = /* @__PURE__ */ keyedTraces(secrets);
export const uploadPermits: World['uploadPermits'] = /* @__PURE__ */ s3UploadPermits(bucket, table);
export const uploads: World['uploads'] = /* @__PURE__ */ s3Uploads(bucket, table);
