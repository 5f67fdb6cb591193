import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, inject, it } from 'vitest';
import { createJob } from '../../../lib/domain/changes.ts';
import type { Job } from '../../../lib/domain/model/jobs/job.ts';
import { DAY, HOUR, SECOND } from '../../../lib/durations.ts';
import { uniqueEmail } from '../../support/builders.ts';
import { clearOutput, readLogEvents, readOutput } from '../../support/captured-log.ts';
import { dynamoError, isDynamoOperation, startFaultProxy } from '../../support/fake-server.ts';
import { listItems } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { startMarket } from '../../support/start-market.ts';
import { type Service, startService } from '../../support/start-service.ts';

/** Starts a service with one mail job and a mailer that always fails. `sent` returns the number of attempts. */
async function startWithFailingMailer(): Promise<{ service: Service; sent: () => number }> {
  let sent = 0;
  const service = await startService({}, ({ mailer }) => ({
    mailer: {
      ...mailer,
      send: async () => {
        sent++;
        throw new Error('no answer');
      },
    },
  }));
  await service.registerExpert();
  return { service, sent: () => sent };
}

/** Creates a task that has no effect, because its testimony does not exist. */
const createTaskWithoutEffect = (at = 0) =>
  ({ kind: 'close-sessions', testimonyId: `nowhere ${at}` }) as const;

/** Adds jobs without effect and returns their ids, oldest first. */
async function addJobs({ deps }: Service, count: number): Promise<string[]> {
  const begun = deps.clock.now().getTime() - count;
  const jobs = Array.from({ length: count }, (_, at) => ({
    ...createJob(createTaskWithoutEffect(at), deps),
    createdAt: new Date(begun + at).toISOString(),
  }));
  for (let from = 0; from < count; from += 25)
    await Promise.all(jobs.slice(from, from + 25).map(job => deps.jobs.add(job)));
  return jobs.map(({ id }) => id);
}

/**
 * Starts a service that was rolled back to a version that does not know the kind of one of its jobs. `deploy` deploys
 * the version that knows it.
 */
async function startRolledBack() {
  let isDeployed = false;
  const service = await startService({}, ({ jobs }) => ({
    jobs: {
      ...jobs,
      async claim(jobId) {
        const claimed = await jobs.claim(jobId);
        return claimed && isDeployed ? { ...claimed, task: createTaskWithoutEffect() } : claimed;
      },
    },
  }));
  const task = { kind: 'plant-tree' } as unknown as Job['task'];
  const job = createJob(task, service.deps);
  await service.deps.jobs.add(job);
  const deploy = () => {
    isDeployed = true;
  };
  return { service, deploy, job };
}

function readMetrics(): Record<string, unknown>[] {
  const lines = readOutput()
    .split('\n')
    .filter(line => line.includes('"_aws"'));
  return lines.map(line => JSON.parse(line));
}

const listDueIds = async ({ deps }: Service) => (await deps.jobs.listDue()).map(({ id }) => id);

const findDone = (kind: string) => readLogEvents('job.done').filter(({ jobKind }) => jobKind === kind);

beforeEach(clearOutput);

it('the sweep runs jobs that the table stream did not deliver', async () => {
  const service = await startService();
  const email = uniqueEmail();
  await service.registerExpert({ email });

  await service.sweep();
  await service.sweep(); // the job that stores the scans permanently adds a job that checks them …
  await service.sweep(); // … which adds a job that records the result

  expect(await service.listMailsTo(email)).toHaveLength(1);
  // The job that ends the retention period of the scans waits for its date.
  const due = (await listItems(service.deps, 'JOB#')).filter(({ notBefore }) => !notBefore);
  expect(due.every(({ doneAt, gsi1pk }) => doneAt && !gsi1pk)).toBe(true);
});

