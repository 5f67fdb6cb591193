/**
 * POST /api/v1/operator/jobs/{id}/retry (infra/docs/api/operators.md)
 *
 * Retry a dead job. The job gets ten new attempts; the first of them begins within a minute. With `resend`, the
 * mail of a finished job is sent once more, in a job of its own.
 */
import { auditChanges, createJob, jobsAdded } from '../../../lib/domain/changes.ts';
import { DomainError } from '../../../lib/domain/errors.ts';
import { retryJob } from '../../../lib/domain/jobs/dead-jobs.ts';
import type { Decision } from '../../../lib/domain/model/change.ts';
import { isMailRebuildable, type Job } from '../../../lib/domain/model/jobs/job.ts';
import type { DecisionDependencies } from '../../../lib/domain/ports/dependencies.ts';
import {
  createQuery,
  endpointHandler,
  idempotencyKey,
  jobById,
  ok,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { createJobView } from '../../../lib/http/views/job-view.ts';
import { jobs, operatorServices } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, jobs },
  access: operatorOnly,
  resource: jobById,
  query: createQuery({ resend: field.optional(field.Flag, false) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Job' },
  errors: ['not-dead', 'not-resendable'],
  handle({ caller: { operator }, subject, query: { resend }, write }, deps) {
    const decide = () => (resend ? resendMail : retryJob)(subject, operator, deps);
    return write({ decide, respond: job => ok(createJobView(job)) }, deps);
  },
});

/**
 * Adds a job that sends the mail of a finished job again. The mail is composed anew and counts towards the limits of
 * mails.
 * @throws DomainError `not-resendable` when the job is not a finished mail, or its content cannot be rebuilt
 */
function resendMail({ task, doneAt }: Job, who: string, deps: DecisionDependencies): Decision<Job> {
  if (!doneAt || !isMailRebuildable(task) || !task.userId) throw new DomainError('not-resendable');
  const job = createJob(task, deps);
  const audit = auditChanges({ subjectId: task.userId, who, what: 'mail sent again', why: null }, deps);
  return { result: job, changes: [...jobsAdded([job]), ...audit] };
}
