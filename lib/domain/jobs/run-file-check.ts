/**
 * Execution of the jobs that check files of strangers (infra/decisions/0025-document-check.md). Such a job only inspects
 * the files. A second job, which the general functions run, records the verdict with all that follows from it.
 */
import { addTasks } from '../changes.ts';
import { UnknownTaskError } from '../errors.ts';
import { inspectScans } from '../experts/scan-check.ts';
import type { ImageCheck } from '../model/file.ts';
import type { Job, JobFailure, JobTask } from '../model/job.ts';
import { type FileCheckTask, isFileCheck } from '../model/job-class.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { inspectDocument } from '../testimonies/document-check.ts';
import { type JobReport, retryLater, type WithTime } from './retry-later.ts';
import { MAX_ATTEMPTS } from './retry-schedule.ts';

export type FileCheckDependencies = Pick<
  Dependencies,
  | 'clock'
  | 'documentInspector'
  | 'documents'
  | 'imageInspector'
  | 'jobs'
  | 'malwareChecks'
  | 'random'
  | 'unitOfWork'
>;

/** Runs a check that this process has claimed; otherwise like `runJob`. */
export async function runFileCheck(
  job: Job,
  deps: FileCheckDependencies,
  withTime: WithTime = record => record(),
): Promise<JobReport> {
  try {
    const verdict = await findVerdict(job, deps);
    const at = deps.clock.now().toISOString();
    // The change is rejected when another run has claimed the job. That run then records its own verdict.
    await deps.unitOfWork.commit([{ kind: 'job-completed', job, at }, ...addTasks([verdict], deps)]);
    return { outcome: 'done', job };
  } catch (error) {
    const failure = describeFailure(job);
    const markDead = async () => {
      const dead = { ...job, failure };
      await deps.jobs.moveToDeadLetter(dead, error);
      return dead;
    };
    const steps = { describeFailure: async () => failure, markDead };
    return { ...(await withTime(() => retryLater(job, error, steps, deps))), error };
  }
}

/** Inspects the files of a job. @returns the task that records the verdict */
async function findVerdict({ task, attempts }: Job, deps: FileCheckDependencies): Promise<JobTask> {
  if (!isFileCheck(task)) throw new UnknownTaskError(`not a check of files: ${task.kind}`);
  // The last allowed attempt has no recorded outcome, so the inspection has ended its whole process each time.
  if (attempts > MAX_ATTEMPTS) return giveUp(task);
  if (task.kind === 'check-scans') {
    const checks = await inspectScans(task, deps);
    return { ...task, kind: 'record-scan-check', checks };
  }
  const verdict = await inspectDocument(task.document, deps);
  return { ...task, kind: 'record-document-check', verdict };
}

const TOO_COMPLEX: ImageCheck = { decodes: null, width: null, height: null, flag: 'too-complex' };

const giveUp = (task: FileCheckTask): JobTask =>
  task.kind === 'check-scans'
    ? { ...task, kind: 'record-scan-check', checks: { front: TOO_COMPLEX, back: TOO_COMPLEX } }
    : { ...task, kind: 'record-document-check', verdict: 'too-complex' };

const describeFailure = ({ task }: Job): JobFailure => ({
  ...{ amount: null, party: null, error: null },
  testimonyId: 'testimonyId' in task ? (task.testimonyId ?? null) : null,
});
