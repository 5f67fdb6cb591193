/** Dependencies of the two functions that run jobs (see wiring.ts). */
import type { JobDependencies } from '../domain/jobs/run-task.ts';
import { lambdaFileChecks } from './aws/files/file-checks.ts';
import { sesMailer } from './aws/mails/mailer.ts';
import { env } from './resources.ts';
import {
  accountEraser,
  accounts,
  alarms,
  automaticApprovalSetting,
  books,
  checkouts,
  clock,
  digests,
  documents,
  identityScans,
  jobs,
  journal,
  linkSigner,
  objects,
  partners,
  payoutLimits,
  random,
  rateLimiter,
  resetTokens,
  retention,
  testimonies,
  unitOfWork,
} from './wiring.ts';
import { payments } from './wiring-payments.ts';

export const fileChecks = lambdaFileChecks(env);

export const jobDependencies: JobDependencies = {
  accounts,
  alarms,
  automaticApproval: automaticApprovalSetting,
  books,
  checkouts,
  clock,
  digests,
  documents,
  jobs,
  journal,
  linkSigner,
  mailer: sesMailer(env),
  objects,
  partners,
  payments,
  payoutLimits,
  random,
  rateLimiter,
  accountEraser,
  resetTokens,
  retention,
  identityScans,
  testimonies,
  unitOfWork,
};
