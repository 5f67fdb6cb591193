/** Tests of the credentials and the region with which the operator command signs its requests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSigner } from '../../../infra/operator/signature.ts';
import { startFakeOperatorApi } from './fake-operator-api.ts';
import { createPage } from './prepared-responses.ts';
import { runOperator } from './run-operator.ts';

const fakeApi = await startFakeOperatorApi(
  { local: 'local', AKIDEXAMPLE: 'secret', AKIDPROFILE: 'of a profile' },
  {
    'GET /api/v1/operator/jobs?state=dead': { body: createPage([]) },
    'GET /shop/api/v1/operator/jobs?state=dead': { body: createPage([]) },
  },
);
afterAll(() => fakeApi.stop());
const listDeadJobs = (env: Record<string, string>, ...args: string[]) =>
  runOperator(['jobs', 'dead', ...args], { API_URL: fakeApi.url, ...env });

const KEYS = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' };

it.each([
  ['with the credentials of the local stack', {}, [], 'local'],
  ['with the credentials of the environment', KEYS, [], 'AKIDEXAMPLE'],
  [
    'with the credentials of a profile',
    { HOME: createHomeWithProfile() },
    ['--profile', 'operations'],
    'AKIDPROFILE',
  ],
  ['for the region of the --region option', {}, ['--region', 'us-west-2'], 'local'],
  ['to the URL that npm start prints', {}, ['--url', `${fakeApi.url}/api/v1/`], 'local'],
  ['to a URL with a base path', {}, ['--url', `${fakeApi.url}/shop/`], 'local'],
])('the operator command signs its request %s', async (_, env, args, signedBy) => {
  fakeApi.calls.splice(0);

  expect(await listDeadJobs(env, ...args)).toEqual({ code: 0, stdout: 'None.\n', stderr: '' });
  expect(fakeApi.calls).toMatchObject([{ signedBy }]);
});

it('the operator command sends a session token and covers it with the signature', async () => {
  fakeApi.calls.splice(0);
  await listDeadJobs({ ...KEYS, AWS_SESSION_TOKEN: 'IQoJb3JpZ2luX2VjEXAMPLE//' });

  expect(fakeApi.calls).toMatchObject([
    { signedBy: 'AKIDEXAMPLE', sessionToken: 'IQoJb3JpZ2luX2VjEXAMPLE//' },
  ]);
});

it('the operator command names the settings to check when the gateway rejects its signature', async () => {
  const stranger = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'wrong' };

  expect(await listDeadJobs(stranger)).toEqual({
    code: 1,
    stdout: '',
    stderr: [
      'Rejected (403): Forbidden',
      'API Gateway rejected the request: check the credentials (--profile), --region and the system clock.',
      'Request id: gw-403\n',
    ].join('\n'),
  });
});

it.each([
  ['the option', 'https://api.testimony.example', 'us-east-1', 'us-east-1'],
  ["the API's host name", 'https://abc123.execute-api.eu-west-3.amazonaws.com', undefined, 'eu-west-3'],
  ['the environment', 'https://api.testimony.example', undefined, 'eu-central-1'],
])('createSigner takes the region from %s', async (_, address, region, expected) => {
  const url = new URL(address);

  const { headers } = await createSigner({ url, ...(region && { region }) })(url, { method: 'GET' });

  expect(headers.get('authorization')).toContain(`/${expected}/execute-api/aws4_request`);
});

function createHomeWithProfile(): string {
  const home = mkdtempSync(join(tmpdir(), 'operator-'));
  afterAll(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, '.aws'));
  const keys = 'aws_access_key_id = AKIDPROFILE\naws_secret_access_key = of a profile\n';
  writeFileSync(join(home, '.aws/credentials'), `[operations]\n${keys}`);
  return home;
}
