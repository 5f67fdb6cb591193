/**
 * POST /api/v1/operator/jobs/{id}/retry (infra/docs/api/operators.md)
 *
 * Retry a dead job. The job gets ten new attempts; the first of them begins within a minute. With `resend`, the
 * mail of a finished job is sent once more, in a job of its own.
 */
import { retryJob } from '../../lib/domain/jobs/dead-jobs.ts';
import { resendMail } from '../../lib/domain/jobs/resend-mail.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { query } from '../../lib/http/request/query.ts';
import { jobById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { clock, jobs, random, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = query({ resend: field.optional(field.Flag, false) });

export const retryJobEndpoint = endpoint({
  deps: { clock, jobs, random, unitOfWork },
  access: operatorOnly,
  resource: jobById,
  query: querySchema,
  response: { status: 200, data: 'Job' },
  errors: ['not-dead', 'not-resendable'],
  handle({ caller: { operator }, subject, query: { resend }, write }, deps) {
    const decide = () => (resend ? resendMail : retryJob)(subject, operator, deps);
    return write({ decide, respond: job => ok(jobView(job)) }, deps);
  },
});

export const handler = lambdaHandler(retryJobEndpoint);
