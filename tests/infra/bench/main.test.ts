/** Test of `npm run bench`, so that a measurement that fails is noticed. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('with --quick, the benchmark prints each measurement beside its baseline', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/bench/main.ts', '--quick'], {
    encoding: 'utf8',
  });

  expect(status, stdout + stderr).toBe(0);
  const names = stdout
    .split('\n')
    .flatMap(line => /^(\S.*?) +floor +[\d.]+ ms +measured/.exec(line)?.[1] ?? []);
  expect(names).toEqual([
    'me, cold',
    'register-expert, cold',
    'me, warm',
    'register-expert, warm',
    'login, warm',
    'offerable, warm',
    'testimony, warm',
  ]);
}, 240_000);
