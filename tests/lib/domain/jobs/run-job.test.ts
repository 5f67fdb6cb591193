import { expect, it } from 'vitest';
import { PermanentFailure } from '../../../../lib/domain/errors.ts';
import { runJob } from '../../../../lib/domain/jobs/run-job.ts';
import type { JobDependencies } from '../../../../lib/domain/jobs/run-task.ts';
import type { Job } from '../../../../lib/domain/model/jobs/job.ts';

const NOW = new Date('2026-06-15T10:00:00Z');

/** Creates an outbox with one job, which fails with `error` if one is given, and records what happens to the job. */
function createOutbox(attempts: number, error?: Error) {
  const marks: [string, Date?][] = [];
  const job: Job = {
    id: 'j',
    task: { kind: 'approve-expert', expertId: 'e' },
    attempts,
    createdAt: NOW.toISOString(),
  };
  const deps = {
    clock: { now: () => NOW },
    automaticApproval: { isEnabled: true },
    testimonies: { find: async () => undefined },
    accounts: {
      find: async () => {
        if (error) throw error;
        return { role: 'expert', approvedBySandbox: true };
      },
    },
    jobs: {
      complete: async () => void marks.push(['done']),
      scheduleRetry: async (_: Job, when: Date) => void marks.push(['retry', when]),
      moveToDeadLetter: async () => void marks.push(['moveToDeadLetter']),
    },
  };
  return { marks, job, deps: deps as unknown as JobDependencies };
}

/** Facts about the failure of a job that concerns no testimony. */
const NO_FACTS = { testimonyId: null, amount: null, party: null, error: null };

const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

it.each([
  [1, 30],
  [2, 60],
  [9, 7680],
])('the retry after failed attempt %i of a job follows in %i seconds', async (attempts, seconds) => {
  const error = new Error('no answer');
  const { deps, marks, job } = createOutbox(attempts, error);

  expect(await runJob(job, deps)).toEqual({ outcome: 'postponed', job, error });
  expect(marks).toEqual([['retry', secondsLater(seconds)]]);
});

it.each([
  ['fails for the tenth time', 10, new Error('no answer')],
  ['fails permanently', 1, new PermanentFailure('refused')],
])('a job that %s moves to the dead letters', async (_, attempts, error) => {
  const { deps, marks, job } = createOutbox(attempts, error);

  expect(await runJob(job, deps)).toEqual({
    outcome: 'dead',
    job: { ...job, failure: NO_FACTS },
    error,
  });
  expect(marks).toEqual([['moveToDeadLetter']]);
});

it.each([
  ['kind of job', { kind: 'plant-tree', testimonyId: 't' }],
  ['mail to a user', { kind: 'mail', mail: 'tree-planted', userId: 'u' }],
  ['mail to an address', { kind: 'mail-if-known', mail: 'tree-planted', address: 'jana@znalci.sk' }],
])('a job with an unknown %s moves to the dead letters at its first attempt', async (_, task) => {
  const { deps, marks, job } = createOutbox(1);

  const report = await runJob({ ...job, task: task as unknown as Job['task'] }, deps);

  expect(report).toMatchObject({ outcome: 'dead', error: { name: 'UnknownTask' } });
  expect(marks).toEqual([['moveToDeadLetter']]);
});
