/** Repeated sending of a mail at an operator's request (infra/docs/api/operators.md#mails-of-an-account). */
import { addJobs, createJob, recordAction } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Decision } from '../model/change.ts';
import { isMailRebuildable, type Job } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/**
 * Adds a job that sends the mail of a finished job again. The mail is composed anew and counts towards its limits.
 * @throws DomainError `not-resendable` when the job is not a finished mail, or its content cannot be rebuilt
 */
export function resendMail(
  { task, doneAt }: Job,
  who: string,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<Job> {
  if (!doneAt || !isMailRebuildable(task) || !task.userId) throw new DomainError('not-resendable');
  const job = createJob(task, deps);
  const subject = { kind: 'user', id: task.userId } as const;
  const audit = recordAction({ subject, who, what: 'mail sent again', why: null }, deps);
  return { result: job, changes: [...addJobs([job]), audit] };
}
