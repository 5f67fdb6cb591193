/** Tests of the outbox in DynamoDB: leases, sorting, retries and retention of jobs (infra/decisions/0005-outbox.md). */

import { beforeEach, expect, it } from 'vitest';
import { createJob } from '../../../../../lib/domain/changes.ts';
import type { Job } from '../../../../../lib/domain/model/jobs/job.ts';
import { addJobOnce } from '../../../../../lib/domain/unit-of-work.ts';
import { DAY_SECONDS } from '../../../../../lib/durations.ts';
import { dynamoJobs } from '../../../../../lib/platform/aws/jobs/jobs.ts';
import { findPartition, JOB_QUEUE } from '../../../../../lib/platform/aws/queue/leased-queue.ts';
import { commitChanges } from '../../../../support/commit-changes.ts';
import { listItems } from '../../../../support/inspect-store.ts';
import { openDependencies, type TestDependencies } from '../../../../support/test-dependencies.ts';

const START = Date.parse('2026-06-15T10:00:00Z');
const THIRTY_DAYS_SECONDS = 30 * DAY_SECONDS;

let deps: TestDependencies;
let now: number;
let jobs: ReturnType<typeof dynamoJobs>;
let job: Job;

beforeEach(async () => {
  now = START;
  const clock = { now: () => new Date(now) };
  const opened = await openDependencies();
  deps = { ...opened, clock: { ...opened.clock, ...clock } };
  jobs = dynamoJobs(deps.table, clock);
  job = createJob({ kind: 'approve-expert', expertId: 'e' }, deps);
  await jobs.add(job);
});

const listDueIds = async () => (await jobs.listDue()).map(({ id }) => id);
const getItem = async ({ id }: Pick<Job, 'id'>) => (await listItems(deps, `JOB#${id}`))[0];
const claimJob = async (id = job.id) => {
  const found = await jobs.claim(id);
  if (!found) throw new Error('nobody may have it');
  return found;
};

it.each([
  [-1000, true],
  [-1001, false],
])(
  'a job can be claimed at most 1 s before its due time: a claim at %i ms succeeds: %s',
  async (ahead, may) => {
    now += ahead;

    expect((await jobs.claim(job.id)) !== undefined).toBe(may);
  },
);

it('a claimed job is leased for 90 seconds, less one second for clock differences', async () => {
  const firstAttemptAt = new Date(START).toISOString();
  expect(await claimJob()).toEqual({ ...job, attempts: 1, firstAttemptAt });
  now += 88_999;
  expect(await jobs.claim(job.id)).toBeUndefined();
  now += 1;
  expect(await claimJob()).toEqual({ ...job, attempts: 2, firstAttemptAt });
});

it('a completed job is stored for 30 days but leaves the index', async () => {
  await jobs.complete(await claimJob());

  const item = await getItem(job);
  expect(item).toMatchObject({
    doneAt: '2026-06-15T10:00:00.000Z',
    expiresAt: START / 1000 + THIRTY_DAYS_SECONDS,
  });
  expect(item).not.toHaveProperty('gsi1pk');
  expect(await jobs.claim(job.id)).toBeUndefined();
});

it('changes of a job by a worker whose lease has expired are ignored', async () => {
  const first = await claimJob();
  now += 90_000;
  const second = await claimJob();

  await jobs.complete(first);
  await jobs.moveToDeadLetter(first);
  await jobs.scheduleRetry(first, new Date(0));

  expect(await getItem(job)).toMatchObject({
    gsi1pk: findPartition(JOB_QUEUE, job.id),
    attempts: 2,
    gsi1sk: '2026-06-15T10:03:00.000Z',
  });
  await jobs.complete(second);
  expect(await getItem(job)).toHaveProperty('doneAt');
});

it('a job with a scheduled retry is due at the retry time and not before', async () => {
  await jobs.scheduleRetry(await claimJob(), new Date(START + 30_000));

  now += 29_999;
  expect(await jobs.listDue()).toEqual([]);
  now += 1;
  expect(await listDueIds()).toEqual([job.id]);
});

