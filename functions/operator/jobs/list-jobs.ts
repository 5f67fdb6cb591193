/**
 * GET /api/v1/operator/jobs (infra/docs/api/operators.md#jobs)
 *
 * List jobs. Dead jobs come in the order in which they died, late jobs with the longest due first, and postponed jobs
 * in the order of their next attempts. With an id, the list has this job in any state.
 */
import { findFailureFacts } from '../../../lib/domain/jobs/job-failure.ts';
import type { Job } from '../../../lib/domain/model/jobs/job.ts';
import type { Dependencies } from '../../../lib/domain/ports/dependencies.ts';
import {
  createListQuery,
  createPageResponse,
  endpointHandler,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { createJobDetailsView, createJobView } from '../../../lib/http/views/job-view.ts';
import { checkouts, cursors, jobLists, jobs, linkSigner, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { checkouts, cursors, jobLists, jobs, linkSigner, testimonies },
  access: operatorOnly,
  query: createListQuery({
    state: field.optional(field.JobState, 'dead'),
    id: field.optional(field.RecordId),
  }),
  response: { status: 200, pageOf: 'Job' },
  handle(context, deps) {
    const { state, id } = context.query;
    if (id !== undefined) {
      const fetchJob = async () => ({ items: await findJob(id, deps) });
      return createPageResponse(context, 'job', deps, fetchJob, createJobDetailsView);
    }
    const fetchPage = {
      dead: deps.jobs.listDead,
      late: deps.jobLists.listLate,
      postponed: deps.jobLists.listPostponed,
    }[state];
    return createPageResponse(context, 'jobs', deps, fetchPage, createJobView);
  },
});

/**
 * Finds a job, with the facts about its failure. A dead job has stored these facts; for any other job, this function
 * computes them.
 */
async function findJob(
  id: string,
  deps: Pick<Dependencies, 'checkouts' | 'jobLists' | 'testimonies'>,
): Promise<Job[]> {
  const job = await deps.jobLists.find(id);
  if (!job) return [];
  return [
    job.failure ? job : { ...job, failure: { ...(await findFailureFacts(job.task, deps)), error: null } },
  ];
}
