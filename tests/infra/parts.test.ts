/**
 * Tests of the commands that deploy, remove and package the parts of a stage, and of the state that deployments keep.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findDeploymentFault } from '../../infra/parts/deployment-checks.ts';
import { computeStackParameters } from './deployment/stack-parameters.ts';

const run = (...options: string[]) =>
  promisify(execFile)(process.execPath, ['infra/parts/main.ts', ...options]).catch(error => error);

it("npm run deploy deploys the state, the API and the operators' API, in this order", async () => {
  const { stdout } = await run('deploy', '--stage', 'sandbox', '--dry-run');

  expect(stdout.split('\n')).toEqual([
    'sandbox state: npx serverless deploy --stage sandbox --param part=state --force',
    'sandbox api: npx serverless deploy --stage sandbox --param part=api --force',
    'sandbox operators: npx serverless deploy --stage sandbox --param part=operators --force',
    'Nothing was done: --dry-run.',
    '',
  ]);
});

it('npm run deploy passes the --state values only to the part `state`', async () => {
  const values = ['RestoredTable=a', 'RestoredTableStream=arn:b'];
  const { stdout } = await run('deploy', '--stage', 'production', '--dry-run', '--state', ...values);
  const [state, ...others] = stdout.split('\n');

  expect(state).toContain('--param RestoredTable=a --param RestoredTableStream=arn:b --force');
  expect(others.join()).not.toContain('Restored');
});

it('npm run remove removes the parts of the sandbox in the reverse order', async () => {
  const { stdout } = await run('remove', '--stage', 'sandbox', '--dry-run');

  expect(stdout.match(/(?<=part=)\w+/g)).toEqual(['operators', 'api', 'state']);
});

it.each([
  [['remove', '--stage', 'production', '--dry-run'], 'production is protected'],
  [['deploy', '--stage', 'local', '--dry-run'], 'there is no stage local, only production and sandbox'],
  [['deploy', '--dry-run'], "required option '--stage <name>' not specified"],
  [['deploy', '--stage', 'sandbox'], 'infra/stages/sandbox.yml still has names under .example: origins.0, '],
])('the command %j fails with a reason', async (options, message) => {
  const { code, stderr, stdout } = await run(...options);

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(message);
});

it('packaging without arguments packages all parts of all stages', async () => {
  const { stdout } = await run('package', '--dry-run');

  expect(stdout.match(/(?<=--package )\S+/g)).toEqual(
    ['production', 'sandbox'].flatMap(stage =>
      ['state', 'api', 'operators'].map(part => `.package/${stage}/${part}`),
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

describe('parameters in deployments of the part state', () => {
  const NAMES = ['RestoredTable', 'RestoredTableStream', 'TokensValidFrom'];
  const STREAM = 'arn:aws:dynamodb:eu-central-1:111122223333:table/restored/stream/2026-01-31T13:00:00.000';

  /** Deploys a part over a stack that already has parameters. Returns the parameters that CloudFormation receives. */
  const deploy = (part: string, param: readonly string[], deployed: readonly string[]) =>
    computeStackParameters({ part, param, names: NAMES, deployed });

  it('a deployment of the part state keeps the values of the stack and sets those that the command names', async () => {
    expect(await deploy('state', ['TokensValidFrom=2026-01-31T12:00:00Z'], NAMES)).toEqual([
      { ParameterKey: 'RestoredTable', UsePreviousValue: true },
      { ParameterKey: 'RestoredTableStream', UsePreviousValue: true },
      { ParameterKey: 'TokensValidFrom', ParameterValue: '2026-01-31T12:00:00Z' },
    ]);
  });

  it('a parameter of the state that the stack does not have yet gets its default', async () => {
    expect(await deploy('state', [], [])).toEqual([]);
  });

  it('a deployment of another part sets no parameters', async () => {
    expect(await deploy('api', [], NAMES)).toBeUndefined();
  });

  it.each([
    [['RestoredTable=other', `RestoredTableStream=${STREAM}`], 'a stream of the same table'],
    [['RestoredTable=restored'], 'a stream of the same table'],
    [['TokensValidFrom=2999-01-01T00:00:00Z'], 'TokensValidFrom must be a time that has passed'],
    [['TokensValidFrom=2026-13-31T12:00:00Z'], 'TokensValidFrom must be a time that has passed'],
    [['RestoredTabel=restored'], 'The state of a stage has no RestoredTabel'],
  ])('a deployment is rejected with %j', async (param, message) => {
    await expect(deploy('state', param, NAMES)).rejects.toThrow(message);
  });

  it('a deployment accepts a restored table with its stream', async () => {
    const values = ['RestoredTable=restored', `RestoredTableStream=${STREAM}`];

    expect(await deploy('state', values, [])).toMatchObject([
      { ParameterValue: 'restored' },
      { ParameterValue: STREAM },
    ]);
  });
});
