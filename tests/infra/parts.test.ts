/**
 * Tests of the commands that deploy, remove and package the parts of a stage, and of the values that deployments keep.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SSMClient } from '@aws-sdk/client-ssm';
import { expect, it, onTestFinished } from 'vitest';
import { findDeploymentFault } from '../../infra/parts/deployment-checks.ts';
import { createMissingValues, parseValues } from '../../infra/parts/set-values.ts';
import { STAGE_VALUES } from '../../infra/parts/state-values.ts';
import { startFakeServer } from '../support/fake-server.ts';

const runWith = (environment: Readonly<Record<string, string>>, ...options: string[]) =>
  promisify(execFile)(process.execPath, ['infra/parts/main.ts', ...options], {
    env: { ...process.env, ...environment },
  }).catch(error => error);

const run = (...options: string[]) => runWith({}, ...options);

it("npm run deploy deploys the state, the API, the jobs and the operators' API, in this order", async () => {
  const { stdout } = await run('deploy', '--stage', 'sandbox', '--dry-run');

  expect(stdout.split('\n')).toEqual([
    'sandbox state: npx serverless deploy --stage sandbox --param part=state --force',
    'sandbox api: npx serverless deploy --stage sandbox --param part=api --force',
    'sandbox jobs: npx serverless deploy --stage sandbox --param part=jobs --force',
    'sandbox operators: npx serverless deploy --stage sandbox --param part=operators --force',
    'Nothing was done: --dry-run.',
    '',
  ]);
});

it('npm run remove removes the parts of the sandbox in the reverse order', async () => {
  const { stdout } = await run('remove', '--stage', 'sandbox', '--dry-run');

  expect(stdout.match(/(?<=part=)\w+/g)).toEqual(['operators', 'jobs', 'api', 'state']);
});

it.each([
  [['remove', '--stage', 'production', '--dry-run'], 'production is protected'],
  [['deploy', '--stage', 'local', '--dry-run'], 'there is no stage local, only production and sandbox'],
  [['deploy', '--dry-run'], "required option '--stage <name>' not specified"],
  [['stage', 'set', 'local', 'ApiUrl=none'], 'there is no stage local, only production and sandbox'],
  [['stage', 'set', 'sandbox', 'ApiUrl=x'], 'ApiUrl cannot be "x": URL of the API behind CloudFront.'],
  [
    ['deploy', '--stage', 'sandbox'],
    'infra/stages/sandbox.yml still has names under .example: operatorEmail, ',
  ],
])('the command %j fails with a reason', async (options, message) => {
  const { code, stderr, stdout } = await run(...options);

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(message);
});

it('packaging without arguments packages all parts of all stages', async () => {
  const { stdout } = await run('package', '--dry-run');

  expect(stdout.match(/(?<=--package )\S+/g)).toEqual(
    ['production', 'sandbox'].flatMap(stage =>
      ['state', 'api', 'jobs', 'operators'].map(part => `.package/${stage}/${part}`),
    ),
  );
});

const WITH_EXAMPLE = { origins: ['https://www.testimony.sk'], settings: { API_URL: 'https://api.example' } };
const WITHOUT_EXAMPLE = { senderDomain: 'example.sk', settings: { MALWARE_SCAN: 'true', LIMIT: null } };
const PASSED = { commit: 'HEAD', passed: true, unproven: [] };

it.each([
  [
    'sandbox',
    WITH_EXAMPLE,
    undefined,
    undefined,
    'still has names under .example: settings.API_URL. Replace',
  ],
  ['sandbox', WITHOUT_EXAMPLE, undefined, undefined, undefined],
  ['production', WITH_EXAMPLE, PASSED, 'roll-back', 'still has names under .example'],
  ['production', WITHOUT_EXAMPLE, undefined, undefined, 'There is no result'],
  ['production', WITHOUT_EXAMPLE, { ...PASSED, passed: false }, undefined, 'has failed'],
  ['production', WITHOUT_EXAMPLE, { ...PASSED, commit: 'another' }, undefined, 'was run for another'],
  [
    'production',
    WITHOUT_EXAMPLE,
    { ...PASSED, unproven: ['malware'] },
    undefined,
    'not checked the malware scan',
  ],
  ['production', WITHOUT_EXAMPLE, PASSED, undefined, undefined],
  ['production', WITHOUT_EXAMPLE, undefined, 'roll-back', undefined],
])('the deployment of %s with the file %j, the smoke test %j and the reason %s fails with: %s', (...row) => {
  const [stage, contents, result, unproven, message] = row;
  const folder = mkdtempSync(join(tmpdir(), 'deployment-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  mkdirSync(join(folder, 'infra/stages'), { recursive: true });
  mkdirSync(join(folder, '.smoke'));
  writeFileSync(join(folder, `infra/stages/${stage}.yml`), JSON.stringify(contents));
  writeFileSync(join(folder, '.gitignore'), '.smoke');
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '--quiet', '--message', 'x');
  const commit = result?.commit.replace('HEAD', git('rev-parse', 'HEAD'));
  if (result) writeFileSync(join(folder, '.smoke/sandbox.json'), JSON.stringify({ ...result, commit }));

  expect(findDeploymentFault(folder, stage, unproven)).toEqual(message && expect.stringContaining(message));
});

const STREAM =
  'arn:aws:dynamodb:eu-central-1:111122223333:table/testimony-restored/stream/2026-01-31T13:00:00.000';

it('npm run stage writes the values of a stage to SSM, where deployments read them', async () => {
  const { url, calls } = await startFakeServer(() => ({ status: 200, body: '{}' }));
  const values = ['RestoredTable=testimony-restored', `RestoredTableStream=${STREAM}`, 'ApiUrl=none'];
  const environment = {
    AWS_ENDPOINT_URL_SSM: url,
    AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const { stdout } = await runWith(
    environment,
    'stage',
    'set',
    'production',
    ...values,
    '--region',
    'eu-west-1',
  );

  expect(stdout).toBe('Set RestoredTable, RestoredTableStream, ApiUrl. Deploy the stage to apply.\n');
  expect(calls.map(({ body }) => JSON.parse(String(body)))).toEqual(
    [
      ['RestoredTable', 'testimony-restored'],
      ['RestoredTableStream', STREAM],
      ['ApiUrl', 'none'],
    ].map(([name, Value]) => ({
      Name: `/testimony/production/state/${name}`,
      Value,
      Type: 'String',
      Overwrite: true,
    })),
  );
  expect(calls[0]?.headers.authorization).toContain('/eu-west-1/ssm/');
});

it('a deployment writes only the values that the stage does not have yet', async () => {
  const { url, calls } = await startFakeServer(({ headers }) => ({
    status: 200,
    body: String(headers['x-amz-target']).endsWith('GetParameters')
      ? JSON.stringify({ InvalidParameters: ['/testimony/sandbox/state/ApiUrl'] })
      : '{}',
  }));
  const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' };
  await createMissingValues(new SSMClient({ region: 'eu-central-1', endpoint: url, credentials }), 'sandbox');
  const [read, ...writes] = calls.map(({ body }) => JSON.parse(String(body)));

  expect(read.Names).toEqual(Object.keys(STAGE_VALUES).map(name => `/testimony/sandbox/state/${name}`));
  expect(writes).toEqual([{ Name: '/testimony/sandbox/state/ApiUrl', Value: 'none', Type: 'String' }]);
});

it.each([
  [['RestoredTable=testimony-other', `RestoredTableStream=${STREAM}`], 'a stream of the same table'],
  [['RestoredTable=testimony-restored'], 'a stream of the same table'],
  [[`RestoredTableStream=${STREAM}`], 'a stream of the same table'],
  [['RestoredTable=none'], 'a stream of the same table'],
  [['RestoredTable=other', `RestoredTableStream=${STREAM}`], 'RestoredTable cannot be "other"'],
  [['TokensValidFrom=2999-01-01T00:00:00Z'], 'TokensValidFrom must be a time that has passed'],
  [['TokensValidFrom=2026-13-31T12:00:00Z'], 'TokensValidFrom must be a time that has passed'],
  [['RestoredTabel=restored'], 'A stage has no value RestoredTabel, only RestoredTable, '],
  [['ApiUrl='], 'ApiUrl cannot be ""'],
  [['ApiUrl'], 'ApiUrl cannot be ""'],
  [['toString=x'], 'A stage has no value toString'],
])('npm run stage rejects the values %j', (texts, message) => {
  expect(() => parseValues(texts)).toThrow(message);
});

it('npm run stage accepts the last of several values with the same name, and "none" for a restored table and its stream', () => {
  expect(
    parseValues(['RestoredTable=none', 'RestoredTableStream=none', 'ApiUrl=https://a.sk', 'ApiUrl=none']),
  ).toEqual({
    RestoredTable: 'none',
    RestoredTableStream: 'none',
    ApiUrl: 'none',
  });
});
