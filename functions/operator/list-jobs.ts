/**
 * GET /api/v1/operator/jobs (infra/docs/api/operators.md)
 *
 * Lists dead jobs, in the order in which they died.
 */
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { query } from '../../lib/http/request/query.ts';
import { createPage } from '../../lib/http/views/pages.ts';
import { jobView } from '../../lib/http/views/user-view.ts';
import { cursors, jobs, links } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = query({ state: field.optional(field.JobState, 'dead') });

export const listJobsEndpoint = endpoint({
  deps: { jobs, cursors, links },
  access: operatorOnly,
  query: querySchema,
  response: { status: 200, pageOf: 'Job' },
  handle({ request }, deps) {
    return createPage(request, 'dead jobs', deps, pageRequest => deps.jobs.listDead(pageRequest), jobView);
  },
});

export const handler = lambdaHandler(listJobsEndpoint);
