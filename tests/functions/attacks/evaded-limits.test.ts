/** Attacks that evade limits by using other addresses, networks or endpoints (infra/decisions/0015-threat-model.md). */
import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../lib/durations.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { type Service, startService } from '../../support/start-service.ts';

const WRONG = 'Uhádnuté heslo 1';

/** Starts a service at the beginning of a day, so that no limit is reset during the test. */
async function startAtMidnight(settings: Record<string, string> = {}): Promise<Service> {
  const service = await startService(settings);
  const { clock } = service.deps;
  clock.advance(DAY - (clock.now().getTime() % DAY));
  return service;
}

it('all addresses of one /64 IPv6 network share one rate limit, for both routes that send mails', async () => {
  const service = await startAtMidnight({ RATE_LIMITS: 'strict' });
  const statuses = [];
  for (let host = 1; host <= 31; host++) {
    const source = `2001:db8:0:7::${host.toString(16)}`;
    const path = host % 2 ? '/auth/password/email' : '/auth/email/verify/resend';
    const response = await service.post(path, { email: uniqueEmail() }, { source });
    statuses.push(response.status);
  }

  expect(statuses.slice(29)).toEqual([204, 429]);
  const other = { source: '2001:db8:0:8::1' };
  expect(await service.post('/auth/password/email', { email: uniqueEmail() }, other)).toMatchObject({
    status: 202,
  });
});

it('an attacker who controls one IPv6 network can try five passwords for an account per minute', async () => {
  const service = await startAtMidnight();
  const email = uniqueEmail();
  const statuses = [];
  for (let host = 1; host <= 6; host++) {
    const source = `2001:db8:0:7:${host}::1`;
    statuses.push((await service.post('/auth/login', { email, password: WRONG }, { source })).status);
  }

  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

it('the thief of a token can try twenty passwords per hour on endpoints that require the current password', async () => {
  const service = await startAtMidnight();
  const { token } = await service.registerClient({ email: uniqueEmail() });
  const exportData = (currentPassword: string) => service.post('/me/export', { currentPassword }, { token });
  const statuses = [];
  for (let guess = 0; guess < 21; guess++) {
    if (guess % 4 === 0) service.deps.clock.advance(MINUTE);
    statuses.push((await exportData(WRONG)).status);
  }

  expect(statuses).toEqual([...Array(20).fill(422), 429]);
  expect(await exportData(PASSWORD)).toMatchObject({ status: 429 });
  service.deps.clock.advance(HOUR);
  expect(await exportData(PASSWORD)).toMatchObject({ status: 200 });
});

it('the limit of failed logins also applies to logins with a stolen token', async () => {
  const service = await startAtMidnight();
  const email = uniqueEmail();
  const { token } = await service.registerClient({ email });
  const statuses = [];
  for (let guess = 0; guess < 71; guess++) {
    const call = { source: `198.51.100.${guess}`, token };
    statuses.push((await service.post('/auth/login', { email, password: WRONG }, call)).status);
  }

  expect(statuses.slice(68)).toEqual([401, 401, 429]);
});

it("an attacker who adds +tags to a stranger's address can send the mailbox at most one hundred mails a day", async () => {
  const service = await startAtMidnight();
  const address = uniqueEmail();
  const at = service.deps.clock.now();
  for (let count = 0; count < 98; count++)
    await service.deps.rateLimiter.count({ limit: 'unverified-mailbox-mails', key: address, at });
  const tagged = ['+1', '+2', '', '+other+3'].map(tag => address.replace('@', `${tag}@`));

  for (const email of tagged) {
    await service.registerClient({ email });
    await service.runJobs();
  }

  const counts = await Promise.all(tagged.map(async email => (await service.listMailsTo(email)).length));
  expect(counts).toEqual([1, 1, 0, 0]);
});

it("an attacker who adds dots to a stranger's Gmail address can send the mailbox at most one hundred mails a day", async () => {
  const service = await startAtMidnight();
  const name = uniqueEmail().split('-')[0] ?? '';
  const at = service.deps.clock.now();
  for (let count = 0; count < 98; count++)
    await service.deps.rateLimiter.count({ limit: 'unverified-mailbox-mails', key: `${name}@gmail.com`, at });
  const variants = [
    `${name[0]}.${name.slice(1)}@gmail.com`,
    `${name}+1@googlemail.com`,
    `${[...name].join('.')}@gmail.com`,
  ];

  for (const email of variants) {
    await service.registerClient({ email });
    await service.runJobs();
  }

  const counts = await Promise.all(variants.map(async email => (await service.listMailsTo(email)).length));
  expect(counts).toEqual([1, 1, 0]);
  expect(await service.post('/auth/login', { email: `${name}@gmail.com`, password: PASSWORD })).toMatchObject(
    {
      status: 401,
    },
  );
});

it('requests for a new password to the addresses of one Gmail mailbox are counted together', async () => {
  const service = await startAtMidnight();
  const email = `a.${uniqueEmail().split('-')[0]}@gmail.com`;
  await service.registerClient({ email });
  for (const request of [1, 2, 3, 4, 5, 6])
    await service.post('/auth/password/email', {
      email: email.replace('@', `+${request}@`).replace('.', ''),
    });

  await service.post('/auth/password/email', { email });
  await service.runJobs();

  expect(await service.listMailsTo(email)).toHaveLength(1);
});
