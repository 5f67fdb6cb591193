import { describe, expect, it } from 'vitest';
import { uniqueEmail } from '../../support/builders.ts';
import { asOperator, OPERATOR } from '../../support/operators.ts';
import { startWithRejectedMails } from '../../support/rejected-mails.ts';
import type { Service } from '../../support/start-service.ts';

const listDeadJobs = async (service: Service) =>
  (await service.get('/operator/jobs?state=dead', asOperator)).body.data;
const retryJob = async (service: Service, id: string) => {
  const { status, body } = await service.post(`/operator/jobs/${id}/retry`, undefined, asOperator);
  return { status, body };
};

describe('POST /api/v1/operator/jobs/{id}/retry', () => {
  it('requeues a dead job, resets its attempts and returns 409 for a second retry', async () => {
    const { service, acceptMails } = await startWithRejectedMails();
    const email = uniqueEmail();
    await service.registerClient({ email });
    await service.runJobs();
    const [job] = await listDeadJobs(service);
    acceptMails();

    expect(await retryJob(service, job.id)).toEqual({
      status: 200,
      body: { data: { ...job, attempts: 0, failedAt: null } },
    });

    expect(await listDeadJobs(service)).toEqual([]);
    await service.runJobs();
    expect(await service.listMailsTo(email)).toHaveLength(1);
    expect(await retryJob(service, job.id)).toEqual({
      status: 409,
      body: { message: 'Only dead jobs can be retried or dismissed.' },
    });
    expect(await service.deps.audit.list({ kind: 'job', id: job.id })).toMatchObject([
      { who: OPERATOR, what: 'job retried', why: null, when: expect.any(String) },
    ]);
  });

  it('moves a requeued job to the dead letters again when it fails again', async () => {
    const { service } = await startWithRejectedMails();
    await service.registerClient();
    await service.runJobs();
    const [job] = await listDeadJobs(service);

    await retryJob(service, job.id);
    await service.runJobs();

    expect(await listDeadJobs(service)).toEqual([expect.objectContaining({ id: job.id, attempts: 1 })]);
  });

  it('requeues a dead job once when two retry requests are concurrent', async () => {
    const { service } = await startWithRejectedMails();
    await service.registerClient();
    await service.runJobs();
    const [job] = await listDeadJobs(service);

    const responses = await Promise.all([retryJob(service, job.id), retryJob(service, job.id)]);

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
