/**
 * GET /api/v1/operator/jobs (contract §3)
 *
 * Jobs that have been given up, the longest dead first.
 */
import type { World } from '../../lib/domain/ports/world.ts';
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
  access: operatorsOnly,
  body: filter,
  run({ request }, needs: Pick<World, 'jobs' | 'links'>) {
    return page(request, 'dead jobs', needs, pageRequest => needs.jobs.listDead(pageRequest), jobView);
  },
});

export const handler = lambda(listJobs, { jobs, links });
