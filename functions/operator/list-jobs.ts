/**
 * GET /api/v1/operator/jobs (contract §3)
 *
 * Jobs that have been given up, the longest dead first.
 */
import { operatorsOnly } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { page } from '../../lib/http/pages.ts';
import { jobView } from '../../lib/http/profile.ts';
import { query } from '../../lib/http/query.ts';
import { jobs, links } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const filter = query({ state: field.optional(field.JobState, 'dead') });

export const listJobs = endpoint({
  needs: { jobs, links },
  access: operatorsOnly,
  query: filter,
  response: { status: 200, pageOf: 'Job' },
  run({ request }, needs) {
    return page(request, 'dead jobs', needs, pageRequest => needs.jobs.listDead(pageRequest), jobView);
  },
});

export const handler = lambda(listJobs);
