import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { filterRunning, listDescendants } from './start-stack.ts';

it('all emulators stop when the process that started them is killed', async () => {
  const module = import.meta.resolve('../../../infra/local/emulators.ts');
  const script = `const e = await (await import('${module}')).startEmulators(); console.log(e.s3);`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(owner.stdout, 'data');
  const processes = listDescendants(owner.pid ?? 0).map(({ pid }) => pid);
  expect(processes).toHaveLength(2);

  owner.kill('SIGKILL');
  for (let attempt = 0; attempt < 100 && filterRunning(processes).length > 0; attempt++) await wait(50);

  expect(filterRunning(processes)).toEqual([]);
});
