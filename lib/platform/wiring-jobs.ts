/** Dependencies of the two functions that run jobs. See wiring.ts. */
import type { JobDependencies } from '../domain/jobs/run-task.ts';
import { sesMailer } from './aws/jobs/mailer.ts';
import { createImageInspector } from './images/image-inspector.ts';
import { createDocumentInspector } from './pdf/document-inspector.ts';
import { env } from './resources.ts';
import {
  accountEraser,
  accounts,
  alarms,
  books,
  checkouts,
  clock,
  digests,
  documents,
  identityScans,
  jobs,
  journal,
  links,
  malwareChecks,
  objects,
  random,
  rateLimiter,
  resetTokens,
  retention,
  sandbox,
  testimonies,
  unitOfWork,
  webhooks,
} from './wiring.ts';
import { payments } from './wiring-payments.ts';

export const jobDependencies: JobDependencies = {
  accounts,
  alarms,
  approvals: sandbox,
  books,
  checkouts,
  clock,
  digests,
  documentInspector: createDocumentInspector(),
  documents,
  jobs,
  journal,
  links,
  mailer: sesMailer(env),
  malwareChecks,
  objects,
  payments,
  random,
  rateLimiter,
  accountEraser,
  resetTokens,
  retention,
  identityScans,
  imageInspector: createImageInspector(),
  testimonies,
  unitOfWork,
  webhooks,
};
