import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeFailure } from '../../../infra/local/describe-failure.ts';
import { createRunDirectory } from '../../../infra/local/run-directory.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'runs-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

function createFolder(name: string, pid?: number): string {
  const directory = join(parent, name);
  mkdirSync(join(directory, 'data'), { recursive: true });
  if (pid !== undefined) writeFileSync(join(directory, 'pid'), String(pid));
  return directory;
}

it('createRunDirectory creates a folder and removes the folders of runs that were killed', () => {
  const { pid: endedProcess } = spawnSync('true');
  const killed = createFolder('run-killed', endedProcess);
  const running = createFolder('run-running', process.pid);
  const starting = createFolder('run-starting');
  const other = createFolder('notes', endedProcess);

  const directory = createRunDirectory(parent);

  expect([directory, killed, running, starting, other].map(existsSync)).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
});

it.each<[string, unknown, RegExp]>([
  [
    'every cause of a refused connection',
    new AggregateError([
      new Error('connect ECONNREFUSED ::1:1'),
      new Error('connect ECONNREFUSED 127.0.0.1:1'),
    ]),
    /ECONNREFUSED ::1:1\n {2}connect ECONNREFUSED 127\.0\.0\.1:1$/,
  ],
])('describeFailure returns %s', (_, error, expected) => {
  expect(describeFailure(error)).toMatch(expected);
});
