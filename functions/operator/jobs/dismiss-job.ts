/**
 * POST /api/v1/operator/jobs/{id}/dismiss (infra/docs/api/operators.md)
 *
 * Dismiss a dead job. This is permanent. A reason is required. The service then never does the work of the job. The
 * payout of a damaged payout job is then failed. For a refund job, the reference of the payment that replaces the
 * refund is required. With `dryRun`, nothing changes.
 */
import { dismissJob } from '../../../lib/domain/jobs/dead-jobs.ts';
import {
  endpointHandler,
  idempotencyKey,
  jobById,
  jsonBody,
  ok,
  operatorOnly,
  query,
} from '../../../lib/http/index.ts';
import { jobDismissalView } from '../../../lib/http/views/job-view.ts';
import { checkouts, jobs, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';
import { payments } from '../../../lib/platform/wiring-payments.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, jobs, payments, testimonies },
  access: operatorOnly,
  resource: jobById,
  body: jsonBody({
    reason: field.paragraphs(2000),
    reference: field.nullable(field.PaymentReference),
  }),
  query: query({ dryRun: field.optional(field.Flag, false) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'JobDismissal' },
  errors: ['not-dead', 'wrong-state', 'reference-used'],
  handle: ({ caller: { operator }, subject, body, query: { dryRun }, write }, deps) =>
    write(
      {
        decide: () => dismissJob(subject, operator, { why: body.reason, reference: body.reference }, deps),
        respond: (job, changes) => ok(jobDismissalView(job, changes)),
        isDryRun: dryRun,
      },
      deps,
    ),
});
