/** Tests of the login rate limits per e-mail address and per IP address (infra/docs/api/accounts.md). */
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { readLogEvents, readOutput } from '../../support/captured-log.ts';
import {
  type FakeResponse,
  startFakeServer,
  startFaultProxy,
  THROTTLING_RESPONSES,
  UNREACHABLE_URL,
} from '../../support/fake-server.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/login';
const UNAVAILABLE = { message: 'Service unavailable. Please try again in a moment.' };

let service: Service;
let email: string;

const attemptLogin = (password: string, source?: string) =>
  service.post(PATH, { email, password }, source ? { source } : {});

async function attemptRepeatedly(count: number, password = 'wrong 1'): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent++) statuses.push((await attemptLogin(password)).status);
  return statuses;
}

async function startWithExpert(settings: Record<string, string> = {}): Promise<void> {
  service = await startService(settings);
  email = uniqueEmail();
  await service.registerExpert({ email });
  service.deps.clock.toNextMinute();
}

describe('limit on login attempts per e-mail address and IP address', () => {
  beforeEach(() => startWithExpert());

  it('login returns 429 after five failed attempts per minute, even with the right password', async () => {
    expect(await attemptRepeatedly(5)).toEqual([401, 401, 401, 401, 401]);

    const { status, body, headers } = await attemptLogin(PASSWORD);

    expect({ status, body }).toEqual({ status: 429, body: { message: 'Too many requests.' } });
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(headers['ratelimit-policy']).toBe('"login-attempts";q=5;w=60');
    expect(headers.ratelimit).toBe(`"login-attempts";r=0;t=${seconds}`);
  });

  it('failed logins are counted separately for each IP address and each e-mail address', async () => {
    await attemptRepeatedly(6);

    expect(await attemptLogin(PASSWORD, '192.0.2.99')).toMatchObject({ status: 200 });
    expect(await service.post(PATH, { email: uniqueEmail(), password: 'wrong 1' })).toMatchObject({
      status: 401,
    });
  });

  it('a successful login resets the counter of login attempts', async () => {
    expect(await attemptRepeatedly(4)).toEqual([401, 401, 401, 401]);
    expect(await attemptRepeatedly(8, PASSWORD)).toEqual([200, 200, 200, 200, 200, 200, 200, 200]);
    expect(await attemptRepeatedly(2)).toEqual([401, 429]);
  });

  it('only five of thirty concurrent login attempts have their password checked', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => attemptLogin('wrong 1')));

    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses.filter(status => status === 401)).toHaveLength(5);
    expect(new Set(statuses.slice(5))).toEqual(new Set([429]));
  });

  it('login attempts with an invalid body do not count towards the limit', async () => {
    await service.post(PATH, { email });
    await service.post(PATH, { email, password: '' });

    expect(await attemptRepeatedly(5)).toEqual([401, 401, 401, 401, 401]);
    expect(await service.post(PATH, { email })).toMatchObject({ status: 422 });
  });

  it.each<[string, () => Promise<string>, number]>([
    [
      'fails',
      async () =>
        (
          await startFakeServer(() => ({
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: '{"success":false}',
          }))
        ).url,
      422,
    ],
    ['cannot be verified', async () => UNREACHABLE_URL, 503],
  ])(
    'a login attempt does not count towards the limit when its bot challenge %s',
    async (_, urlOf, status) => {
      const guarded = await startService({ BOT_PROTECTION: 'true', TURNSTILE_URL: await urlOf() });

      const response = await guarded.post(PATH, { email, password: PASSWORD, turnstileToken: 'x' });

      expect(response).toMatchObject({ status });
      expect(await listItems(guarded.deps, 'LIMIT#login-attempts#')).toEqual([]);
    },
  );

  it('logs of rejected logins contain the IP address and e-mail address only as hashes', async () => {
    const from = '198.51.100.77';
    const other = uniqueEmail();
    for (let sent = 0; sent < 6; sent++) await attemptLogin('wrong 1', from);
    await service.post(PATH, { email: other, password: 'wrong 1' }, { source: from });

    const failed = readLogEvents('login.rejected.wrong-credentials').slice(-6);
    const [limited] = readLogEvents('login.rejected.too-many-requests').slice(-1);
    const [first, last] = [failed[0], failed.at(-1)];
    expect(first?.sourceHash).toMatch(/^[\w-]{22}$/);
    expect(first?.addressHash).toMatch(/^[\w-]{22}$/);
    expect([last?.sourceHash, limited?.sourceHash]).toEqual([first?.sourceHash, first?.sourceHash]);
    expect(limited?.addressHash).toBe(first?.addressHash);
    expect(last?.addressHash).not.toBe(first?.addressHash);
    for (const known of [from, email, other]) expect(readOutput()).not.toContain(known);
    expect(readLogEvents('request.completed').at(-1)).toMatchObject({ status: 401 });
  });

  it('stored counters of login attempts expire and do not contain the e-mail address', async () => {
    await attemptRepeatedly(1);

    const counters = await listItems(service.deps, 'LIMIT#login-attempts#');

    expect(counters).toEqual([expect.objectContaining({ hits: 1, expiresAt: expect.any(Number) })]);
    expect(JSON.stringify(counters)).not.toContain(email);
  });
});

describe('faults of the rate limit counters', () => {
  const startTableWithFaultyCounter = (limit: string, behaviour?: FakeResponse) =>
    startFaultProxy(inject('emulators').dynamodb, call =>
      call.body.includes(`LIMIT#${limit}#`) ? behaviour : undefined,
    );

  it('login returns 503 when the counter of login attempts is throttled', async () => {
    const table = await startTableWithFaultyCounter(
      'login-attempts',
      THROTTLING_RESPONSES.ThrottlingException,
    );
    await startWithExpert({ AWS_ENDPOINT_URL_DYNAMODB: table.url });

    const { status, headers, body } = await attemptLogin(PASSWORD);

    expect({ status, body }).toEqual({ status: 503, body: UNAVAILABLE });
    expect(headers['retry-after']).toBe('5');
  });

  it.each(['logins', 'login-attempts'])(
    'login returns 503 when the rate limit counter %s is unreachable',
    async limit => {
      const table = await startTableWithFaultyCounter(limit, 'hang up');
      await startWithExpert({ AWS_ENDPOINT_URL_DYNAMODB: table.url });

      expect(await attemptLogin(PASSWORD)).toMatchObject({ status: 503, body: UNAVAILABLE });
    },
  );

  it('an upload is still permitted when the rate limit counter for uploads is throttled', async () => {
    const table = await startTableWithFaultyCounter('uploads', THROTTLING_RESPONSES.ThrottlingException);
    await startWithExpert({ AWS_ENDPOINT_URL_DYNAMODB: table.url });

    const scan = { purpose: 'identity-document', contentType: 'image/jpeg', size: 2000 };
    expect(await service.post('/uploads', scan)).toMatchObject({ status: 201 });
  });
});
