/** Tests of `npm run operator -- keys`, against a fake Parameter Store. */
import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../lib/durations.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import { runOperator } from './run-operator.ts';

const KEY = 'k'.repeat(44);
const PREVIOUS = 'p'.repeat(44);
const OTHER = 'o'.repeat(44);

interface StoreOptions {
  readonly value?: string;
  /** Time since the last change of the parameter, in milliseconds. */
  readonly age?: number;
  readonly error?: string;
  /** Number of the read or write before which another operator rotates the key. */
  readonly rotatedBefore?: number;
}

/** Starts a Parameter Store with one parameter, and returns a function that runs a command against it. */
async function startStore({ value, age = 0, error, rotatedBefore }: StoreOptions) {
  const state = {
    value,
    changedAt: Date.now() - age,
    writes: [] as Record<string, unknown>[],
    regions: [] as string[],
    version: 1,
  };
  const respondWithError = (name: string) => ({ status: 400, body: JSON.stringify({ __type: name }) });
  const { url } = await startFakeServer(({ headers, body }) => {
    state.regions.push(String(headers.authorization).split('/')[2] ?? '');
    const input = JSON.parse(body.toString());
    if (error) return respondWithError(error);
    if (state.regions.length === rotatedBefore)
      Object.assign(state, { value: OTHER, version: state.version + 1 });
    if (String(headers['x-amz-target']).endsWith('PutParameter')) {
      state.writes.push(input);
      Object.assign(state, { value: input.Value, changedAt: Date.now(), version: state.version + 1 });
      return { status: 200, body: JSON.stringify({ Version: state.version }) };
    }
    if (state.value === undefined) return respondWithError('ParameterNotFound');
    const { value: Value, version: Version } = state;
    const Parameter = { Name: input.Name, Value, Version, LastModifiedDate: state.changedAt / 1000 };
    return { status: 200, body: JSON.stringify({ Parameter }) };
  });
  const env = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_ENDPOINT_URL_SSM: url };
  const runWithoutRegion = async (...args: string[]) => {
    const result = await runOperator(['keys', ...args, '--stage', 'production'], env);
    const [known = ''] = [state.value];
    for (const key of [...known.split(','), KEY, PREVIOUS].filter(Boolean))
      expect(result.stdout + result.stderr).not.toContain(key);
    return result;
  };
  const runUnconfirmed = (...args: string[]) => runWithoutRegion(...args, '--region', 'eu-west-1');
  return {
    state,
    run: (...args: string[]) => runUnconfirmed(...args, '--yes'),
    runUnconfirmed,
    runWithoutRegion,
  };
}

it('keys rotate puts a new key before the present key and prints until when the present key stays in use', async () => {
  const { state, run } = await startStore({ value: KEY });

  const { code, stdout } = await run('rotate', 'cursor-keys');

  const [created, kept] = state.value?.split(',') ?? [];
  expect([code, kept]).toEqual([0, KEY]);
  expect(Buffer.from(created ?? '', 'base64')).toHaveLength(32);
  expect(state.writes).toEqual([
    {
      Name: '/testimony/production/cursor-keys',
      Type: 'SecureString',
      Overwrite: true,
      Value: `${created},${KEY}`,
    },
  ]);
  expect(new Set(state.regions)).toEqual(new Set(['eu-west-1']));
  const until = Date.parse(/until (\S+Z)\./.exec(stdout)?.[1] ?? '');
  expect(until - state.changedAt).toBe(48 * HOUR + 5 * MINUTE);
});

it('keys rotate exits before it reads a key when there is neither a terminal nor --yes', async () => {
  const { state, runUnconfirmed } = await startStore({ value: KEY });

  expect(await runUnconfirmed('rotate', 'cursor-keys')).toMatchObject({ code: 2 });
  expect(state.regions).toEqual([]);
});

it.each([
  [['rotate', 'log-keys'], 'add a new key; the current one stays valid'],
  [['rotate', 'log-keys', '--without-previous'], 'replace all keys, which become invalid'],
  [['drop-previous', 'log-keys', '--early'], 'drop the previous key, which becomes invalid'],
])('keys %j --dry-run prints the change that the command would make', async (args, change) => {
  const value = args.includes('drop-previous') ? `${KEY},${PREVIOUS}` : KEY;
  const { state, runUnconfirmed } = await startStore({ value });

  const { stdout } = await runUnconfirmed(...args, '--dry-run');

  expect(stdout).toMatch(
    /^Would change \/testimony\/production\/log-keys in eu-west-1, .+ Nothing was changed\.\n$/,
  );
  expect(stdout).toContain(`: ${change}.`);
  expect(state.writes).toEqual([]);
});

it.each([
  ['is empty', { value: '' }, 1],
  ['ends with a comma', { value: `${KEY},` }, 1],
  ['has a short key', { value: 'short' }, 1],
  ['has a previous key already', { value: `${KEY},${PREVIOUS}` }, 1],
  ['does not exist', {}, 3],
  ['cannot be read, because the credentials have expired', { error: 'ExpiredTokenException' }, 3],
])('keys rotate writes nothing when the value %s', async (_, options, exitCode) => {
  const { state, run } = await startStore(options);

  const { code, stdout, stderr } = await run('rotate', 'link-keys');

  expect([code, stdout, state.writes]).toEqual([exitCode, '', []]);
  expect(stderr).not.toBe('');
});

it('keys rotate writes nothing when another operator has rotated the key before the write', async () => {
  const { state, run } = await startStore({ value: KEY, rotatedBefore: 2 });

  const { code, stderr } = await run('rotate', 'cursor-keys');

  expect([code, state.writes, state.value]).toEqual([1, [], OTHER]);
  expect(stderr).toContain('has been changed in the meantime. Nothing was changed.');
});

it('keys rotate reports that it has overwritten the simultaneous rotation of another operator', async () => {
  const { run } = await startStore({ value: KEY, rotatedBefore: 3 });

  const { code, stdout, stderr } = await run('rotate', 'cursor-keys');

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('version 2, which somebody else wrote at the same time, was overwritten');
});

it('keys rotate needs a region', async () => {
  const { state, runWithoutRegion } = await startStore({ value: KEY });

  expect((await runWithoutRegion('rotate', 'link-keys')).code).toBe(2);
  expect(state.writes).toEqual([]);
});

it.each([
  ['link-keys', 30 * 24 * HOUR],
  ['cursor-keys', 48 * HOUR],
  ['response-keys', 24 * HOUR],
  ['log-keys', 0],
])('keys drop-previous keeps the previous key of %s for %i ms and five minutes', async (key, life) => {
  const value = `${KEY},${PREVIOUS}`;
  const early = await startStore({ value, age: life + 4 * MINUTE });
  const late = await startStore({ value, age: life + 6 * MINUTE });

  expect((await early.run('drop-previous', key)).code).toBe(1);
  expect((await late.run('drop-previous', key)).code).toBe(0);
  expect([early.state.value, late.state.value]).toEqual([value, KEY]);
});

it('keys drop-previous removes the previous key of webhook endpoints only with --early', async () => {
  const { state, run } = await startStore({ value: `${KEY},${PREVIOUS}`, age: 9000 * HOUR });

  expect((await run('drop-previous', 'webhook-keys')).code).toBe(1);
  expect((await run('drop-previous', 'webhook-keys', '--early')).code).toBe(0);
  expect(state.value).toBe(KEY);
});
