/**
 * Inspection of files of strangers by the jobs that check them (infra/decisions/0025-document-check.md). The inspection
 * only stores its verdict in the job. The functions that run all other jobs (run-job.ts) then record the verdict and
 * everything that follows from it.
 */
import { UnknownTaskError } from '../errors.ts';
import { inspectScans } from '../experts/scan-check.ts';
import type { ImageCheck } from '../model/files/file.ts';
import type { FileVerdict, Job, JobFailure } from '../model/jobs/job.ts';
import { type FileCheckTask, isFileCheck } from '../model/jobs/job-class.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { inspectDocument } from '../testimonies/document-check.ts';
import { type JobReport, type RunWithMoreTime, retryLater } from './retry-later.ts';
import { MAX_ATTEMPTS } from './retry-schedule.ts';

export type FileCheckDependencies = Pick<
  Dependencies,
  'clock' | 'documentInspector' | 'documents' | 'imageInspector' | 'jobs' | 'malwareChecks'
>;

/** Runs a file check that this process has claimed. Reports a failure in the same way as `runJob`. */
export async function runFileCheck(
  job: Job,
  deps: FileCheckDependencies,
  withMoreTime: RunWithMoreTime = record => record(),
): Promise<JobReport> {
  try {
    await deps.jobs.setVerdict(job, job.verdict ?? (await findVerdict(job, deps)));
    return { outcome: 'inspected', job };
  } catch (error) {
    const failure = describeFailure(job);
    const markDead = async () => {
      const dead = { ...job, failure };
      await deps.jobs.moveToDeadLetter(dead, error);
      return dead;
    };
    const steps = { describeFailure: async () => failure, markDead };
    return { ...(await withMoreTime(() => retryLater(job, error, steps, deps))), error };
  }
}

/** Inspects the files of a job. */
async function findVerdict({ task, attempts }: Job, deps: FileCheckDependencies): Promise<FileVerdict> {
  if (!isFileCheck(task)) throw new UnknownTaskError(`not a check of files: ${task.kind}`);
  // The last allowed attempt has no recorded outcome, so the inspection has ended its whole process.
  if (attempts > MAX_ATTEMPTS) return giveUp(task);
  return task.kind === 'check-scans' ? inspectScans(task, deps) : inspectDocument(task.document, deps);
}

const TOO_COMPLEX: ImageCheck = { decodes: null, width: null, height: null, flag: 'too-complex' };

const giveUp = ({ kind }: FileCheckTask): FileVerdict =>
  kind === 'check-scans' ? { front: TOO_COMPLEX, back: TOO_COMPLEX } : 'too-complex';

const describeFailure = ({ task }: Job): JobFailure => ({
  amount: null,
  party: null,
  error: null,
  testimonyId: 'testimonyId' in task ? (task.testimonyId ?? null) : null,
});
