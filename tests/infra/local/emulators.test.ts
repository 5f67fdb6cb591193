import { spawn } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulators, startEmulators } from '../../../infra/local/emulators.ts';
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

  it('every HTTP emulator returns 400 for the malformed request target "//"', async () => {
    for (const url of [emulators.s3, emulators.ses, emulators.turnstile, emulators.stripe]) {
      for (let repeated = 0; repeated < 2; repeated++) {
        expect(await requestTarget(Number(new URL(url).port), '//'), url).toBe(400);
      }
    }
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
