/**
 * Measures cold starts: the time from the start of a process to the response to its first request, which reads the
 * table once over TLS. The two baselines are small functions that only send the same read, either with the AWS SDK or
 * with Node's own modules.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withEmulatedService } from './emulated-service.ts';
import type { BenchmarkSetup } from './function-bundles.ts';
import { createRequestEvent } from './gateway-events.ts';
import { compareWithFloor, measureInterleaved, type ReportLine } from './measurement-results.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';
import { startTableProxy, type TableProxy } from './table-proxy.ts';
import { getSignInKeys } from './table-reads.ts';
import { registerExpert } from './user-actions.ts';

const RUNTIME_SCRIPT = fileURLToPath(new URL('single-event-runtime.cjs', import.meta.url));
const NODE_READ_SCRIPT = fileURLToPath(new URL('node-https-read.cjs', import.meta.url));

/** Measures the cold start of `me-show`. */
export const measureMeColdStart = (setup: BenchmarkSetup): Promise<ReportLine[]> =>
  measureColdStart(setup, 'me-show', 200, 1.1);

/** Measures the cold start of `auth-register-expert`, which rejects a signed-in caller after one read. */
export const measureRegisterExpertColdStart = (setup: BenchmarkSetup): Promise<ReportLine[]> =>
  measureColdStart(setup, 'auth-register-expert', 403, 1.35);

function measureColdStart(
  setup: BenchmarkSetup,
  name: string,
  status: number,
  limit: number,
): Promise<ReportLine[]> {
  return withEmulatedService(setup, { settings: { PASSWORD_HASH_COST: '4' } }, async service => {
    const expert = await registerExpert(service);
    const keys = getSignInKeys(expert);
    const dynamodbKeys = keys.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
    const certificate = await createSelfSignedCertificate();
    const certificateFile = join(setup.folder, 'authority.pem');
    writeFileSync(certificateFile, certificate.cert);
    const proxy = await startTableProxy(service.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '', certificate);
    const environment = {
      ...service.environment,
      LOG_LEVEL: 'info',
      AWS_LAMBDA_FUNCTION_NAME: 'bench',
      AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
      NODE_EXTRA_CA_CERTS: certificateFile,
      EVENT: JSON.stringify(await createRequestEvent(name, { token: expert.token })),
      EMAIL: expert.email,
      KEYS: JSON.stringify(keys),
      READ: JSON.stringify({
        RequestItems: { [service.table]: { Keys: dynamodbKeys, ConsistentRead: true } },
      }),
    };
    try {
      const [sdkRounds = [], nodeRounds = []] = await measureInterleaved(
        setup.isQuick ? { rounds: 1, repetitions: 1 } : { rounds: 11, repetitions: 5 },
        () => measureProcessStart(setup.getBundle(name).file, environment, status, proxy),
        () => measureProcessStart(setup.sdkRead.file, environment, 200, proxy),
        () => measureProcessStart(NODE_READ_SCRIPT, environment, 200, proxy),
      );
      return [
        compareWithFloor(`${name}, cold, over the official client`, sdkRounds, limit),
        compareWithFloor(`${name}, cold, over Node's own read`, nodeRounds),
      ];
    } finally {
      await proxy.stop();
    }
  });
}

/** Starts a process and returns the milliseconds until it has printed its response. */
async function measureProcessStart(
  file: string,
  env: Record<string, string>,
  status: number,
  proxy: TableProxy,
): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, [RUNTIME_SCRIPT, file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let elapsed = Number.NaN;
  child.stdout.on('data', chunk => {
    output += chunk;
    if (/^\{"statusCode".*\n$/m.test(output)) elapsed ||= performance.now() - begin;
  });
  await once(child, 'close');
  assert.match(output, new RegExp(`^\\{"statusCode":${status}\\b`, 'm'));
  assert.equal(proxy.takeTableUse().calls, 1);
  return elapsed;
}
