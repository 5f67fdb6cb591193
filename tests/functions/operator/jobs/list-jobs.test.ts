import { expect, it } from 'vitest';
import { createJob } from '../../../../lib/domain/changes.ts';
import type { Expert } from '../../../../lib/domain/model/accounts/account.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { asOperator } from '../../../support/operators.ts';
import { createPaidOutTestimony } from '../../../support/payouts.ts';
import { startWithRejectedMails } from '../../../support/rejected-mails.ts';
import { startMarket } from '../../../support/start-market.ts';
import { type Service, startService } from '../../../support/start-service.ts';

const PATH = '/operator/jobs?state=dead';
const UNKNOWN_ID = '01a1fddd-ff47-7274-a9b4-e43d50a27f12';

it('dead jobs are listed with their times but without personal data', async () => {
  const { service } = await startWithRejectedMails();
  const email = 'jana.kovacova@znalci.sk';
  const { id } = await service.registerClient({ email });
  await service.runJobs();

  const { status, body } = await service.get(PATH, asOperator);

  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect({ status, data: body.data }).toEqual({
    status: 200,
    data: [
      {
        id: expect.any(String),
        kind: 'mail',
        detail: 'verify-email',
        state: 'dead',
        dueAt: null,
        requestId: expect.any(String),
        attempts: 1,
        createdAt: moment,
        failedAt: moment,
        testimonyId: null,
        userId: null,
        amount: null,
        party: null,
        error: 'MailRejected: MessageRejected',
      },
    ],
  });
  expect(body.meta).toMatchObject({ per_page: 15, next_cursor: null, prev_cursor: null });
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${email}|${id}`));
});

it('dead jobs are listed in pages without gaps even when they died at the same time', async () => {
  const { service } = await startWithRejectedMails();
  await Promise.all(Array.from({ length: 17 }, () => service.registerClient()));
  const moment = service.deps.clock.now();
  const now = service.deps.clock.now;
  service.deps.clock.now = () => new Date(moment.getTime() + 1000);
  await service.runJobs();
  service.deps.clock.now = now;

  const first = (await service.get(PATH, asOperator)).body;
  const second = (await service.get(first.links.next.split('/api/v1')[1], asOperator)).body;

  expect([first.data.length, second.data.length]).toEqual([15, 2]);
  const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(17);
});

it('listing jobs with an unknown state or an invalid id returns 422', async () => {
  const service = await startService();

  expect(await service.get('/operator/jobs?state=open', asOperator)).toMatchObject({ status: 422 });
  expect(await service.get('/operator/jobs?id=1', asOperator)).toMatchObject({ status: 422 });
  expect((await service.get('/operator/jobs', asOperator)).body.data).toEqual([]);
});

async function startWithUnavailableMails() {
  const send = () => Promise.reject(new Error('503'));
  return startService({}, ({ mailer }) => ({ mailer: { ...mailer, send } }));
}

const list = async ({ get }: Service, query: string) =>
  (await get(`/operator/jobs?${query}`, asOperator)).body;

it('a failed job that will run again is listed as postponed and not as late', async () => {
  const service = await startWithUnavailableMails();
  await service.registerClient();
  expect((await list(service, 'state=postponed')).data).toEqual([]);

  await service.runJobs();

  const { data } = await list(service, 'state=postponed');
  expect(data).toMatchObject([{ kind: 'mail', detail: 'verify-email', state: 'open', attempts: 1 }]);
  expect(Date.parse(data[0].dueAt)).toBeGreaterThan(service.deps.clock.now().getTime());
  expect((await list(service, 'state=late')).data).toEqual([]);
});

it("a refund job whose reversal of the transfer exceeds the expert's balance is listed with its amount and error", async () => {
  const market = await startMarket();
  const sale = await createPaidOutTestimony(market);
  const { paymentAccountId: account } = (await market.service.deps.accounts.find(sale.expert.id)) as Expert;
  await market.configureProvider('payouts', { account });
  await operatorRoutes(market).decide(sale.testimony.id, 'refund', { amount: 50, from: 'expert' });

  await market.runJobs();

  const { data } = await list(market.service, 'state=postponed');
  expect(data).toMatchObject([
    {
      kind: 'refund',
      state: 'open',
      attempts: 1,
      failedAt: null,
      testimonyId: sale.testimony.id,
      userId: null,
      amount: 50,
      party: 'client',
      error: expect.stringContaining('insufficient funds to reverse this transfer'),
    },
  ]);
});

it('a job that succeeds after a failure is shown without an error', async () => {
  let isUnavailable = true;
  const service = await startService({}, deps => ({
    mailer: {
      ...deps.mailer,
      send: async (...args: Parameters<typeof deps.mailer.send>) => {
        if (isUnavailable) throw new Error('no answer for jana@znalci.sk');
        return deps.mailer.send(...args);
      },
    },
  }));
  await service.registerClient();
  await service.runJobs();
  const [{ id, error }] = (await list(service, 'state=postponed')).data;
  expect(error).toMatch(/^Error: no answer/);
  expect(error).not.toContain('jana');
  isUnavailable = false;
  service.deps.clock.advance(60_000);

  await service.runJobs();

  expect((await list(service, `id=${id}`)).data).toMatchObject([{ state: 'done', error: null }]);
});

it('a job is listed as late if it has not run within two minutes', async () => {
  const service = await startService();
  const { clock, jobs } = service.deps;
  const later = new Date(clock.now().getTime() + 24 * 3600_000).toISOString();
  await jobs.add(createJob({ kind: 'pay-owed', expertId: UNKNOWN_ID }, service.deps, later));
  const due = createJob({ kind: 'pay-owed', expertId: UNKNOWN_ID }, service.deps);
  await jobs.add(due);
  expect((await list(service, 'state=late')).data).toEqual([]);

  clock.advance(2 * 60_000 + 1);

  expect((await list(service, 'state=late')).data).toMatchObject([{ id: due.id, dueAt: due.createdAt }]);
  expect((await list(service, 'state=postponed')).data).toEqual([]);
});

it('a dead refund job shows its testimony, its amount and the error', async () => {
  const market = await startMarket();
  const { testimony, sessionId } = await market.createAssignedTestimony({ price: 120 });
  const { deps } = market.service;
  const job = createJob(
    { kind: 'refund', testimonyId: testimony.id, sessionId, paymentId: 'pi_1', order: 'order_1' },
    deps,
  );
  await deps.jobs.add(job);
  const facts = { testimonyId: testimony.id, amount: 12_000, party: 'client' } as const;
  const claimed = await deps.jobs.claim(job.id);
  const dead = { ...job, ...claimed, failure: { ...facts, error: null } };
  await deps.jobs.moveToDeadLetter(dead, new Error('No such payment'));

  expect((await list(market.service, `id=${job.id}`)).data).toMatchObject([
    { ...facts, state: 'dead', amount: 120, error: 'Error: No such payment' },
  ]);
});

it('an open job shows the payout or the user that it is about', async () => {
  const market = await startMarket();
  const { expert, testimony } = await market.createAssignedTestimony({ price: 120 });
  const { deps } = market.service;
  const payout = createJob({ kind: 'pay-out', testimonyId: testimony.id }, deps);
  const owed = createJob({ kind: 'pay-owed', expertId: expert.id }, deps);
  for (const job of [payout, owed]) await deps.jobs.add(job);

  expect((await list(market.service, `id=${payout.id}`)).data).toMatchObject([
    { state: 'open', testimonyId: testimony.id, party: 'expert', amount: 108, userId: null, error: null },
  ]);
  expect((await list(market.service, `id=${owed.id}`)).data).toMatchObject([{ userId: expert.id }]);
});

it('a job that has ended is shown as done or as dismissed', async () => {
  const { service } = await startWithRejectedMails();
  const { id: userId } = await service.registerClient();
  await service.runJobs();
  const [{ id }] = (await list(service, 'state=dead')).data;
  expect((await list(service, `id=${id}`)).data).toMatchObject([{ state: 'dead', userId }]);

  await service.post(`/operator/jobs/${id}/dismiss`, { reason: 'x' }, asOperator);

  expect((await list(service, `id=${id}`)).data).toMatchObject([{ state: 'dismissed', userId: null }]);
  const done = createJob({ kind: 'pay-owed', expertId: UNKNOWN_ID }, service.deps);
  await service.deps.jobs.add(done);
  await service.runJobs();
  expect((await list(service, `id=${done.id}`)).data).toMatchObject([{ state: 'done', dueAt: null }]);
});

it('an unknown job id returns an empty list', async () => {
  expect((await list(await startService(), `id=${UNKNOWN_ID}`)).data).toEqual([]);
});
