import { describe, expect, inject, it } from 'vitest';
import { uniqueEmail } from '../../support/builders.ts';
import { isDynamoOperation, sesError, startFaultProxy } from '../../support/fake-server.ts';
import { itemsIn } from '../../support/inspect-store.ts';
import { logLines } from '../../support/log.ts';
import { type Service, startService } from '../../support/service.ts';

async function jobsOf({ deps }: Service): Promise<string[]> {
  return (await itemsIn(deps, 'JOB#')).map(({ id }) => id);
}

async function attemptsOf({ deps }: Service, jobId: string): Promise<number> {
  return (await itemsIn(deps, `JOB#${jobId}`))[0]?.attempts;
}

describe('jobs/deliver', () => {
  it('runs each job from the stream once', async () => {
    const service = await startService();
    const email = uniqueEmail();
    await service.register({ email });
    const jobs = await jobsOf(service);

    const answers = [await service.stream(jobs), await service.stream(jobs)];

    expect(answers).toEqual([{ batchItemFailures: [] }, { batchItemFailures: [] }]);
    expect(await service.mailsTo(email)).toHaveLength(1);
    expect(await itemsIn(service.deps, 'JOB#')).toEqual(
      jobs.map(id =>
        expect.objectContaining({
          id,
          attempts: 1,
          doneAt: expect.any(String),
          expiresAt: expect.any(Number),
        }),
      ),
    );
    expect(logLines('job.done').map(({ jobId }) => jobId)).toEqual(expect.arrayContaining(jobs));
  });

  it('ignores a job id that does not exist', async () => {
    const service = await startService();

    expect(await service.stream(['unknown'])).toEqual({ batchItemFailures: [] });
  });

  it('runs the remaining jobs when one job fails', async () => {
    const ses = await startFaultProxy(inject('emulators').ses, (_, count) =>
      count === 1 ? sesError('InternalFailure', 500) : undefined,
    );
    const service = await startService({ AWS_ENDPOINT_URL_SES: ses.url });
    const addresses = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    for (const email of addresses) await service.register({ email });

    expect(await service.stream(await jobsOf(service))).toEqual({ batchItemFailures: [] });

    const mails = await Promise.all(addresses.map(service.mailsTo));
    expect(mails.flat()).toHaveLength(2);
    expect((await itemsIn(service.deps, 'JOB#')).filter(({ doneAt }) => !doneAt)).toHaveLength(1);
  });

  it('reports a batch item failure for the first job that could not be claimed in DynamoDB', async () => {
    let claims = 0;
    const table = await startFaultProxy(inject('emulators').dynamodb, call =>
      isDynamoOperation('UpdateItem', call) && call.body.includes(':lease') && ++claims > 1
        ? 'hang up'
        : undefined,
    );
    const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
    await service.register();

    expect(await service.stream(await jobsOf(service))).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }],
    });
  });

  it('does not run a job that another worker has claimed', async () => {
    let release: () => void = () => {};
    const sending = new Promise<void>(resolve => {
      release = resolve;
    });
    const service = await startService({}, ({ mailer }) => ({
      mailer: { ...mailer, send: async (to, mail) => sending.then(() => mailer.send(to, mail)) },
    }));
    const email = uniqueEmail();
    await service.register({ email });
    const [mail] = (await itemsIn(service.deps, 'JOB#')).filter(({ task }) => task.kind === 'mail');

    const slow = service.stream([mail?.id]);
    await expect.poll(() => attemptsOf(service, mail?.id)).toBe(1);
    await service.stream([mail?.id]);
    await service.work();
    release();
    await slow;

    expect(await service.mailsTo(email)).toHaveLength(1);
    expect(await attemptsOf(service, mail?.id)).toBe(1);
  });

  it('sends one mail when ten workers receive the same job concurrently', async () => {
    const service = await startService();
    const email = uniqueEmail();
    await service.register({ email });
    const jobs = await jobsOf(service);

    await Promise.all(Array.from({ length: 10 }, () => service.stream(jobs)));

    expect(await service.mailsTo(email)).toHaveLength(1);
  });

  it('runs the jobs of a worker that died once its lease has expired', async () => {
    const service = await startService();
    const email = uniqueEmail();
    await service.register({ email });
    const jobs = await jobsOf(service);
    for (const id of jobs) await service.deps.jobs.claim(id);

    service.deps.clock.advance(60_000);
    await service.stream(jobs);
    expect(await service.mailsTo(email)).toEqual([]);
    service.deps.clock.advance(60_000);
    await service.stream(jobs);

    expect(await service.mailsTo(email)).toHaveLength(1);
  });
});
