/**
 * POST /api/v1/operator/jobs/{id}/dismiss (infra/docs/api/operators.md)
 *
 * Dismiss a dead job. This is permanent. A reason is required. The service then never does the work of the job. The
 * payout or the refund of a damaged job is then failed.
 */
import { dismissJob } from '../../../lib/domain/jobs/dead-jobs.ts';
import {
  endpointHandler,
  idempotencyKey,
  jobById,
  jsonBody,
  ok,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { createJobView } from '../../../lib/http/views/job-view.ts';
import { checkouts, jobs, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, jobs, testimonies },
  access: operatorOnly,
  resource: jobById,
  body: jsonBody({ reason: field.paragraphs(2000) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Job' },
  errors: ['not-dead'],
  handle: ({ caller: { operator }, subject, body: { reason }, write }, deps) =>
    write(
      {
        decide: () => dismissJob(subject, operator, reason, deps),
        respond: job => ok(createJobView(job)),
      },
      deps,
    ),
});
