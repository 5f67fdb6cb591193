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

it.each(programs)(
  'npm run %s prints its usage with --help, and rejects an unknown option',
  async (_, script) => {
    const [help, unknown] = await Promise.all([run([...script, '--help']), run([...script, '--nonsense'])]);

    expect({ code: help.code, stderr: help.stderr }).toEqual({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/^Usage: npm (run|start)/);
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toMatch(/^error: (unknown|required) option /);
    expect(unknown.stderr).not.toMatch(/^ +at /m); // a stack trace
  },
);

it('the programs are those of the scripts that run a file', () => {
  expect(programs.length).toBeGreaterThan(13);
});
