/** Dependencies of the two functions that run jobs. See wiring.ts. */
import type { JobDependencies } from '../domain/jobs/run-job.ts';
import { metricAlarms } from './alarms.ts';
import { sesMailer } from './aws/jobs/mailer.ts';
import { env } from './resources.ts';
import {
  accountEraser,
  accounts,
  checkouts,
  clock,
  identityScans,
  jobs,
  links,
  objects,
  random,
  rateLimiter,
  resetTokens,
  retention,
  sandbox,
  testimonies,
  unitOfWork,
} from './wiring.ts';
import { payments } from './wiring-payments.ts';

export const jobDependencies: JobDependencies = {
  accounts,
  alarms: metricAlarms,
  approvals: sandbox,
  checkouts,
  clock,
  jobs,
  links,
  mailer: sesMailer(env),
  objects,
  payments,
  random,
  rateLimiter,
  accountEraser,
  resetTokens,
  retention,
  identityScans,
  testimonies,
  unitOfWork,
};