it('the delay before the next attempt of a job doubles until the job becomes a dead job after ten failures', async () => {
  const { service, sent } = await startWithFailingMailer();
  const waits = [30, 60, 120, 240, 480, 960, 1920, 3840, 7680];

  await service.sweep();
  for (const [failures, wait] of waits.entries()) {
    service.deps.clock.advance((wait - 5) * SECOND);
    await service.sweep();
    expect(sent()).toBe(failures + 1);
    service.deps.clock.advance(6 * SECOND);
    await service.sweep();
    expect(sent()).toBe(failures + 2);
  }
  service.deps.clock.advance(DAY);
  await service.sweep();

  expect(sent()).toBe(10);
  expect(await service.deps.jobs.health()).toEqual({ dead: 1, oldestOpenSeconds: 0 });
  expect(readLogEvents('job.dead')).toEqual([
    expect.objectContaining({ level: 'error', jobKind: 'mail', attempt: 10 }),
  ]);
});

it('the sweep publishes the number of dead jobs and the age of the oldest due job as metrics', async () => {
  const service = await startService();
  await addJobs(service, 51);
  service.deps.clock.advance(20 * SECOND);

  await service.sweep();

  expect(readMetrics().at(-1)).toMatchObject({
    DeadJobs: 0,
    OldestOpenJobSeconds: expect.toSatisfy(seconds => seconds >= 20 && seconds < 30),
  });
});

it('the age of a job is measured from the time of its next attempt', async () => {
  const { service } = await startWithFailingMailer();
  const { jobs, clock } = service.deps;
  clock.advance(HOUR);
  expect((await jobs.health()).oldestOpenSeconds).toBeCloseTo(3600, -1);
  await service.sweep();
  await service.sweep(); // the job that stores the scans permanently adds a job that checks them …
  await service.sweep(); // … which adds a job that records the result
  clock.advance(20 * SECOND);
  expect(await jobs.health()).toEqual({ dead: 0, oldestOpenSeconds: 0 });

  clock.advance(130 * SECOND);

  expect((await jobs.health()).oldestOpenSeconds).toBeCloseTo(120, -1);
});

it('the sweep finds open jobs in all partitions of the index', async () => {
  const service = await startService();
  const ids = await addJobs(service, 40);

  const partitions = (await listItems(service.deps, 'JOB#')).map(({ gsi1pk }) => gsi1pk);

  const expected = ids.map(id => `JOBS#open#${Number.parseInt(id.slice(-1), 16) % 8}`);
  expect(partitions.sort()).toEqual(expected.sort());
  expect(new Set(partitions).size).toBeGreaterThan(4);
  expect(await listDueIds(service)).toEqual(ids);
  await service.sweep();
  expect(await listDueIds(service)).toEqual([]);
});

it('one sweep runs 500 due jobs', async () => {
  const service = await startService();
  await addJobs(service, 500);

  await service.sweep();

  expect(await listDueIds(service)).toEqual([]);
});

it('the sweep also runs jobs that become due while it runs', async () => {
  const service = await startService();
  const begun = service.deps.clock.now();
  const { jobs } = service.deps;
  const run = jobs.complete;
  const late = createJob(
    createTaskWithoutEffect(),
    service.deps,
    new Date(begun.getTime() + 5000).toISOString(),
  );
  await jobs.add(late);
  await addJobs(service, 1);
  Object.assign(jobs, {
    async complete(job: Job) {
      await run(job);
      service.deps.clock.advance(6000);
    },
  });

  await service.sweep();

  expect((await jobs.find(late.id))?.attempts).toBe(1);
});

it('the sweep leaves jobs to the next sweep when its function has 90 seconds left', async () => {
  const service = await startService();
  const ids = await addJobs(service, 6);
  let calls = 0;

  await service.sweep(() => (++calls > 4 ? 90_000 : 90_001));

  expect((await listDueIds(service)).length).toBeGreaterThan(0);
  expect((await listDueIds(service)).length).toBeLessThan(6);
  await service.sweep();
  expect(await listDueIds(service)).toEqual([]);
  for (const id of ids) expect((await service.deps.jobs.find(id))?.attempts).toBe(1);
});

