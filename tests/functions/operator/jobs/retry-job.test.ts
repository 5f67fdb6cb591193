import { describe, expect, it } from 'vitest';
import { createJob } from '../../../../lib/domain/changes.ts';
import { PASSWORD, uniqueEmail } from '../../../support/builders.ts';
import { listSubjects } from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry, OPERATOR } from '../../../support/operators.ts';
import { startWithRejectedMails } from '../../../support/rejected-mails.ts';
import { assertSuccess, startMarket } from '../../../support/start-market.ts';
import { type Service, startService } from '../../../support/start-service.ts';

/** Subject of the mail that confirms a client's payment. */
const RECEIVED = 'Prijali sme vašu platbu';

const listDeadJobs = async (service: Service) =>
  (await service.get('/operator/jobs?state=dead', asOperator)).body.data;
const retryJob = async (service: Service, id: string) => {
  const { status, body } = await service.post(`/operator/jobs/${id}/retry`, undefined, asOperator);
  return { status, body };
};

it('a retry makes a dead job an open job with no attempts, which cannot be retried again', async () => {
  const { service, acceptMails } = await startWithRejectedMails();
  const email = uniqueEmail();
  await service.registerClient({ email });
  await service.runJobs();
  const [job] = await listDeadJobs(service);
  acceptMails();

  expect(await retryJob(service, job.id)).toEqual({
    status: 200,
    body: { data: { ...job, state: 'open', attempts: 0, failedAt: null, error: null } },
  });

  expect(await listDeadJobs(service)).toEqual([]);
  await service.runJobs();
  expect(await service.listMailsTo(email)).toHaveLength(1);
  expect(await retryJob(service, job.id)).toEqual({
    status: 409,
    body: { message: 'Only dead jobs can be retried or dismissed.' },
  });
  expect(await service.deps.audit.list(job.id)).toMatchObject([
    { who: OPERATOR, what: 'job retried', why: null, when: expect.any(String) },
  ]);
});

it('a retried job becomes dead again when it fails again', async () => {
  const { service } = await startWithRejectedMails();
  await service.registerClient();
  await service.runJobs();
  const [job] = await listDeadJobs(service);

  await retryJob(service, job.id);
  await service.runJobs();

  expect(await listDeadJobs(service)).toEqual([expect.objectContaining({ id: job.id, attempts: 1 })]);
});

it('a dead job is retried once when two requests are concurrent', async () => {
  const { service } = await startWithRejectedMails();
  await service.registerClient();
  await service.runJobs();
  const [job] = await listDeadJobs(service);

  const responses = await Promise.all([retryJob(service, job.id), retryJob(service, job.id)]);

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
});

describe('resending of a sent mail by an operator', () => {
  const resend = (service: Service, id: string) =>
    service.post(`/operator/jobs/${id}/retry?resend=true`, undefined, asOperator);
  const findLastJob = async (service: Service, userId: string) =>
    (await service.deps.mails.all(userId)).at(-1)?.jobId ?? '';

  it('resending a mail sends the same text again in a new job, which is audited', async () => {
    const market = await startMarket();
    const { service } = market;
    const { client, expert, testimony, offer } = await market.createOfferedTestimony();
    assertSuccess(await client.acceptOffer(await client.payOffer(offer.id)));
    await market.runJobs();
    const [record] = (await service.deps.mails.all(client.id)).filter(({ subject }) => subject === RECEIVED);
    const before = await listSubjects(client.email);

    const job = assertSuccess(await resend(service, record?.jobId ?? ''));

    expect(job).toMatchObject({ kind: 'mail', detail: 'payment-received', state: 'open', attempts: 0 });
    expect(job.id).not.toBe(record?.jobId);
    await market.runJobs();
    expect(await listSubjects(client.email)).toEqual([...before, RECEIVED]);
    const [again, first] = (await service.listMailsTo(client.email))
      .filter(({ subject }) => subject === RECEIVED)
      .map(({ body }) => body.text);
    expect(again).toBe(first);
    const [entry] = await service.deps.audit.list(client.id);
    expect(entry).toMatchObject(expectedAuditEntry('mail sent again'));
    expect([expert.id, testimony.id]).not.toContain(job.id);
  });

  it('a resent mail counts towards the mail limits of its address', async () => {
    const service = await startService();
    const { id: userId } = await service.registerClient();
    await service.runJobs();
    const job = createJob({ kind: 'mail', mail: 'identity-accepted', userId }, service.deps);
    await service.deps.jobs.add(job);
    await service.runJobs();

    const states = new Set<string>();
    for (let count = 0; count < 60 && !states.has('withheld'); count++) {
      assertSuccess(await resend(service, await findLastJob(service, userId)));
      await service.runJobs();
      for (const { state } of await service.deps.mails.all(userId)) states.add(state);
    }

    expect(states).toContain('withheld');
  });

  it('a mail can be resent only if it was sent to the account of a user', async () => {
    const service = await startService();
    const { id: userId } = await service.registerClient();
    await service.runJobs();
    const verification = await findLastJob(service, userId);
    const open = createJob({ kind: 'mail', mail: 'identity-accepted', userId }, service.deps);
    await service.deps.jobs.add(open);
    const other = createJob({ kind: 'pay-owed', expertId: userId }, service.deps);
    await service.deps.jobs.add(other);

    const reply = { status: 409, headers: { 'x-error-code': 'not-resendable' } };
    for (const id of [verification, open.id, other.id])
      expect(await resend(service, id)).toMatchObject(reply);
    await service.runJobs();
    expect(await resend(service, other.id)).toMatchObject(reply);
    expect(
      await service.post(`/operator/jobs/${open.id}/retry?resend=maybe`, undefined, asOperator),
    ).toMatchObject({
      status: 422,
    });
  });

  it('a mail is not resent to a closed account', async () => {
    const service = await startService();
    const { id: userId, token } = await service.registerClient();
    await service.runJobs();
    await service.deps.jobs.add(createJob({ kind: 'mail', mail: 'identity-accepted', userId }, service.deps));
    await service.runJobs();
    const id = await findLastJob(service, userId);
    await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });
    await service.runJobs();

    assertSuccess(await resend(service, id));
    await service.runJobs();

    expect(await service.deps.mails.all(userId)).toEqual([]);
  });
});
