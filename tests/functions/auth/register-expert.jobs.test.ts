/** Tests of the jobs that a registration creates, also while a provider is down (infra/docs/api/registration.md). */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, inject, it } from 'vitest';
import { approveExpert } from '../../../lib/domain/experts/approval.ts';
import type { Job } from '../../../lib/domain/model/job.ts';
import { lambdaApprovals } from '../../../lib/platform/aws/accounts/approvals.ts';
import { createLambdaClient, createS3Client } from '../../../lib/platform/aws/clients.ts';
import type { Environment } from '../../../lib/platform/environment.ts';
import { uniqueEmail } from '../../support/builders.ts';
import {
  type FakeResponse,
  sesError,
  startFakeServer,
  startFaultProxy,
  UNREACHABLE_URL,
} from '../../support/fake-server.ts';
import { listItems, listObjectKeys } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';
import type { TestDependencies } from '../../support/test-dependencies.ts';

const MINUTE = 60_000;
const VERIFY = 'Overte svoju e-mailovú adresu';
const APPROVED = 'Váš účet znalca bol schválený';
const UNHANDLED: FakeResponse = { status: 200, headers: { 'x-amz-function-error': 'Unhandled' }, body: '{}' };

/**
 * Starts a sandbox whose approval function returns the given response. By default, the function approves the expert.
 */
async function startSandboxService(behaviour?: FakeResponse): Promise<Service> {
  let deps: TestDependencies | undefined;
  const lambda = await startFakeServer(async ({ body }) => {
    if (behaviour || !deps) return behaviour ?? UNHANDLED;
    await approveExpert(JSON.parse(body.toString()).expertId, deps);
    return { status: 200, body: 'null' };
  });
  const openClient = (environment: Environment) =>
    createLambdaClient(environment, { attempts: 1, timeoutMs: behaviour === 'hang' ? 50 : 2000 });
  const service = await startService({ SANDBOX: 'true', AWS_ENDPOINT_URL_LAMBDA: lambda.url }, initial => ({
    approvals: lambdaApprovals(initial.environment, openClient),
  }));
  deps = service.deps;
  return service;
}

async function getApproval(service: Service, token: string) {
  const { approved, identityReview } = (await service.get('/me', { token })).body.data;
  return { approved, identityReview };
}

async function listSortedSubjects(service: Service, address: string): Promise<string[]> {
  return (await service.listMailsTo(address)).map(({ subject }) => subject).sort();
}

/**
 * Returns dependencies whose first attempt to mark a job as done fails, as if the process died after the job's side
 * effect.
 */
function failMarkingDoneOnce(kind: Job['task']['kind']) {
  let killed = false;
  const dieOnce = (isMarked: boolean) => {
    if (!isMarked || killed) return;
    killed = true;
    throw new Error('killed');
  };
  return ({ jobs, unitOfWork }: TestDependencies): Partial<TestDependencies> => ({
    jobs: {
      ...jobs,
      async complete(job) {
        dieOnce(job.task.kind === kind);
        return jobs.complete(job);
      },
    },
    unitOfWork: {
      async commit(changes, record) {
        dieOnce(changes.some(change => change.kind === 'job-completed' && change.job.task.kind === kind));
        return unitOfWork.commit(changes, record);
      },
    },
  });
}

describe.concurrent('approval of experts in the sandbox', () => {
  it('an expert registration in the sandbox approves the expert before it responds', async () => {
    const service = await startSandboxService();
    const email = uniqueEmail();

    const { token } = await service.registerExpert({ email });

    expect(await getApproval(service, token)).toEqual({ approved: true, identityReview: 'accepted' });
    await service.runJobs();
    await service.runJobs();
    expect(await listSortedSubjects(service, email)).toEqual([VERIFY, APPROVED].sort());
  });

  it.each<[string, FakeResponse]>([
    ['fails', UNHANDLED],
    ['is throttled', { status: 429, body: '{}' }],
    ['does not respond', 'hang'],
  ])(
    'a job approves the expert later when the approval function %s during the registration',
    async (_, behaviour) => {
      const service = await startSandboxService(behaviour);
      const email = uniqueEmail();

      const { token } = await service.registerExpert({ email });

      expect(await getApproval(service, token)).toEqual({ approved: false, identityReview: 'pending' });
      await service.runJobs();
      expect(await getApproval(service, token)).toEqual({ approved: true, identityReview: 'accepted' });
      await service.runJobs();
      expect(await listSortedSubjects(service, email)).toEqual([VERIFY, APPROVED].sort());
    },
  );

  it('an expert registration outside the sandbox does not approve the expert', async () => {
    const lambda = await startFakeServer(() => UNHANDLED);
    const service = await startService({ SANDBOX: 'false', AWS_ENDPOINT_URL_LAMBDA: lambda.url });

    const { token } = await service.registerExpert();
    await service.runJobs();

    expect(lambda.calls).toEqual([]);
    expect(await getApproval(service, token)).toEqual({ approved: false, identityReview: 'pending' });
  });
});

