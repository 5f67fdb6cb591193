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
  jobs,
  links,
  objects,
  random,
  resets,
  retention,
  sandbox,
  scans,
  testimonies,
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
  accountEraser,
  resets,
  retention,
  scans,
  testimonies,
};
