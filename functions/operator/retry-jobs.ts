/**
 * POST /api/v1/operator/jobs/retry (infra/docs/api/operators.md)
 *
 * Retry dead jobs of a kind. Each job gets ten new attempts. Operators should fix the cause of the failures before
 * they send this request.
 */
import { retryAllJobs } from '../../lib/domain/jobs/dead-jobs.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { ok } from '../../lib/http/response/response.ts';
import { clock, jobs, random, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ kind: field.JobKind });

export const retryJobsEndpoint = endpoint({
  deps: { clock, jobs, random, unitOfWork },
  access: operatorOnly,
  body: bodySchema,
  response: { status: 200, data: 'RetriedJobs' },
  async handle({ caller: { operator }, body: { kind } }, deps) {
    return ok({ kind, retried: await retryAllJobs(kind, operator, deps) });
  },
});

export const handler = lambdaHandler(retryJobsEndpoint);
