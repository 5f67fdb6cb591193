/** Tests of the lint rule no-literal-spread.grit. `npm run check` applies it to this checkout. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Returns the numbers of the lines that the rule reports. */
function lint(lines: readonly string[]): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rule = new URL('no-literal-spread.grit', import.meta.url).pathname;
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [rule] }));
  writeFileSync(join(folder, 'sample.tsx'), `${lines.join('\n')}\n`);
  const biome = join(process.cwd(), 'node_modules/.bin/biome');
  const { stderr } = spawnSync(biome, ['lint', 'sample.tsx'], { cwd: folder, encoding: 'utf8' });
  return [...stderr.matchAll(/sample\.tsx:(\d+):\d+ plugin/g)].map(([, line]) => Number(line));
}

it('the lint rule reports every spread of an object or array literal', () => {
  const lines = [
    'export const inObject = { ...{ a: 1 } };',
    "export const constObject = { ...({ a: 'b' } as const) };",
    'export const checkedObject = { ...({ a: 1 } satisfies object) };',
    'export const inArray = [...[1, 2]];',
    "export const constArray = [...(['a'] as const)];",
    'export const inCall = Math.max(...[1, 2]);',
    'export const inElement = <a {...{ c: 1 }} />;',
  ];

  expect(lint(lines)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('the lint rule accepts spreads of names, calls and conditions', () => {
  const lines = [
    'export const create = (a: object, isB: boolean) => ({ ...a, ...(isB && { b: 1 }) });',
    'export const list = (isA: boolean) => [...(isA ? [1] : [])];',
    'export const texts = [...[1, 2].map(String)];',
  ];

  expect(lint(lines)).toEqual([]);
});
