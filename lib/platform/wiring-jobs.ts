/** What it takes to carry out jobs, for the two functions that do: see wiring.ts. */
import type { JobNeeds } from '../domain/jobs/run-job.ts';
import { measuredAlarms } from './alarms.ts';
import { sesMailer } from './aws/jobs/mailer.ts';
import { env } from './opened.ts';
import {
  accounts,
  checkouts,
  clock,
  jobs,
  links,
  objects,
  random,
  remains,
  resets,
  retention,
  sandbox,
  scans,
  testimonies,
} from './wiring.ts';
import { payments } from './wiring-payments.ts';

export const forJobs: JobNeeds = {
  accounts,
  alarms: measuredAlarms,
  approvals: sandbox,
  checkouts,
  clock,
  jobs,
  links,
  mailer: sesMailer(env),
  objects,
  payments,
  random,
  remains,
  resets,
  retention,
  scans,
  testimonies,
};
