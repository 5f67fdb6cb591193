import { spawn } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBucket,
  DUMMY_TOKEN,
  type Emulators,
  startEmulators,
  TURNSTILE_SECRET,
} from '../../../infra/local/emulators.ts';
import { filterRunning, listDescendants } from './start-stack.ts';

/** Sends a request with a target that `fetch` would normalize, and returns the status of the response. */
async function requestTarget(port: number, path: string): Promise<number | undefined> {
  const [response] = await once(get({ host: '127.0.0.1', port, path }), 'response');
  response.resume();
  return response.statusCode;
}

describe('emulators of the local stack', () => {
  let emulators: Emulators;
  const resolver = new Resolver({ timeout: 200, tries: 1 });

  beforeAll(async () => {
    emulators = await startEmulators();
    resolver.setServers([emulators.dns]);
  });
  afterAll(() => emulators.stop());

  it('the DNS emulator resolves the MX and A records of ordinary domains', async () => {
    expect(await resolver.resolveMx('example.sk')).toMatchObject([{ exchange: 'mail.example.sk' }]);
    expect(await resolver.resolve4('sub.a-only.test')).toEqual(['127.0.0.1']);
  });

  it.each([
    ['nobody.invalid', 'ENOTFOUND'],
    ['no-such-domain.com', 'ENOTFOUND'],
    ['a-only.test', 'ENODATA'],
    ['no-mail.test', 'ENODATA'],
    ['servfail.test', 'ESERVFAIL'],
    ['silent.test', 'ETIMEOUT'],
  ])('the DNS emulator responds to the MX lookup of %s with the error %s', async (domain, code) => {
    await expect(resolver.resolveMx(domain)).rejects.toMatchObject({ code });
  });

  it('the DNS emulator returns a null MX record for nullmx.test', async () => {
    expect(await resolver.resolveMx('nullmx.test')).toMatchObject([{ exchange: '', priority: 0 }]);
  });

  it.each([
    ['the dummy token', TURNSTILE_SECRET, DUMMY_TOKEN, { success: true, 'error-codes': [] }],
    ['another token', TURNSTILE_SECRET, 'x', { success: false, 'error-codes': ['invalid-input-response'] }],
    ['a wrong secret', 'x', DUMMY_TOKEN, { success: false, 'error-codes': ['invalid-input-secret'] }],
  ])('the Turnstile emulator returns the documented result for %s', async (_, secret, response, expected) => {
    const body = new URLSearchParams({ secret, response });
    expect(await (await fetch(emulators.turnstile, { method: 'POST', body })).json()).toMatchObject(expected);
  });

  it('every HTTP emulator returns 400 for the malformed request target "//"', async () => {
    for (const url of [emulators.s3, emulators.ses, emulators.turnstile, emulators.stripe]) {
      for (let repeated = 0; repeated < 2; repeated++) {
        expect(await requestTarget(Number(new URL(url).port), '//'), url).toBe(400);
      }
    }
  });

  it('the S3 emulator accepts an object of 20 MB from a browser', async () => {
    await createBucket(emulators.s3, 'scans');
    const body = new Uint8Array(20_000_000);
    const headers = { origin: 'http://localhost:5173' };
    const stored = await fetch(`${emulators.s3}/scans/big`, { method: 'PUT', body, headers });

    expect(stored.status).toBe(200);
    expect(stored.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  });

  it('all emulators stop when the process that started them is killed', async () => {
    const module = import.meta.resolve('../../../infra/local/emulators.ts');
    const script = `const e = await (await import('${module}')).startEmulators(); console.log(e.s3);`;
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    await once(owner.stdout, 'data');
    const processes = listDescendants(owner.pid ?? 0).map(({ pid }) => pid);
    expect(processes).toHaveLength(2);

    owner.kill('SIGKILL');
    for (let attempt = 0; attempt < 100 && filterRunning(processes).length > 0; attempt++) await wait(50);

    expect(filterRunning(processes)).toEqual([]);
  });
});
