import { expect, it } from 'vitest';
import { uniqueEmail } from '../../../support/builders.ts';
import { listItems } from '../../../support/inspect-store.ts';
import { asOperator, OPERATOR } from '../../../support/operators.ts';
import { startWithRejectedMails } from '../../../support/rejected-mails.ts';
import type { Service } from '../../../support/start-service.ts';

const REASON = 'Adresa neexistuje.';
const NOT_DEAD = { status: 409, body: { message: 'Only dead jobs can be retried or dismissed.' } };

const listDeadJobs = async (service: Service) =>
  (await service.get('/operator/jobs?state=dead', asOperator)).body.data;
const postJobAction = async (service: Service, verb: 'dismiss' | 'retry', id: string, body: object = {}) => {
  const response = await service.post(`/operator/jobs/${id}/${verb}`, body, asOperator);
  return { status: response.status, body: response.body };
};

async function startWithDeadMail() {
  const { service, acceptMails } = await startWithRejectedMails();
  const email = uniqueEmail();
  await service.registerClient({ email });
  await service.runJobs();
  const [job] = await listDeadJobs(service);
  return { service, acceptMails, email, job };
}

it('a dismissed dead job never runs again and no longer raises the alarm', async () => {
  const { service, acceptMails, email, job } = await startWithDeadMail();

  expect(await postJobAction(service, 'dismiss', job.id, { reason: REASON })).toEqual({
    status: 200,
    body: { data: { ...job, state: 'dismissed' } },
  });

  acceptMails();
  expect(await listDeadJobs(service)).toEqual([]);
  expect(await service.deps.jobs.health()).toEqual({ dead: 0, oldestOpenSeconds: 0 });
  expect(await postJobAction(service, 'retry', job.id)).toEqual(NOT_DEAD);
  expect(await postJobAction(service, 'dismiss', job.id, { reason: REASON })).toEqual(NOT_DEAD);
  await service.streamJobs([job.id]);
  await service.runJobs();
  expect(await service.listMailsTo(email)).toEqual([]);
  expect(await service.deps.audit.list(job.id)).toMatchObject([
    { who: OPERATOR, what: 'job dismissed', why: REASON },
  ]);
});

it('the personal data of a dismissed job is erased', async () => {
  const { service, email } = await startWithDeadMail();
  await service.post('/auth/password/email', { email });
  await service.runJobs();

  for (const { id } of await listDeadJobs(service))
    await postJobAction(service, 'dismiss', id, { reason: REASON });

  const jobs = await listItems(service.deps, 'JOB#');
  expect(jobs.map(({ task }) => task)).toEqual(
    expect.arrayContaining([
      { kind: 'mail', mail: 'verify-email' },
      { kind: 'mail-if-known', mail: 'password-reset' },
    ]),
  );
  expect(JSON.stringify(jobs)).not.toContain(email);
});

it.each([{}, { reason: ' ' }])('a job is not dismissed without a reason (body: %o)', async body => {
  const { service, job } = await startWithDeadMail();

  expect(await postJobAction(service, 'dismiss', job.id, body)).toEqual({
    status: 422,
    body: { message: 'Uveďte dôvod.', errors: { reason: ['Uveďte dôvod.'] } },
  });
  expect(await listDeadJobs(service)).toEqual([job]);
});

it('a dismissal and a concurrent retry of a job never both succeed', async () => {
  for (let round = 0; round < 4; round++) {
    const { service, job } = await startWithDeadMail();

    const [dismissed, retried] = await Promise.all([
      postJobAction(service, 'dismiss', job.id, { reason: REASON }),
      postJobAction(service, 'retry', job.id),
    ]);

    const won = dismissed.status === 200 ? 'job dismissed' : 'job retried';
    expect([dismissed.status, retried.status].sort()).toEqual([200, 409]);
    const audit = await service.deps.audit.list(job.id);
    expect(audit.map(({ what }) => what)).toEqual([won]);
    expect((await service.deps.jobs.listDue()).map(({ id }) => id)).toEqual(
      won === 'job retried' ? [job.id] : [],
    );
  }
});
