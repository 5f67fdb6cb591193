/**
 * POST /api/v1/operator/jobs/{id}/retry (infra/docs/api/operators.md)
 *
 * Requeues a dead job. The job gets ten new attempts; the first of them begins within a minute.
 */
import { retryJob } from '../../lib/domain/jobs/dead-jobs.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jobById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { jobView } from '../../lib/http/views/user-view.ts';
import { clock, jobs, random, unitOfWork } from '../../lib/platform/wiring.ts';

export const retryJobEndpoint = endpoint({
  deps: { clock, jobs, random, unitOfWork },
  access: operatorOnly,
  resource: jobById,
  response: { status: 200, data: 'Job' },
  errors: ['not-dead'],
  handle: ({ caller: { operator }, subject, write }, deps) =>
    write({ decide: () => retryJob(subject, operator, deps), respond: job => ok(jobView(job)) }, deps),
});

export const handler = lambdaHandler(retryJobEndpoint);
