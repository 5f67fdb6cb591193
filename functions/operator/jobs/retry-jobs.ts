/**
 * POST /api/v1/operator/jobs/retry (infra/docs/api/operators.md)
 *
 * Retry dead jobs of a kind. Each job gets ten new attempts. Operators should fix the cause of the failures before
 * they send this request.
 */
import { retryAllJobs } from '../../../lib/domain/jobs/dead-jobs.ts';
import { endpointHandler, idempotencyKey, jsonBody, ok, operatorOnly } from '../../../lib/http/index.ts';
import { jobs, operatorServices } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, jobs },
  access: operatorOnly,
  body: jsonBody({ kind: field.JobKind }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'RetriedJobs' },
  handle({ caller: { operator }, body: { kind }, write }, deps) {
    // Requeues each job in a separate transaction, and then stores the response.
    const decide = async () => ({ result: await retryAllJobs(kind, operator, deps), changes: [] });
    return write({ decide, respond: retried => ok({ kind, retried }) }, deps);
  },
});
