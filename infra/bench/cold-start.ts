/**
 * Measurement of cold starts: the time of a process that loads a function, reads the table once and prints the
 * response. The floor is a small function that only sends the same read with the AWS SDK.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchmarkSetup, createRequestEvent, withEmulatedService } from './emulated-service.ts';
import { type Comparison, compareWithFloor } from './measurement.ts';
import { getSignInKeys, register } from './sample-data.ts';

const RUNTIME_SCRIPT = fileURLToPath(new URL('single-event-runtime.cjs', import.meta.url));

/**
 * Compares the cold start of a function with that of a function that only reads the account and the token of the
 * caller.
 * @param status status with which the function must respond
 */
export const measureColdStart = (setup: BenchmarkSetup, name: string, status: number): Promise<Comparison> =>
  withEmulatedService(setup, { PASSWORD_HASH_COST: '4' }, async service => {
    const expert = await register(service, 'expert');
    const env = {
      ...service.environment,
      AWS_LAMBDA_FUNCTION_NAME: 'bench',
      EVENT: JSON.stringify(await createRequestEvent(name, { token: expert.token })),
      EMAIL: expert.email,
      KEYS: JSON.stringify(getSignInKeys(expert)),
    };
    const createStart = (file: string, expectedStatus: number) => ({
      run: () => promisify(execFile)(process.execPath, [RUNTIME_SCRIPT, file], { env }),
      check: ({ stdout }: { stdout: string }) =>
        assert.match(stdout, new RegExp(`^\\{"statusCode":${expectedStatus}\\b`, 'm')),
    });
    const start = createStart(setup.getBundle(name), status);
    return compareWithFloor(setup.isQuick ? 1 : 45, start, createStart(setup.sdkReadBundle, 200));
  });
