/**
 * POST /api/v1/operator/jobs/{id}/retry (infra/docs/api/operators.md)
 *
 * Retry a dead job. The job gets ten new attempts; the first of them begins within a minute. With `resend`, the
 * mail of a finished job is sent once more, in a job of its own.
 */
import { retryJob } from '../../../lib/domain/jobs/dead-jobs.ts';
import { resendMail } from '../../../lib/domain/mails/resend-mail.ts';
import {
  endpointHandler,
  idempotencyKey,
  jobById,
  ok,
  operatorOnly,
  query,
} from '../../../lib/http/index.ts';
import { jobView } from '../../../lib/http/views/job-view.ts';
import { jobs, operatorServices } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, jobs },
  access: operatorOnly,
  resource: jobById,
  query: query({ resend: field.optional(field.Flag, false) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Job' },
  errors: ['not-dead', 'not-resendable'],
  handle({ caller: { operator }, subject, query: { resend }, write }, deps) {
    const decide = () => (resend ? resendMail : retryJob)(subject, operator, deps);
    return write({ decide, respond: job => ok(jobView(job)) }, deps);
  },
});