describe.concurrent('verification mail of a registration', () => {
  it('the verification mail is sent once after SES has failed three times', async () => {
    const ses = await startFaultProxy(inject('emulators').ses, (_, count) =>
      count <= 3 ? sesError('InternalFailure', 500) : undefined,
    );
    const service = await startService({ AWS_ENDPOINT_URL_SES: ses.url });
    const email = uniqueEmail();
    await service.registerExpert({ email });

    const calls: number[] = [];
    for (let minute = 0; minute < 5; minute++) {
      await service.runJobs();
      calls.push(ses.calls.length);
      service.deps.clock.advance(MINUTE);
    }

    expect(calls).toEqual([1, 2, 3, 3, 4]);
    expect(await listSortedSubjects(service, email)).toEqual([VERIFY]);
  });

  it('the job of a verification mail becomes a dead job at once when SES rejects the mail permanently', async () => {
    const ses = await startFakeServer(() => sesError('MessageRejected'));
    const service = await startService({ AWS_ENDPOINT_URL_SES: ses.url });
    await service.registerExpert();

    await service.runJobs();
    service.deps.clock.advance(60 * MINUTE);
    await service.runJobs();

    expect(ses.calls).toHaveLength(1);
    expect(await service.deps.jobs.health()).toEqual({ dead: 1, oldestOpenSeconds: 0 });
  });

  it('the verification mail is sent again when the process dies before it marks the job as done', async () => {
    const service = await startService({}, failMarkingDoneOnce('mail'));
    const email = uniqueEmail();
    await service.registerExpert({ email });

    await expect(service.sweep()).rejects.toThrow('killed');
    await service.runJobs();
    expect(await listSortedSubjects(service, email)).toEqual([VERIFY]);
    service.deps.clock.advance(2 * MINUTE);
    await service.runJobs();

    expect(await listSortedSubjects(service, email)).toEqual([VERIFY, VERIFY]);
    expect(await service.deps.jobs.health()).toEqual({ dead: 0, oldestOpenSeconds: 0 });
  });
});

describe.concurrent('job that moves the identity scans of a registration', () => {
  it('identity scans are moved once even when the process dies before it marks the job as done', async () => {
    const service = await startService({}, failMarkingDoneOnce('keep-scans'));
    const { id } = await service.registerExpert();

    await expect(service.sweep()).rejects.toThrow('killed');
    service.deps.clock.advance(2 * MINUTE);
    await service.runJobs();

    expect(await listObjectKeys(service.deps)).toEqual([
      expect.stringMatching(`^identity-documents/${id}/back-`),
      expect.stringMatching(`^identity-documents/${id}/front-`),
    ]);
    expect(await service.deps.jobs.health()).toEqual({ dead: 0, oldestOpenSeconds: 0 });
  });

  it('identity scans stay under incoming/ until the bucket is reachable', async () => {
    const service = await startService();
    const { id } = await service.registerExpert();
    const cutOff = await startService({
      ...service.deps.environment,
      AWS_ENDPOINT_URL_S3: UNREACHABLE_URL,
    } as never);

    await cutOff.runJobs();
    expect(await listObjectKeys(service.deps)).toHaveLength(2);
    service.deps.clock.advance(MINUTE);
    await service.runJobs();

    expect(await listObjectKeys(service.deps)).toEqual([
      expect.stringMatching(`^identity-documents/${id}/back-`),
      expect.stringMatching(`^identity-documents/${id}/front-`),
    ]);
  });

  it('an identity scan that was overwritten after its check is not moved to permanent storage', async () => {
    const service = await startService();
    const { id } = await service.registerExpert();
    const [job] = (await listItems(service.deps, 'JOB#')).filter(({ task }) => task.kind === 'keep-scans');
    const { BUCKET_NAME: Bucket } = service.deps.environment;
    const { key: Key } = job?.task.moves[0].from ?? {};
    await createS3Client(service.deps.environment).send(
      new PutObjectCommand({ Bucket, Key, Body: 'MZ evil' }),
    );

    await service.runJobs();

    expect(await service.deps.jobs.health()).toMatchObject({ dead: 1 });
    const objects = await listObjectKeys(service.deps);
    expect(objects).toContain(Key);
    expect(objects).not.toContainEqual(expect.stringMatching(`^identity-documents/${id}/front-`));
  });
});
