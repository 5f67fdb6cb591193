import { describe, expect, it } from 'vitest';
import { uniqueEmail } from '../../support/builders.ts';
import { startWithRejectedMails } from '../../support/dead-jobs.ts';
import { itemsIn } from '../../support/inspect-store.ts';
import { asOperator, OPERATOR } from '../../support/operators.ts';
import type { Service } from '../../support/service.ts';

const REASON = 'Adresa neexistuje.';
const NOT_DEAD = { status: 409, body: { message: 'Only dead jobs can be retried or dismissed.' } };

const dead = async (service: Service) =>
  (await service.get('/operator/jobs?state=dead', asOperator)).body.data;
const act = async (service: Service, verb: 'dismiss' | 'retry', id: string, body: object = {}) => {
  const answer = await service.post(`/operator/jobs/${id}/${verb}`, body, asOperator);
  return { status: answer.status, body: answer.body };
};

async function withDeadMail() {
  const { service, heal } = await startWithRejectedMails();
  const email = uniqueEmail();
  await service.registerClient({ email });
  await service.work();
  const [job] = await dead(service);
  return { service, heal, email, job };
}

describe('POST /api/v1/operator/jobs/{id}/dismiss', () => {
  it('ends a dead job permanently, writes an audit entry and clears the alarm', async () => {
    const { service, heal, email, job } = await withDeadMail();

    expect(await act(service, 'dismiss', job.id, { reason: REASON })).toEqual({
      status: 200,
      body: { data: job },
    });

    heal();
    expect(await dead(service)).toEqual([]);
    expect(await service.deps.jobs.health()).toEqual({ dead: 0, oldestOpenSeconds: 0 });
    expect(await act(service, 'retry', job.id)).toEqual(NOT_DEAD);
    expect(await act(service, 'dismiss', job.id, { reason: REASON })).toEqual(NOT_DEAD);
    await service.stream([job.id]);
    await service.work();
    expect(await service.mailsTo(email)).toEqual([]);
    expect(await service.deps.audit.list({ kind: 'job', id: job.id })).toMatchObject([
      { who: OPERATOR, what: 'job dismissed', why: REASON },
    ]);
  });

  it('erases the personal data of a dismissed job', async () => {
    const { service, email } = await withDeadMail();
    await service.post('/auth/password/email', { email });
    await service.work();

    for (const { id } of await dead(service)) await act(service, 'dismiss', id, { reason: REASON });

    const jobs = await itemsIn(service.deps, 'JOB#');
    expect(jobs.map(({ task }) => task)).toEqual(
      expect.arrayContaining([
        { kind: 'mail', mail: 'verify-email' },
        { kind: 'mail-if-known', mail: 'password-reset' },
      ]),
    );
    expect(JSON.stringify(jobs)).not.toContain(email);
  });

  it('returns 409 for a job that is not dead', async () => {
    const { service, job } = await withDeadMail();
    await act(service, 'retry', job.id);

    expect(await act(service, 'dismiss', job.id, { reason: REASON })).toEqual(NOT_DEAD);
    expect(await service.deps.jobs.listDue()).toEqual([job.id]);
  });

  it.each([{}, { reason: ' ' }])('returns 422 when the body %o has no reason', async body => {
    const { service, job } = await withDeadMail();

    expect(await act(service, 'dismiss', job.id, body)).toEqual({
      status: 422,
      body: { message: 'Uveďte dôvod.', errors: { reason: ['Uveďte dôvod.'] } },
    });
    expect(await dead(service)).toEqual([job]);
  });

  it('performs and records either the dismissal or a concurrent retry, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const { service, job } = await withDeadMail();

      const [dismissed, retried] = await Promise.all([
        act(service, 'dismiss', job.id, { reason: REASON }),
        act(service, 'retry', job.id),
      ]);

      const won = dismissed.status === 200 ? 'job dismissed' : 'job retried';
      expect([dismissed.status, retried.status].sort()).toEqual([200, 409]);
      const audit = await service.deps.audit.list({ kind: 'job', id: job.id });
      expect(audit.map(({ what }) => what)).toEqual([won]);
      expect(await service.deps.jobs.listDue()).toEqual(won === 'job retried' ? [job.id] : []);
    }
  });
});
