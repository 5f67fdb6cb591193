/**
 * POST /api/v1/operator/jobs/{id}/dismiss (infra/docs/api/operators.md)
 *
 * Dismiss a dead job. This is permanent. A reason is required. The service then never does the work of the job. For a
 * payout job, this means that the payout is never sent. For a refund job, the reference of the payment that replaces
 * the refund is required.
 */
import { dismissJob } from '../../lib/domain/jobs/dead-jobs.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { jobById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { checkouts, clock, jobs, random, testimonies, unitOfWork } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({
  reason: field.paragraphs(2000),
  reference: field.nullable(field.PaymentReference),
});

export const dismissJobEndpoint = endpoint({
  deps: { checkouts, clock, jobs, payments, random, testimonies, unitOfWork },
  access: operatorOnly,
  resource: jobById,
  body: bodySchema,
  response: { status: 200, data: 'Job' },
  errors: ['not-dead', 'wrong-state'],
  handle: ({ caller: { operator }, subject, body, write }, deps) =>
    write(
      {
        decide: () => dismissJob(subject, operator, { why: body.reason, reference: body.reference }, deps),
        respond: job => ok(jobView(job)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(dismissJobEndpoint);
