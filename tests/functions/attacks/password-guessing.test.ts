/** Attacks by somebody who guesses passwords from many IP addresses (infra/decisions/0015-threat-model.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { DUMMY_TOKEN } from '../../../infra/local/emulators.ts';
import { DAY, HOUR } from '../../../lib/durations.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const WARNING = 'Niekto sa pokúša prihlásiť do vášho účtu';
const LIMIT = { 'ratelimit-policy': '"account-login-failures";q=50;w=3600' };

let service: Service;
let email: string;
let token: string;

async function startWithOwner(settings: Record<string, string> = {}): Promise<void> {
  service = await startService(settings);
  email = uniqueEmail();
  ({ token } = await service.registerClient({ email, turnstileToken: DUMMY_TOKEN }));
  const { clock } = service.deps;
  clock.advance(DAY - (clock.now().getTime() % DAY));
}

const login = (password: string, call: { source?: string; token?: string } = {}, address = email) =>
  service.post('/auth/login', { email: address, password, turnstileToken: DUMMY_TOKEN }, call);

/** Tries wrong passwords, each from a different IP address. */
async function tryPasswords(count: number, address = email, first = 0): Promise<number[]> {
  const statuses = [];
  for (let attempt = first; attempt < first + count; attempt++)
    statuses.push((await login('Uhádnuté heslo 1', { source: `198.51.100.${attempt}` }, address)).status);
  return statuses;
}

async function countWarnings(): Promise<number> {
  await service.runJobs();
  return (await service.listMailsTo(email)).filter(({ subject }) => subject === WARNING).length;
}

describe('password guessing without bot protection', () => {
  beforeEach(() => startWithOwner());

  it('password guessers can try fifty passwords for an account per hour from all sources together', async () => {
    expect(await tryPasswords(52)).toEqual([...Array(50).fill(401), 429, 429]);

    expect(await login(PASSWORD, { source: '203.0.113.1' })).toMatchObject({ status: 429, headers: LIMIT });
    service.deps.clock.advance(HOUR);
    expect(await login(PASSWORD)).toMatchObject({ status: 200 });
  });

  it("password guessing blocks neither the owner's tokens nor a login from a signed-in device", async () => {
    await tryPasswords(51);

    expect(await service.get('/me', { token })).toMatchObject({ status: 200 });
    expect(await login(PASSWORD, { token })).toMatchObject({ status: 200 });
    const stranger = await service.registerClient({ email: uniqueEmail() });
    expect(await login(PASSWORD, { token: stranger.token })).toMatchObject({ status: 429 });
  });

  it('the owner of an account gets one mail a day about password guessing', async () => {
    await tryPasswords(50);
    expect(await countWarnings()).toBe(0);

    await tryPasswords(3, email, 50);

    expect(await countWarnings()).toBe(1);
    service.deps.clock.advance(HOUR);
    await tryPasswords(52);
    expect(await countWarnings()).toBe(1);
    service.deps.clock.advance(DAY);
    await tryPasswords(52);
    expect(await countWarnings()).toBe(2);
  });

  it('an unknown e-mail address has the same limit of failed logins as a known one', async () => {
    const unknown = uniqueEmail();
    const countJobs = async () => (await listItems(service.deps, 'JOB#')).length;
    const before = await countJobs();

    expect(await tryPasswords(51, unknown)).toEqual([...Array(50).fill(401), 429]);

    expect(await countJobs()).toBe(before + 1);
    await service.runJobs();
    expect(await service.listMailsTo(unknown)).toEqual([]);
  });

  it('successful logins do not count towards the limit of failed logins', async () => {
    await tryPasswords(49);
    for (let time = 0; time < 3; time++) expect(await login(PASSWORD)).toMatchObject({ status: 200 });

    expect(await tryPasswords(2, email, 49)).toEqual([401, 429]);
  });

  it("a successful login is logged with a hash of the caller's IP address", async () => {
    await login('Uhádnuté heslo 1', { source: '203.0.113.7' });
    const rejected = readLogEvents('login.rejected.wrong-credentials').at(-1);

    await login(PASSWORD, { source: '203.0.113.7' });

    const succeeded = readLogEvents('login.succeeded').at(-1);
    expect(succeeded).toMatchObject({
      level: 'info',
      sourceHash: rejected?.sourceHash,
      addressHash: rejected?.addressHash,
    });
    expect(JSON.stringify(succeeded)).not.toContain('203.0.113.7');
  });
});

it('with bot protection, the owner can log in with a solved challenge after fifty failed logins', async () => {
  await startWithOwner({ BOT_PROTECTION: 'true' });
  await tryPasswords(51);

  const withoutChallenge = await service.post('/auth/login', { email, password: PASSWORD });

  expect(withoutChallenge).toMatchObject({
    status: 422,
    body: { errors: { turnstileToken: [expect.any(String)] } },
  });
  expect(await login(PASSWORD)).toMatchObject({ status: 200 });
  expect(await countWarnings()).toBe(1);
});
