/**
 * Measures cold starts: the time from the start of a process to the response to its first request, which reads the
 * table once over TLS. The baseline is a small function that only sends the same read with the AWS SDK.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withEmulatedService } from './emulated-service.ts';
import type { BenchmarkSetup } from './function-bundles.ts';
import { createRequestEvent } from './gateway-events.ts';
import { compareWithFloor, measureInterleaved, type ReportLine } from './measurement-results.ts';
import { startTableProxy } from './table-proxy.ts';
import { getSignInKeys } from './table-reads.ts';
import { registerExpert } from './user-actions.ts';

const RUNTIME_SCRIPT = fileURLToPath(new URL('single-event-runtime.cjs', import.meta.url));

/** Creates the measurement of a function's cold starts. The function must respond with the given status. */
export const createColdStartMeasurement =
  (name: string, status: number, limit: number) =>
  (setup: BenchmarkSetup): Promise<ReportLine[]> =>
    withEmulatedService(setup, { settings: { PASSWORD_HASH_COST: '4' } }, async service => {
      const expert = await registerExpert(service);
      const certificateFile = join(setup.folder, 'certificate.pem');
      const certificate = createCertificate(certificateFile);
      const { environment } = service;
      const proxy = await startTableProxy(environment.AWS_ENDPOINT_URL_DYNAMODB ?? '', certificate);
      const processEnvironment = {
        ...environment,
        LOG_LEVEL: 'info',
        AWS_LAMBDA_FUNCTION_NAME: 'bench',
        AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
        NODE_EXTRA_CA_CERTS: certificateFile,
        EVENT: JSON.stringify(await createRequestEvent(name, { token: expert.token })),
        EMAIL: expert.email,
        KEYS: JSON.stringify(getSignInKeys(expert)),
      };
      const measureStart = async (file: string, expectedStatus: number) => {
        const milliseconds = await measureProcessStart(file, processEnvironment, expectedStatus);
        assert.equal(proxy.takeTableUse().calls, 1);
        return milliseconds;
      };
      try {
        const rounds = await measureInterleaved(
          setup.isQuick ? { rounds: 1, repetitions: 1 } : { rounds: 9, repetitions: 5 },
          () => measureStart(setup.getBundleFile(name), status),
          () => measureStart(setup.sdkReadFile, 200),
        );
        return [compareWithFloor(`${name}, cold, over the official client`, rounds, limit)];
      } finally {
        await proxy.stop();
      }
    });

/** Creates a self-signed certificate for 127.0.0.1 in a file, with the private key next to it. */
function createCertificate(file: string): { cert: string; key: string } {
  const keyFile = `${file}.key`;
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...key, ...name, '-out', file], { stdio: 'pipe' });
  return { cert: readFileSync(file, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}

/** Starts a process and returns the milliseconds until it has printed its response. */
async function measureProcessStart(file: string, env: NodeJS.ProcessEnv, status: number): Promise<number> {
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
  return elapsed;
}
