import { expect, it } from 'vitest';
import { createJob } from '../../../../lib/domain/changes.ts';
import { uniqueEmail } from '../../../support/builders.ts';
import { asOperator, OPERATOR } from '../../../support/operators.ts';
import { startWithRejectedMails } from '../../../support/rejected-mails.ts';

it('a retry of one kind of job requeues all dead jobs of that kind and no others', async () => {
  const { service, acceptMails } = await startWithRejectedMails();
  const addresses = Array.from({ length: 17 }, () => uniqueEmail());
  await Promise.all(addresses.map(email => service.registerClient({ email })));
  await service.runJobs();
  const { deps } = service;
  const refund = createJob(
    { kind: 'refund', testimonyId: 'testimony', sessionId: 'cs_1', paymentId: 'pi_1', order: 'order_1' },
    deps,
  );
  await deps.jobs.add(refund);
  await deps.jobs.moveToDeadLetter(refund);
  acceptMails();

  expect(await service.post('/operator/jobs/retry', { kind: 'mail' }, asOperator)).toMatchObject({
    status: 200,
    body: { data: { kind: 'mail', retried: 17 } },
  });

  const ids = (await deps.jobs.listDue()).map(({ id }) => id);
  expect(ids).toHaveLength(17);
  for (const id of ids) {
    expect(await deps.audit.list(id)).toMatchObject([{ who: OPERATOR, what: 'job retried', why: null }]);
  }
  await service.runJobs();
  for (const address of addresses) expect(await service.listMailsTo(address)).toHaveLength(1);
  const { data } = (await service.get('/operator/jobs?state=dead', asOperator)).body;
  expect(data).toMatchObject([{ kind: 'refund' }]);
});
