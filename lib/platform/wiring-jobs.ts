/** Dependencies of the two functions that run jobs. See wiring.ts. */
import type { JobDependencies } from '../domain/jobs/run-job.ts';
import { metricAlarms } from './alarms.ts';
import { sesMailer } from './aws/jobs/mailer.ts';
import { createDocumentInspector } from './pdf/document-inspector.ts';
import { env } from './resources.ts';
import {
  accountEraser,
  accounts,
  checkouts,
  clock,
  documents,
  identityScans,
  jobs,
  links,
  objects,
  random,
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
  documentInspector: createDocumentInspector(),
  documents,
  jobs,
  links,
  mailer: sesMailer(env),
  objects,
  payments,
  random,
  accountEraser,
  resetTokens,
  retention,
  identityScans,
  testimonies,
  unitOfWork,
};
