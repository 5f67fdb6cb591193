/**
 * POST /api/v1/operator/jobs/retry (infra/docs/api/operators.md)
 *
 * Retry dead jobs of a kind. Each job gets ten new attempts. Operators should fix the cause of the failures before
 * they send this request.
 */
import { retryAllJobs } from '../../lib/domain/jobs/dead-jobs.ts';
import { endpointHandler, jsonBody, ok, operatorOnly } from '../../lib/http/index.ts';
import { jobs, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, jobs },
  access: operatorOnly,
  body: jsonBody({ kind: field.JobKind }),
  response: { status: 200, data: 'RetriedJobs' },
  async handle({ caller: { operator }, body: { kind } }, deps) {
    return ok({ kind, retried: await retryAllJobs(kind, operator, deps) });
  },
});
