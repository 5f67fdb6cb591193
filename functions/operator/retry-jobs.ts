/**
 * POST /api/v1/operator/jobs/retry (infra/docs/api/operators.md)
 *
 * Requeues all dead jobs of one kind. Each gets ten new attempts. Fix the cause of their failure first.
 */
import { retryAll } from '../../lib/domain/jobs/dead-jobs.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { clock, jobs, random } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody({ kind: field.JobKind });

export const retryJobs = endpoint({
  deps: { clock, jobs, random },
  access: operatorsOnly,
  body: form,
  response: { status: 200, data: 'RetriedJobs' },
  async handle({ caller: { operator }, body: { kind } }, deps) {
    return ok({ kind, retried: await retryAll(kind, operator, deps) });
  },
});

export const handler = lambdaHandler(retryJobs);
