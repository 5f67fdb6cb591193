/** Tests of the command lines of all npm scripts that are programs of this repository. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const programs = Object.entries<string>(scripts).flatMap(([name, script]) => {
  const [, words] = /^(?:exec )?node (\S+\.ts(?: \w+)*)$/.exec(script) ?? [];
  return words ? [[name, words.split(' ')] as const] : [];
});

const run = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, [...args], { timeout: 30_000 }).then(
    result => ({ ...result, code: 0 }),
    error => error,
  );

it.each(programs)('npm run %s rejects an unknown option without a stack trace', async (_, script) => {
  const { code, stderr } = await run([...script, '--nonsense']);

  expect(code).not.toBe(0);
  expect(stderr).toMatch(/^error: (unknown|required) option /);
  expect(stderr).not.toMatch(/^ +at /m);
});

it('the tests of command lines find more than 12 npm scripts that run a program', () => {
  expect(programs.length).toBeGreaterThan(12);
});
