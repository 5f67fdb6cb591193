import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { createJob } from '../../../lib/domain/changes.ts';
import { uniqueEmail } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { isDynamoOperation, sesError, startFaultProxy } from '../../support/fake-server.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

async function listJobIds({ deps }: Service): Promise<string[]> {
  return (await listItems(deps, 'JOB#')).map(({ id }) => id);
}

async function countAttempts({ deps }: Service, jobId: string): Promise<number> {
  return (await listItems(deps, `JOB#${jobId}`))[0]?.attempts;
}

it('a job that the table stream delivers twice runs once', async () => {
  const service = await startService();
  const email = uniqueEmail();
  await service.registerExpert({ email });
  const jobs = await listJobIds(service);

  const responses = [await service.streamJobs(jobs), await service.streamJobs(jobs)];

  expect(responses).toEqual([{ batchItemFailures: [] }, { batchItemFailures: [] }]);
  expect(await service.listMailsTo(email)).toHaveLength(1);
  const items = await listItems(service.deps, 'JOB#');
  expect(items.filter(({ id }) => jobs.includes(id))).toEqual(
    jobs.map(id =>
      expect.objectContaining({
        id,
        attempts: 1,
        doneAt: expect.any(String),
        expiresAt: expect.any(Number),
      }),
    ),
  );
  expect(readLogEvents('job.done').map(({ jobId }) => jobId)).toEqual(expect.arrayContaining(jobs));
});

it('the stream function ignores a job id that does not exist', async () => {
  const service = await startService();

  expect(await service.streamJobs(['unknown'])).toEqual({ batchItemFailures: [] });
});

it('a failing job does not prevent the other jobs of its batch', async () => {
  const ses = await startFaultProxy(inject('emulators').ses, (_, count) =>
    count === 1 ? sesError('InternalFailure', 500) : undefined,
  );
  const service = await startService({ AWS_ENDPOINT_URL_SES: ses.url });
  const addresses = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
  for (const email of addresses) await service.registerExpert({ email });

  const jobs = await listJobIds(service);

  expect(await service.streamJobs(jobs)).toEqual({ batchItemFailures: [] });

  const mails = await Promise.all(addresses.map(service.listMailsTo));
  expect(mails.flat()).toHaveLength(2);
  const open = (await listItems(service.deps, 'JOB#')).filter(
    ({ id, doneAt }) => jobs.includes(id) && !doneAt,
  );
  expect(open).toHaveLength(1);
});

it('the stream function reports the first job that it could not claim as a batch item failure', async () => {
  let broken = 'none yet';
  const table = await startFaultProxy(inject('emulators').dynamodb, call =>
    isDynamoOperation('UpdateItem', call) && call.body.includes(broken) ? 'hang up' : undefined,
  );
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  for (const _ of [1, 2, 3]) await service.registerClient();
  const ids = await listJobIds(service);
  broken = ids[1] ?? '';

  expect(await service.streamJobs(ids)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });

  const open = (await listItems(service.deps, 'JOB#')).filter(({ doneAt }) => !doneAt);
  expect(open.map(({ id }) => id)).toEqual([broken]);
});

it('the jobs of a stream batch run concurrently, so slow mails do not delay other jobs', async () => {
  const finished: unknown[] = [];
  const service = await startService({}, ({ mailer, jobs }) => ({
    mailer: { ...mailer, send: () => sleep(300).then(() => 'sent' as const) },
    jobs: {
      ...jobs,
      complete: async job => {
        finished.push(job.task.kind);
        await jobs.complete(job);
      },
    },
  }));
  for (let count = 0; count < 9; count++) await service.registerClient();
  await service.deps.jobs.add(createJob({ kind: 'close-sessions', testimonyId: 'nowhere' }, service.deps));
  const due = await service.deps.jobs.listDue();
  const begun = performance.now();

  await service.streamJobs(due);

  expect(due).toHaveLength(10);
  expect(performance.now() - begun).toBeLessThan(9 * 300);
  expect(finished[0]).toBe('close-sessions');
});

it('the stream function leaves the rest of a batch to the sweep shortly before its deadline', async () => {
  const service = await startService();
  const { accounts, jobs, clock, random } = service.deps;
  const find = accounts.find;
  accounts.find = userId => sleep(1200).then(() => find(userId));
  const listed = ['a', 'b', 'c'].map(expertId =>
    createJob({ kind: 'expire-scans', expertId }, { clock, random }),
  );
  for (const job of listed) await jobs.add(job);
  service.invocation.timeLeftMs = 1500;

  expect(await service.streamJobs(listed)).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });

  const found = await Promise.all(listed.map(({ id }) => jobs.find(id)));
  expect(found.map(job => job?.attempts)).toEqual([1, 0, 0]);
});

it('a job that one worker has claimed does not run in another worker', async () => {
  let release: () => void = () => {};
  const sending = new Promise<void>(resolve => {
    release = resolve;
  });
  const service = await startService({}, ({ mailer }) => ({
    mailer: { ...mailer, send: async (to, mail) => sending.then(() => mailer.send(to, mail)) },
  }));
  const email = uniqueEmail();
  await service.registerExpert({ email });
  const [mail] = (await listItems(service.deps, 'JOB#')).filter(({ task }) => task.kind === 'mail');

  const slow = service.streamJobs([mail?.id]);
  await expect.poll(() => countAttempts(service, mail?.id)).toBe(1);
  await service.streamJobs([mail?.id]);
  await service.runJobs();
  release();
  await slow;

  expect(await service.listMailsTo(email)).toHaveLength(1);
  expect(await countAttempts(service, mail?.id)).toBe(1);
});

it('ten workers that receive the same mail job concurrently send one mail', async () => {
  const service = await startService();
  const email = uniqueEmail();
  await service.registerExpert({ email });
  const jobs = await listJobIds(service);

  await Promise.all(Array.from({ length: 10 }, () => service.streamJobs(jobs)));

  expect(await service.listMailsTo(email)).toHaveLength(1);
});

it('the jobs of a dead worker run after its lease has expired', async () => {
  const service = await startService();
  const email = uniqueEmail();
  await service.registerExpert({ email });
  const jobs = await listJobIds(service);
  for (const id of jobs) await service.deps.jobs.claim(id);

  service.deps.clock.advance(60_000);
  await service.streamJobs(jobs);
  expect(await service.listMailsTo(email)).toEqual([]);
  service.deps.clock.advance(60_000);
  await service.streamJobs(jobs);

  expect(await service.listMailsTo(email)).toHaveLength(1);
});
