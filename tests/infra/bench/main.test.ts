/** Test of `npm run bench`, so that a measurement that fails is noticed. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('the benchmark prints a line for each measurement with --quick', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/bench/main.ts', '--quick'], {
    encoding: 'utf8',
  });

  expect(status, stdout + stderr).toBe(0);
  const names = stdout.split('\n').flatMap(line => /^(\S.*?) {2,}/.exec(line)?.[1] ?? []);
  expect(names).toEqual(
    expect.arrayContaining([
      'me-show, cold, over the official client',
      'auth-register-expert, warm',
      'testimonies-show, warm',
      'testimonies-list-offerable, table use',
    ]),
  );
}, 240_000);