it('the list of due jobs contains their tasks and begins with the longest due', async () => {
  const others = Array.from({ length: 95 }, (_, at) => ({
    ...createJob(job.task, deps),
    createdAt: new Date(START - 1000 - at).toISOString(),
  }));
  await Promise.all(others.map(other => jobs.add(other)));

  expect(await jobs.listDue()).toEqual([...others.reverse(), job]);
});

it('the list of due jobs is complete if it has more than one page', async () => {
  const reason = 'x'.repeat(200_000);
  const task = { kind: 'mail', mail: 'account-locked', userId: 'u', reason } as const;
  const large = Array.from({ length: 64 }, () => createJob(task, deps));
  await Promise.all(large.map(each => jobs.add(each)));

  expect((await listDueIds()).sort()).toEqual([job, ...large].map(({ id }) => id).sort());
});

it('the postponed time of a class of jobs is the longest time since the first attempt at an unfinished job', async () => {
  const scheduled = createJob(
    { kind: 'expire-scans', expertId: 'e' },
    deps,
    new Date(START + 1e6).toISOString(),
  );
  const refund = createJob(
    { kind: 'refund', testimonyId: 'testimony', sessionId: 's', paymentId: 'p', order: 'order_1' },
    deps,
  );
  for (const each of [scheduled, refund]) await jobs.add(each);
  expect(await jobs.measurePostponed()).toEqual({ money: 0, mail: 0, files: 0, checks: 0, other: 0 });

  await jobs.scheduleRetry(await claimJob(refund.id), new Date(START + 7_680_000)); // the longest delay of a retry
  now += 60_000;
  await claimJob();
  now += 840_000;

  expect(await jobs.measurePostponed()).toEqual({ money: 900, mail: 0, files: 0, checks: 0, other: 840 });
  now += 7_000_000;
  await jobs.complete(await claimJob(refund.id));
  expect(await jobs.measurePostponed()).toMatchObject({ money: 0, files: 0 });
});

it('the time of a postponed job begins again after an operator has retried the job', async () => {
  await jobs.moveToDeadLetter(await claimJob());
  now += 3_600_000;
  await commitChanges(deps, [{ kind: 'job-requeued', job, at: new Date(now).toISOString() }]);

  await claimJob();
  now += 1000;

  expect(await jobs.measurePostponed()).toMatchObject({ other: 1 });
});

it('dead jobs are listed in the order in which they became dead until they are requeued', async () => {
  const other = createJob(job.task, deps);
  await jobs.add(other);
  await jobs.moveToDeadLetter(await claimJob(other.id));
  now += 5000;
  await jobs.moveToDeadLetter(await claimJob());

  const createFailure = (at: number) => {
    const time = new Date(at).toISOString();
    return { attempts: 1, firstAttemptAt: time, diedAt: time, failure: null };
  };
  expect((await jobs.listDead({})).items).toEqual([
    { ...other, ...createFailure(START) },
    { ...job, ...createFailure(START + 5000) },
  ]);
  expect(await jobs.health()).toEqual({ dead: 2, oldestOpenSeconds: 0 });
  now += 1000;
  const requeued = { kind: 'job-requeued', job, at: new Date(now).toISOString() } as const;
  await commitChanges(deps, [requeued]);
  expect(await deps.unitOfWork.commit([requeued])).toEqual([
    { change: requeued, reason: 'not-allowed', code: 'not-dead' },
  ]);
  expect(await listDueIds()).toEqual([job.id]);
  expect(await jobs.find(job.id)).toEqual({ ...job, attempts: 0, keyAttempt: 1 });
  expect(await jobs.health()).toEqual({ dead: 1, oldestOpenSeconds: 0 });
});

it('adding a job does not replace a job with the same id', async () => {
  await addJobOnce({ ...job, createdAt: 'later' }, deps);

  expect(await jobs.find(job.id)).toEqual(job);
});
