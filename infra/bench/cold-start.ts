/**
 * Cold starts: the time from starting a process to the response to its first request, with one read of the table
 * over TLS. The floors are that read by the official client, and by Node's own modules.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Setup } from './bundles.ts';
import { selfSigned } from './certificate.ts';
import { comparison, interleaved, type Line } from './judgement.ts';
import { registerExpert } from './people.ts';
import { signInKeys } from './reads.ts';
import { requestTo } from './requests.ts';
import { withService } from './service.ts';
import { startTableProxy, type TableProxy } from './table-proxy.ts';

const RUNTIME = fileURLToPath(new URL('one-event.cjs', import.meta.url));
const SIGNED_READ = fileURLToPath(new URL('signed-read.cjs', import.meta.url));

export const coldStartOfMe = (setup: Setup): Promise<Line[]> => coldStart(setup, 'me-show', 200, 1.1);

/** A caller who is signed in is rejected after that one read (infra/docs/api/conventions.md). */
export const coldStartOfRegisterExpert = (setup: Setup): Promise<Line[]> =>
  coldStart(setup, 'auth-register-expert', 403, 1.35);

function coldStart(setup: Setup, name: string, status: number, limit: number): Promise<Line[]> {
  return withService(setup, { settings: { PASSWORD_HASH_COST: '4' } }, async service => {
    const person = await registerExpert(service);
    const keys = signInKeys(person);
    const wireKeys = keys.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
    const certificate = await selfSigned();
    const authority = join(setup.folder, 'authority.pem');
    writeFileSync(authority, certificate.cert);
    const proxy = await startTableProxy(service.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '', certificate);
    const environment = {
      ...service.environment,
      LOG_LEVEL: 'info',
      AWS_LAMBDA_FUNCTION_NAME: 'bench',
      AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
      NODE_EXTRA_CA_CERTS: authority,
      EVENT: JSON.stringify(await requestTo(name, { token: person.token })),
      EMAIL: person.email,
      KEYS: JSON.stringify(keys),
      READ: JSON.stringify({ RequestItems: { [service.table]: { Keys: wireKeys, ConsistentRead: true } } }),
    };
    try {
      const [overOfficial = [], overSigned = []] = await interleaved(
        setup.isQuick ? { rounds: 7, repetitions: 1 } : { rounds: 11, repetitions: 5 },
        () => start(setup.bundleOf(name).file, environment, status, proxy),
        () => start(setup.officialRead.file, environment, 200, proxy),
        () => start(SIGNED_READ, environment, 200, proxy),
      );
      return [
        comparison(`${name}, cold, over the official client`, overOfficial, limit),
        comparison(`${name}, cold, over Node's own read`, overSigned),
      ];
    } finally {
      await proxy.stop();
    }
  });
}

/** @returns milliseconds until the response is there */
async function start(
  file: string,
  env: Record<string, string>,
  status: number,
  proxy: TableProxy,
): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, [RUNTIME, file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let elapsed = Number.NaN;
  child.stdout.on('data', chunk => {
    output += chunk;
    if (/^\{"statusCode".*\n$/m.test(output)) elapsed ||= performance.now() - begin;
  });
  await once(child, 'close');
  assert.match(output, new RegExp(`^\\{"statusCode":${status}\\b`, 'm'));
  assert.equal(proxy.takeUse().calls, 1);
  return elapsed;
}
