import { expect, it } from 'vitest';
import { createJob } from '../../../../lib/domain/changes.ts';
import { uniqueEmail } from '../../../support/builders.ts';
import { asOperator, OPERATOR } from '../../../support/operators.ts';
import { startWithRejectedMails } from '../../../support/rejected-mails.ts';
import type { Service } from '../../../support/start-service.ts';

const retryJobs = async (service: Service, body: object) => {
  const response = await service.post('/operator/jobs/retry', body, asOperator);
  return { status: response.status, body: response.body };
};
const listDeadJobKinds = async (service: Service) => {
  const { data } = (await service.get('/operator/jobs?state=dead', asOperator)).body;
  return data.map(({ kind }: { kind: string }) => kind);
};

async function startWithDeadJobs(mails: number) {
  const { service, acceptMails } = await startWithRejectedMails();
  const addresses = Array.from({ length: mails }, () => uniqueEmail());
  await Promise.all(addresses.map(email => service.registerClient({ email })));
  await service.runJobs();
  const refund = createJob(
    { kind: 'refund', testimonyId: 'testimony', sessionId: 'cs_1', paymentId: 'pi_1', order: 'order_1' },
    service.deps,
  );
  await service.deps.jobs.add(refund);
  await service.deps.jobs.moveToDeadLetter(refund);
  return { service, acceptMails, addresses };
}

it('a retry of one kind of job requeues all dead jobs of that kind and no others', async () => {
  const { service, acceptMails, addresses } = await startWithDeadJobs(17);
  acceptMails();

  expect(await retryJobs(service, { kind: 'mail' })).toEqual({
    status: 200,
    body: { data: { kind: 'mail', retried: 17 } },
  });

  const ids = (await service.deps.jobs.listDue()).map(({ id }) => id);
  expect(ids).toHaveLength(17);
  for (const id of ids) {
    expect(await service.deps.audit.list({ kind: 'job', id })).toMatchObject([
      { who: OPERATOR, what: 'job retried', why: null },
    ]);
  }
  await service.runJobs();
  for (const address of addresses) expect(await service.listMailsTo(address)).toHaveLength(1);
  expect(await listDeadJobKinds(service)).toEqual(['refund']);
});

it('each dead job is counted only once when two requests retry the same kind concurrently', async () => {
  const { service } = await startWithDeadJobs(16);

  const responses = await Promise.all([
    retryJobs(service, { kind: 'mail' }),
    retryJobs(service, { kind: 'mail' }),
  ]);

  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const counts = responses.map(({ body }) => body.data.retried);
  expect(counts[0] + counts[1]).toBe(16);
});
