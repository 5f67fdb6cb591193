/** Attacks that send a stranger many mails (infra/docs/api/mails.md#limits). */
import { expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../lib/durations.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { listSubjects, MAIL_SUBJECTS } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type MarketClient, startMarket } from '../../support/start-market.ts';
import { type Service, startService } from '../../support/start-service.ts';
import { offerBody } from '../../support/testimony-builders.ts';

const SAME_PASSWORD = { password: PASSWORD, passwordConfirmation: PASSWORD, currentPassword: PASSWORD };

/** Starts a service at the beginning of a day, so that no daily limit is reset during the test. */
async function startAtMidnight(...parameters: Parameters<typeof startService>): Promise<Service> {
  const service = await startService(...parameters);
  toNextDay(service);
  return service;
}

function toNextDay({ deps: { clock } }: Pick<Service, 'deps'>): void {
  clock.advance(DAY - (clock.now().getTime() % DAY) + 1000);
}

async function runAllJobs(service: Service): Promise<void> {
  while ((await service.deps.jobs.listDue()).length > 0) await service.runJobs();
}

async function countStates({ deps }: Pick<Service, 'deps'>, userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await deps.mails.all(userId)) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

it('repeated changes of the password send an unverified address only one security notice a day', async () => {
  const service = await startAtMidnight();
  const email = uniqueEmail();
  const { id, token } = await service.registerClient({ email });

  for (let count = 0; count < 20; count++) {
    expect(await service.put('/me', SAME_PASSWORD, { token })).toMatchObject({ status: 200 });
  }
  await runAllJobs(service);

  expect(await listSubjects(email)).toEqual([MAIL_SUBJECTS.verify, MAIL_SUBJECTS.passwordChanged]);
  expect(await countStates(service, id)).toEqual({ sent: 2, withheld: 19 });
  toNextDay(service);
  await service.put('/me', SAME_PASSWORD, { token });
  await runAllJobs(service);
  expect(await listSubjects(email)).toHaveLength(3);
});

it('repeated registrations and closures send an unverified address at most twenty-one mails a day', async () => {
  const service = await startAtMidnight();
  const email = uniqueEmail();

  for (let count = 0; count < 25; count++) {
    const { token } = await service.registerClient({ email });
    await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });
    // Closing an account drops its pending mails, so the jobs run before the account is closed.
    await service.registerClient({ email }).then(async account => {
      await runAllJobs(service);
      await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, account);
    });
  }
  await runAllJobs(service);

  const subjects = await listSubjects(email);
  expect(subjects.filter(subject => subject === MAIL_SUBJECTS.verify)).toHaveLength(20);
  expect(subjects).toHaveLength(21);
  expect((await service.deps.jobs.health()).dead).toBe(0);
});

it('a verified e-mail address receives at most twenty security notices a day', async () => {
  const market = await startMarket();
  toNextDay(market.service);
  const client = await market.createClient();

  for (let count = 0; count < 25; count++)
    expect(await market.service.put('/me', SAME_PASSWORD, client)).toMatchObject({ status: 200 });
  await market.runJobs();

  const subjects = await listSubjects(client.email);
  expect(subjects.filter(subject => subject === MAIL_SUBJECTS.passwordChanged)).toHaveLength(20);
  expect(await countStates(market.service, client.id)).toMatchObject({ withheld: 5 });
});

it('a security notice is sent even when the hourly limit of other mails is used up', async () => {
  const market = await startMarket();
  toNextDay(market.service);
  const client = await market.createClient();
  await market.runJobs();
  await useUpMails(market.service, client);

  await market.service.post('/auth/password/email', { email: client.email });
  await market.service.put('/me', SAME_PASSWORD, client);
  await market.runJobs();

  expect(await listSubjects(client.email)).toEqual([MAIL_SUBJECTS.passwordChanged]);
  expect(await countStates(market.service, client.id)).toEqual({ sent: 1, withheld: 1 });
});

it('a client gets one mail a day about the offers of one expert for one testimony', async () => {
  const market = await startMarket();
  toNextDay(market.service);
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  let latest = offer;
  for (let count = 0; count < 3; count++) {
    await expert.withdrawOffer(latest.id);
    latest = await expert.createOffer(testimony.id);
    await market.runJobs();
  }
  const other = await market.createExpert();
  await other.createOffer(testimony.id);
  await market.runJobs();

  expect(await countOfferMails(client)).toBe(2);
  toNextDay(market.service);
  await expert.withdrawOffer(latest.id);
  expect(await expert.post(`/testimonies/${testimony.id}/offers`, offerBody())).toMatchObject({
    status: 201,
  });
  await market.runJobs();
  expect(await countOfferMails(client)).toBe(3);
});

it('a mail counts only once towards the limit when its job is retried', async () => {
  let failures = 3;
  const service = await startAtMidnight({}, ({ mailer }) => ({
    mailer: {
      ...mailer,
      async send(to, mail) {
        if (failures-- > 0) throw new Error('The connection was lost.');
        return mailer.send(to, mail);
      },
    },
  }));
  const email = uniqueEmail();
  await service.registerClient({ email });

  for (let attempt = 0; attempt < 4; attempt++) {
    await runAllJobs(service);
    service.deps.clock.advance(10 * MINUTE);
  }

  expect(await listSubjects(email)).toEqual([MAIL_SUBJECTS.verify]);
  const counters = (await listItems(service.deps, 'LIMIT#')).filter(({ pk }) =>
    String(pk).startsWith('LIMIT#unverified-address-mails#'),
  );
  expect(counters).toMatchObject([{ hits: 1 }]);
  expect(JSON.stringify(counters)).not.toContain(email);
});

/** Uses up the hourly limit of mails to the client, as if sixty mails had been sent. */
async function useUpMails({ deps }: Service, { email }: MarketClient): Promise<void> {
  const at = deps.clock.now();
  for (let count = 0; count < 60; count++)
    await deps.rateLimiter.count({ limit: 'address-mails', key: email, at });
}

const countOfferMails = async ({ email }: MarketClient) =>
  (await listSubjects(email)).filter(subject => subject.includes('ponuku')).length;
