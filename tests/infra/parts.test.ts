/**
 * Tests of the commands that deploy, remove and package the parts of a stage, and of the state that deployments keep.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
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

it('npm run deploy --unproven passes its reason to all parts', async () => {
  const { stdout } = await run('deploy', '--stage', 'production', '--dry-run', '--unproven', 'roll-back');

  expect(stdout.match(/--param unproven=roll-back --force/g)).toHaveLength(3);
});

it('npm run remove removes the parts of the sandbox in the reverse order', async () => {
  const { stdout } = await run('remove', '--stage', 'sandbox', '--dry-run');

  expect(stdout.match(/(?<=part=)\w+/g)).toEqual(['operators', 'api', 'state']);
});

it.each([
  [['remove', '--stage', 'production', '--dry-run'], 'production is protected'],
  [['deploy', '--stage', 'local', '--dry-run'], 'there is no stage local, only production and sandbox'],
  [['deploy', '--dry-run'], "required option '--stage <name>' not specified"],
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

describe('parameters in deployments of the part state', () => {
  const NAMES = ['RestoredTable', 'RestoredTableStream', 'TokensValidFrom'];
  const STREAM = 'arn:aws:dynamodb:eu-central-1:111122223333:table/restored/stream/2026-01-31T13:00:00.000';

  /** Deploys a part over a stack that already has parameters. Returns the parameters that CloudFormation receives. */
  const deploy = (part: string, param: readonly string[], deployed: readonly string[]) =>
    computeStackParameters({ part, param, names: NAMES, deployed });

  it('a deployment of the part state keeps the values of the stack and sets those that the command names', async () => {
    const given = ['unproven=roll-back', 'TokensValidFrom=2026-01-31T12:00:00Z'];
    expect(await deploy('state', given, NAMES)).toEqual([
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
