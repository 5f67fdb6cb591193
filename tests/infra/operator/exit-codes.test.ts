/** Tests of the exit codes, the error texts and the help of the operators' command line. */
import { spawnSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { findFreePort } from '../../../infra/local/ports.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { startFakeOperatorApi } from './fake-operator-api.ts';
import { EXPERT_ID, JOB_ID, REJECTED_ID, ROUTES } from './prepared-responses.ts';
import { runOperator } from './run-operator.ts';

const fakeApi = await startFakeOperatorApi({ AKIDEXAMPLE: 'secret' }, ROUTES);
afterAll(() => fakeApi.stop());
const unreachableUrl = `http://localhost:${await findFreePort()}`;
const env = {
  API_URL: fakeApi.url,
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
};
const run = (...args: string[]) => runOperator(args, env);

it('`npm run operator` prints to the streams of its process and ends with the exit code', () => {
  const [program = '', ...script] = packageJson.scripts.operator.split(' ');
  const options = {
    env: { PATH: process.env.PATH, ...env, API_URL: unreachableUrl },
    encoding: 'utf8',
  } as const;
  const { status, stdout, stderr } = spawnSync(program, [...script, 'jobs', 'dead'], options);

  expect({ status, stdout, stderr }).toEqual({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(/^Cannot reach http:.*ECONNREFUSED/),
  });
});

it.each([
  [
    'a 404 response for an unknown id',
    ['experts', 'approve', JOB_ID, '--yes'],
    1,
    'Rejected (404): Not found.\nRequest id: r-404\n',
  ],
  [
    'a 409 response for a job in another state',
    ['jobs', 'retry', REJECTED_ID, '--yes'],
    1,
    'Rejected (409): Only dead jobs can be retried or dismissed.\nShow the record. When each command is possible: infra/docs/api/operators.md#routes.\nRequest id: r-409\n',
  ],
  [
    'a 422 response with the errors of each field',
    ['experts', 'revoke', REJECTED_ID, '--reason', '0', '--yes'],
    1,
    'Rejected (422): Zadajte dôvod.\n  reason: Zadajte dôvod.\nRequest id: r-422\n',
  ],
  [
    'a 503 response to a change, which may have been made all the same',
    ['users', 'lock', REJECTED_ID, '--reason', 'x', '--yes'],
    1,
    'Rejected (503): Service Unavailable\nRequest id: none\nThe change may have been made all the same. Show the record before you run the command again.\n',
  ],
  [
    'a response that is not JSON',
    ['experts', 'show', REJECTED_ID],
    3,
    `Unexpected response from ${fakeApi.url} (502): it is not from this service.\n`,
  ],
  [
    'a response of another service',
    ['experts', 'pending', '--cursor', 'greeting'],
    3,
    `Unexpected response from ${fakeApi.url} (200): it is not from this service.\n`,
  ],
  [
    'an unreachable API',
    ['jobs', 'dead', '--url', unreachableUrl],
    3,
    expect.stringMatching(/^Cannot reach http:.*ECONNREFUSED/),
  ],
  [
    'an unknown AWS profile',
    ['jobs', 'dead', '--profile', 'nobody'],
    3,
    expect.stringContaining('Cannot sign the request: '),
  ],
  [
    'an unknown command',
    ['experts', 'delete', EXPERT_ID],
    2,
    expect.stringMatching(/^error: unknown command 'delete'/),
  ],
  [
    'a command group without a command',
    ['experts'],
    2,
    expect.stringMatching(/^Usage: npm run operator -- experts /),
  ],
  ['a missing command', [], 2, expect.stringMatching(/^Usage: npm run operator -- /)],
  [
    'a remote API URL without TLS',
    ['jobs', 'dead', '--url', 'http://api.testimony.example'],
    2,
    expect.stringContaining('The URL must begin with https://'),
  ],
  [
    'an invalid API URL',
    ['jobs', 'dead', '--url', 'sandbox'],
    2,
    expect.stringContaining('The URL must begin with https://'),
  ],
])('the operator command reports %s', async (_, args, code, stderr) => {
  expect(await run(...args)).toEqual({ code, stdout: '', stderr });
});
