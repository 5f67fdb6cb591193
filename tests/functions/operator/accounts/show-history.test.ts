/** Tests of GET /api/v1/operator/history (infra/docs/api/operators.md#mails-of-an-account). */
import { expect, it } from 'vitest';
import { createJob } from '../../../../lib/domain/changes.ts';
import { PASSWORD, uniqueEmail } from '../../../support/builders.ts';
import { MAIL_SUBJECTS } from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { startWithRejectedMails } from '../../../support/rejected-mails.ts';
import { assertSuccess, startMarket } from '../../../support/start-market.ts';
import { type Service, startService } from '../../../support/start-service.ts';

const UNKNOWN_ID = '01a1fddd-ff47-7274-a9b4-e43d50a27f12';

const show = async ({ get }: Service, id: string) =>
  assertSuccess(await get(`/operator/history?id=${id}`, asOperator));

it('the history of a user, a testimony or a job lists the actions of operators, newest first', async () => {
  const market = await startMarket();
  const { service } = market;
  const { client, testimony } = await market.createAssignedTestimony();
  for (const measure of ['lock', 'unlock'])
    await service.post(`/operator/users/${client.id}/${measure}`, { reason: 'Overenie.' }, asOperator);
  await service.post(`/operator/testimonies/${testimony.id}/cancel`, { reason: 'Dohoda.' }, asOperator);
  const job = createJob({ kind: 'pay-owed', expertId: UNKNOWN_ID }, service.deps);
  await service.deps.jobs.add(job);
  const claimed = await service.deps.jobs.claim(job.id);
  await service.deps.jobs.moveToDeadLetter({ ...job, ...claimed });
  await service.post(`/operator/jobs/${job.id}/retry`, undefined, asOperator);

  expect((await show(service, client.id)).audit).toEqual([
    expectedAuditEntry('account unlocked', 'Overenie.'),
    expectedAuditEntry('account locked', 'Overenie.'),
  ]);
  expect((await show(service, testimony.id)).audit).toEqual([
    expectedAuditEntry('testimony cancelled', 'Dohoda.'),
  ]);
  expect((await show(service, job.id)).audit).toEqual([expectedAuditEntry('job retried')]);
});

it('the history of a closed account keeps its entries without their reasons', async () => {
  const service = await startService();
  const { id, token } = await service.registerClient();
  await service.post(`/operator/users/${id}/release-phone`, { reason: 'Cudzie číslo.' }, asOperator);
  await service.post(`/operator/users/${id}/end-sessions`, { reason: 'Krádež.' }, asOperator);
  expect(token).toEqual(expect.any(String));
  const email = (await service.deps.accounts.find(id))?.email ?? '';
  const fresh = await service.signIn(email);
  await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token: fresh });
  await service.runJobs();

  expect(await show(service, id)).toEqual({ audit: [expectedAuditEntry('sessions ended')], mails: [] });
});

it('the history of a user lists waiting, sent and withheld mails', async () => {
  const service = await startService();
  const email = uniqueEmail();
  const { id } = await service.registerClient({ email });

  expect((await show(service, id)).mails).toEqual([
    {
      jobId: expect.any(String),
      mail: 'verify-email',
      to: null,
      subject: null,
      at: expect.stringMatching(/Z$/),
      state: 'waiting',
    },
  ]);

  await service.runJobs();
  const [sent] = (await show(service, id)).mails;
  expect(sent).toMatchObject({ mail: null, to: email, subject: MAIL_SUBJECTS.verify, state: 'sent' });
  expect((await service.get(`/operator/jobs?id=${sent.jobId}`, asOperator)).body.data).toMatchObject([
    { state: 'done', detail: 'verify-email' },
  ]);

  for (let count = 0; count < 40; count++)
    await service.deps.jobs.add(
      createJob({ kind: 'mail', mail: 'identity-accepted', userId: id }, service.deps),
    );
  await service.runJobs();
  expect((await show(service, id)).mails).toContainEqual(expect.objectContaining({ state: 'withheld' }));
});

it('the history of a user lists a rejected mail and a mail that was requested with only an e-mail address', async () => {
  const { service } = await startWithRejectedMails();
  const email = uniqueEmail();
  const { id } = await service.registerClient({ email });
  await service.runJobs();
  await service.post('/auth/password/email', { email });

  expect((await show(service, id)).mails).toMatchObject([
    { mail: 'password-reset', state: 'waiting' },
    { to: email, state: 'refused' },
  ]);
});

it('the history of a user lists a mail whose job is dead', async () => {
  const service = await startService();
  const { id } = await service.registerClient();
  await service.runJobs();
  const job = createJob({ kind: 'mail', mail: 'data-exported', userId: id }, service.deps);
  await service.deps.jobs.add(job);
  const claimed = await service.deps.jobs.claim(job.id);
  await service.deps.jobs.moveToDeadLetter({ ...job, ...claimed });

  expect((await show(service, id)).mails[0]).toMatchObject({
    jobId: job.id,
    mail: 'data-exported',
    state: 'dead',
  });
});

it('only operators can read a history, which needs a valid id and is empty for an unknown one', async () => {
  const service = await startService();

  expect(await show(service, UNKNOWN_ID)).toEqual({ audit: [], mails: [] });
  for (const path of ['/operator/history', '/operator/history?id=1'])
    expect(await service.get(path, asOperator)).toMatchObject({
      status: 422,
      body: { errors: { id: [expect.any(String)] } },
    });
  expect(await service.get(`/operator/history?id=${UNKNOWN_ID}`)).toMatchObject({ status: 403 });
});
