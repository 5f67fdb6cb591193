/** Tests of `npm run smoke` against a fake AWS, and a fake API on which nobody can register. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { SMOKE_CHECKS } from '../../../infra/smoke/checks.ts';
import { type FakeResponse, startFakeServer } from '../../support/fake-server.ts';

const SCRIPT = join(import.meta.dirname, '../../../infra/smoke/main.ts');
const REJECTION: FakeResponse = { status: 400, body: '{}' };

const createStacks = (commit: string) =>
  `<Outputs><member><OutputKey>HttpApiUrl</OutputKey><OutputValue>x</OutputValue></member>` +
  `<member><Description>-</Description><OutputKey>Commit</OutputKey><OutputValue>${commit}</OutputValue></member></Outputs>`;

/** Runs the smoke test in a folder that contains an older result. */
async function runSmokeTest(isDeployed: boolean, stage: 'sandbox' | 'production' = 'sandbox') {
  const api = await startFakeServer(() => REJECTION);
  const settings = {
    SANDBOX: String(stage === 'sandbox'),
    API_URL: api.url,
    TABLE_NAME: 'x',
    BUCKET_NAME: 'x',
  };
  const aws = await startFakeServer(({ path, body }) => {
    if (path.startsWith('/2015-03-31/functions/'))
      return isDeployed
        ? { status: 200, body: JSON.stringify({ Environment: { Variables: settings } }) }
        : REJECTION;
    return `${body}`.includes('DescribeStacks') ? { status: 200, body: createStacks('abc') } : REJECTION;
  });
  const cwd = mkdtempSync(join(tmpdir(), 'smoke-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const file = join(cwd, `.smoke/${stage}.json`);
  mkdirSync(join(cwd, '.smoke'));
  writeFileSync(file, JSON.stringify({ commit: 'older', passed: true, unproven: [], results: [] }));
  const env = { ...process.env, AWS_ENDPOINT_URL: aws.url };
  const { code, stdout } = await promisify(execFile)(process.execPath, [SCRIPT, '--stage', stage], {
    cwd,
    env,
  }).catch(error => error);
  const requests = api.calls.map(({ method, path }) => `${method} ${path}`);
  return { code, stdout, requests, result: existsSync(file) && JSON.parse(readFileSync(file, 'utf8')) };
}

it('a smoke test that cannot create accounts prints all results and replaces the older result', async () => {
  const { code, stdout, result } = await runSmokeTest(true);

  expect(code).toBe(1);
  expect(stdout).toMatch(/^failed +accounts /m);
  expect(stdout).toMatch(/^failed +commit /m);
  expect(stdout).toMatch(/^failed +mail +There are no accounts\.$/m);
  expect(stdout).toMatch(/^unproven +malware /m);
  expect(stdout).not.toMatch(/^skipped/m);
  expect(result).toMatchObject({ commit: 'abc', passed: false, unproven: ['alarms', 'malware'] });
});

it('a smoke test of production runs only the checks that change nothing', async () => {
  const { stdout, requests } = await runSmokeTest(true, 'production');

  expect([...stdout.matchAll(/^(?:passed|failed|unproven) +(.+?) {2,}/gm)].map(([, name]) => name)).toEqual(
    SMOKE_CHECKS.filter(check => check.isReadOnly).map(({ name }) => name),
  );
  expect(stdout).toMatch(/^failed +health /m);
  expect(requests).toContain('GET /api/v1/health');
  expect(requests.filter(request => !/^(GET|HEAD|OPTIONS) /.test(request))).toEqual([]);
});

it('a smoke test of a stage that is not deployed writes no result', async () => {
  expect(await runSmokeTest(false)).toMatchObject({ code: 1, result: false });
});
