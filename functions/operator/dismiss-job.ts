/**
 * POST /api/v1/operator/jobs/{id}/dismiss (infra/docs/api/operators.md)
 *
 * Dismisses a dead job permanently. A reason is required. The work of the job is not done; dismissing a payout job
 * ends the payout.
 */
import { dismissJob as dismiss } from '../../lib/domain/jobs/dead-jobs.ts';
import { jobById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jobView } from '../../lib/http/profile.ts';
import { checkouts, clock, jobs, random, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody({ reason: field.paragraphs(2000) });

export const dismissJob = endpoint({
  deps: { checkouts, clock, jobs, random, testimonies },
  access: operatorsOnly,
  resource: jobById,
  body: form,
  response: { status: 200, data: 'Job' },
  errors: ['not-dead'],
  async handle({ caller: { operator }, subject, body }, deps) {
    return ok(jobView(await dismiss(subject, operator, body.reason, deps)));
  },
});

export const handler = lambdaHandler(dismissJob);
