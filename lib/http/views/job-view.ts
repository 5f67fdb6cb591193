/** Views of jobs for operators (infra/docs/api/operators.md). */
import type { Job } from '../../domain/model/jobs/job.ts';
import type { ResponseData } from '../response/success-response.ts';
import { toEuros } from './members.ts';

/** Returns a job as operators see it. It contains the kind of the job, but not the user whom the job concerns. */
export function createJobView(job: Job): ResponseData<'Job'> {
  const { id, task, attempts, createdAt, causedBy = null, dueAt = null, diedAt = null, failure } = job;
  const { testimonyId = null, amount = null, party = null, error = null } = failure ?? {};
  return {
    id,
    kind: task.kind,
    detail: describeTask(task),
    state: readJobState(job),
    requestId: causedBy,
    dueAt,
    attempts,
    createdAt,
    failedAt: diedAt,
    testimonyId,
    userId: null,
    amount: toEuros(amount),
    party,
    error,
  };
}

export function createJobDetailsView(job: Job): ResponseData<'Job'> {
  const { userId, expertId } = job.task as { readonly userId?: string; readonly expertId?: string };
  return { ...createJobView(job), userId: userId ?? expertId ?? null };
}

function describeTask(task: Job['task']): string | null {
  if ('mail' in task) return task.mail;
  return task.kind === 'alert' ? task.alert : null;
}

function readJobState({ doneAt, dismissedAt, diedAt }: Job): ResponseData<'Job'>['state'] {
  if (dismissedAt) return 'dismissed';
  if (doneAt) return 'done';
  return diedAt ? 'dead' : 'open';
}
