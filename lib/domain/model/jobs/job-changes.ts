/** Changes of jobs, as parts of a decision (`model/change.ts`). */
import type { Job } from './job.ts';

export interface JobChanges {
  'job-added': { readonly job: Job };
  /** A claimed job is done. The change is rejected when the lease has expired and another run has claimed the job. */
  'job-completed': {
    readonly job: Job;
    readonly at: string;
  };
  /** A claimed job has failed permanently. The change is rejected in the same case as `job-completed`. */
  'job-died': {
    readonly job: Job;
    readonly at: string;
  };
  'job-requeued': {
    readonly job: Pick<Job, 'id' | 'keyAttempt'>;
    readonly at: string;
  };
  'job-dismissed': {
    readonly job: Pick<Job, 'id' | 'task'>;
    readonly at: string;
  };
  /**
   * The mail of a claimed job is counted towards the limits of its address. The change is rejected in the same case as
   * `job-completed`.
   */
  'mail-counted': { readonly job: Job };
}
