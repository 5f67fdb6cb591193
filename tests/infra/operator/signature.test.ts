/** As whom, and for which region, the operators' calls are signed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSigner } from '../../../infra/operator/signature.ts';
import { operator } from './command.ts';
import { page } from './routes.ts';
import { startStandIn } from './stand-in.ts';

const standIn = await startStandIn(
  { local: 'local', AKIDEXAMPLE: 'secret', AKIDPROFILE: 'of a profile' },
  {
    'GET /api/v1/operator/jobs?state=dead': { body: page([]) },
    'GET /shop/api/v1/operator/jobs?state=dead': { body: page([]) },
  },
);
afterAll(() => standIn.stop());
const deadJobs = (env: Record<string, string>, ...args: string[]) =>
  operator(['jobs', 'dead', ...args], { API_URL: standIn.url, ...env });

describe('signs', () => {
  it.each([
    ['with keys of no worth on this machine', {}, [], 'local'],
    [
      'with the keys of the environment',
      { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' },
      [],
      'AKIDEXAMPLE',
    ],
    ['with a profile', { HOME: homeWithProfile() }, ['--profile', 'operations'], 'AKIDPROFILE'],
    ['for another region', {}, ['--region', 'us-west-2'], 'local'],
    ['a URL as npm start prints it', {}, ['--url', `${standIn.url}/api/v1/`], 'local'],
    ['below a base path', {}, ['--url', `${standIn.url}/shop/`], 'local'],
  ])('%s', async (_, env, args, signedBy) => {
    standIn.calls.splice(0);

    expect(await deadJobs(env, ...args)).toEqual({ code: 0, stdout: 'No job is dead.\n', stderr: '' });
    expect(standIn.calls).toMatchObject([{ signedBy }]);
  });

  it('says where to look when the gateway does not know the signer', async () => {
    const stranger = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'wrong' };

    expect(await deadJobs(stranger)).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'Refused (403): Forbidden',
        'The gateway did not let the call in: check the credentials (--profile), --region and the clock.',
        'Request id: gw-403\n',
      ].join('\n'),
    });
  });
});

it.each([
  ['its own', 'https://api.testimony.example', 'us-east-1', 'us-east-1'],
  ["the API's", 'https://abc123.execute-api.eu-west-3.amazonaws.com', undefined, 'eu-west-3'],
  ["the environment's", 'https://api.testimony.example', undefined, 'eu-central-1'],
])('signs for %s region', async (_, address, region, expected) => {
  const url = new URL(address);
  const headers = { host: url.host };
  const call = { method: 'GET', protocol: 'https:', hostname: url.hostname, path: '/', headers };

  const signed = await openSigner({ url, ...(region && { region }) }).sign(call);

  expect(signed.headers.authorization).toContain(`/${expected}/execute-api/aws4_request`);
});

function homeWithProfile(): string {
  const home = mkdtempSync(join(tmpdir(), 'operator-'));
  afterAll(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, '.aws'));
  const keys = 'aws_access_key_id = AKIDPROFILE\naws_secret_access_key = of a profile\n';
  writeFileSync(join(home, '.aws/credentials'), `[operations]\n${keys}`);
  return home;
}
