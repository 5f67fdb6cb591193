/** Dependencies of the two functions that run jobs (see wiring.ts). */
import type { JobDependencies } from '../domain/jobs/run-task.ts';
import { lambdaFileChecks } from './aws/files/file-checks.ts';
import { sesMailer } from './aws/jobs/mailer.ts';
import { env } from './resources.ts';
import * as wiring from './wiring.ts';
import { payments } from './wiring-payments.ts';

export const fileChecks = lambdaFileChecks(env);

export const jobDependencies: JobDependencies = {
  accounts: wiring.accounts,
  alarms: wiring.alarms,
  approvals: wiring.sandbox,
  books: wiring.books,
  checkouts: wiring.checkouts,
  clock: wiring.clock,
  digests: wiring.digests,
  documents: wiring.documents,
  jobs: wiring.jobs,
  journal: wiring.journal,
  links: wiring.links,
  mailer: sesMailer(env),
  objects: wiring.objects,
  partners: wiring.partners,
  payments,
  payoutLimits: wiring.payoutLimits,
  random: wiring.random,
  rateLimiter: wiring.rateLimiter,
  accountEraser: wiring.accountEraser,
  resetTokens: wiring.resetTokens,
  retention: wiring.retention,
  identityScans: wiring.identityScans,
  testimonies: wiring.testimonies,
  unitOfWork: wiring.unitOfWork,
};
