/**
 * POST /api/v1/operator/jobs/{id}/retry (infra/docs/api/operators.md)
 *
 * Requeues a dead job. It gets ten new attempts, and the first begins within a minute.
 */
import { retryJob as retry } from '../../lib/domain/jobs/dead-jobs.ts';
import { jobById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jobView } from '../../lib/http/profile.ts';
import { clock, jobs, random } from '../../lib/platform/wiring.ts';

export const retryJob = endpoint({
  deps: { clock, jobs, random },
  access: operatorsOnly,
  resource: jobById,
  response: { status: 200, data: 'Job' },
  errors: ['not-dead'],
  async handle({ caller: { operator }, subject }, deps) {
    return ok(jobView(await retry(subject, operator, deps)));
  },
});

export const handler = lambdaHandler(retryJob);