it('a payout job runs at once while mail jobs wait for a slow mail service', async () => {
  const service = await startService({}, ({ mailer }) => ({
    mailer: { ...mailer, send: () => sleep(1000).then(() => 'sent' as const) },
  }));
  const { deps } = service;
  for (let count = 0; count < 12; count++) await service.registerClient();
  deps.clock.advance(SECOND);
  await deps.jobs.add(createJob({ kind: 'pay-owed', expertId: 'nobody' }, deps));

  const sweep = service.sweep();

  await expect.poll(() => findDone('pay-owed'), { interval: 20 }).toHaveLength(1);
  expect(findDone('mail').length).toBeLessThan(6);
  await sweep;
  expect(findDone('mail')).toHaveLength(12);
});

it('the sweep runs a job that a transaction has locked briefly', async () => {
  let claims = 0;
  const table = await startFaultProxy(inject('emulators').dynamodb, call =>
    isDynamoOperation('UpdateItem', call) && call.body.includes(':lease') && ++claims === 1
      ? dynamoError('TransactionConflictException')
      : undefined,
  );
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const [id = ''] = await addJobs(service, 1);

  await service.sweep();

  expect(await service.deps.jobs.find(id)).toMatchObject({ doneAt: expect.any(String) });
});

it('the sweep runs all other jobs before it fails because of a job that it cannot claim', async () => {
  const broken: string[] = [];
  const table = await startFaultProxy(inject('emulators').dynamodb, call =>
    isDynamoOperation('UpdateItem', call) && broken.some(id => call.body.includes(id))
      ? dynamoError('ProvisionedThroughputExceededException')
      : undefined,
  );
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const ids = await addJobs(service, 5);
  broken.push(...ids.slice(0, 2));

  await expect(service.sweep()).rejects.toThrow('No.');

  expect(await listDueIds(service)).toEqual(ids.slice(0, 2));
  expect(
    readLogEvents('sweep.job_failed')
      .map(({ jobId }) => jobId)
      .sort(),
  ).toEqual(broken.sort());
  expect(readMetrics()).toHaveLength(1);
});

it('two overlapping sweeps run each job once', async () => {
  const service = await startService();
  const ids = await addJobs(service, 30);

  await Promise.all([service.sweep(), service.sweep()]);

  for (const id of ids) expect(await service.deps.jobs.find(id)).toMatchObject({ attempts: 1 });
});

it('the sweep runs the mail jobs of one testimony in the order of their creation', async () => {
  const recipients: string[] = [];
  const market = await startMarket({}, ({ mailer }) => ({
    mailer: {
      ...mailer,
      async send(to) {
        recipients.push(to);
        await sleep(Math.random() * 20);
        return 'sent';
      },
    },
  }));
  const { service, ...rest } = market;
  const { testimony } = await rest.createOfferedTestimony();
  await market.service.sweep();
  recipients.length = 0;
  const experts = [];
  for (let count = 0; count < 8; count++) experts.push(await market.createExpert());
  await market.service.sweep();
  recipients.length = 0;
  for (const { id: userId } of experts)
    await service.deps.jobs.add(
      createJob({ kind: 'mail', mail: 'not-chosen', userId, testimonyId: testimony.id }, service.deps),
    );

  await service.sweep();

  expect(recipients).toEqual(experts.map(({ email }) => email));
});

it('a job of an unknown kind becomes a dead job, which an operator retries after a deployment that knows the kind', async () => {
  const { service, deploy, job } = await startRolledBack();
  await service.sweep();
  const listed = await service.get('/operator/jobs?state=dead', asOperator);
  expect(listed.body.data).toMatchObject([{ id: job.id, kind: 'plant-tree', error: expect.any(String) }]);
  deploy();

  expect(await service.post(`/operator/jobs/${job.id}/retry`, {}, asOperator)).toMatchObject({
    status: 200,
  });
  await service.sweep();

  expect(await service.deps.jobs.find(job.id)).toMatchObject({ attempts: 1, doneAt: expect.any(String) });
});
