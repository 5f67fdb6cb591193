/** Tests of how a DynamoDB emulator is found, including platforms for which npm has no dynoxide package. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { callDynamodb, startDynamodb } from '../../../infra/local/dynamodb.ts';
import { findDynoxide } from '../../../infra/local/dynoxide.ts';
import { type Machine, THIS_MACHINE } from '../../../infra/local/executables.ts';
import { startSupervisor } from '../../../infra/local/processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'path-'));
const withDynoxide = join(folder, 'with-dynoxide');
const notExecutable = join(folder, 'not-executable');
const directory = join(folder, 'directory');
const supervisor = startSupervisor();
const emulator = findDynoxide(THIS_MACHINE);

beforeAll(() => {
  for (const place of [withDynoxide, notExecutable, join(directory, 'dynoxide')]) {
    mkdirSync(place, { recursive: true });
  }
  if (emulator) symlinkSync(emulator, join(withDynoxide, 'dynoxide'));
  writeFileSync(join(notExecutable, 'dynoxide'), '');
  chmodSync(join(notExecutable, 'dynoxide'), 0o644);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await supervisor.close();
  rmSync(folder, { recursive: true });
});

const MAC: Machine = { platform: 'darwin', arch: 'arm64', folders: [] };

it.runIf(`${process.platform}-${process.arch}` === 'linux-x64')(
  'findDynoxide returns the executable of the npm package when there is another dynoxide on the PATH',
  () => {
    const machine = { ...THIS_MACHINE, folders: [withDynoxide] };
    expect(findDynoxide(machine)).toContain('node_modules/@dynoxide/linux-x64');
  },
);

// This test needs an installed emulator. Machines without an emulator use the one at AWS_ENDPOINT_URL_DYNAMODB.
it.runIf(emulator)(
  'startDynamodb starts the dynoxide on the PATH when the platform has no npm package',
  async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:1');
    const machine = { ...MAC, folders: [notExecutable, directory, withDynoxide] };

    const { endpoint } = await startDynamodb(supervisor, undefined, machine);

    expect(await callDynamodb(endpoint, 'ListTables', {})).toEqual({ TableNames: [] });
    expect(supervisor.processes.map(({ child }) => child.spawnfile)).toContain(
      join(withDynoxide, 'dynoxide'),
    );
  },
);

it.runIf(emulator)('startDynamodb adds an index of the sequence numbers of stream records', async () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  await startDynamodb(supervisor, data);
  using database = new DatabaseSync(join(data, 'dynamodb.sqlite'), { readOnly: true });

  const plan = database
    .prepare(
      'EXPLAIN QUERY PLAN SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?',
    )
    .all('t');

  expect(JSON.stringify(plan)).toContain('INDEX local_stack_sequence');
});

it('startDynamodb returns AWS_ENDPOINT_URL_DYNAMODB when there is no dynoxide', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:8000');

  expect(await startDynamodb(supervisor, undefined, MAC)).toEqual({ endpoint: 'http://127.0.0.1:8000' });
});

it('startDynamodb rejects when there is neither dynoxide nor AWS_ENDPOINT_URL_DYNAMODB', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', undefined);

  await expect(startDynamodb(supervisor, undefined, MAC)).rejects.toThrow('Install dynoxide');
});
